import * as m from '@/messages/compiled/messages.js'
import type { Refused, Unreachable } from '@/offline/api/outcome'
import { formFailureText } from '@/client/shared/forms/server-error-text'

/**
 * Why somebody could not sign in with email and password. Whatever is wrong with the two is one sentence (rules 8), so that it
 * does not reveal who has an account; everything else has its own.
 */
export function signInFailure(outcome: Refused | Unreachable): string {
  if (outcome.kind === 'refused') {
    const isTheirs = outcome.code === 'INVALID_CREDENTIALS' || outcome.code === 'VALIDATION_FAILED'
    return isTheirs ? m.sign_in_failed() : formFailureText(outcome)
  }
  const { reason, status = 0 } = outcome
  // A success that carries no session. Other pages in between, of a captive portal or a proxy, are a server out of reach.
  const isIncomplete = reason === 'not-ours' && status >= 200 && status < 300
  return isIncomplete ? m.sign_in_invalid_response() : formFailureText(outcome)
}
