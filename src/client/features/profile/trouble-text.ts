import { CallFailed } from '@/client/kit/call-failed'
import { refusalText } from '@/client/kit/refusal-text'
import * as m from '@/messages/compiled/messages.js'
import type { Outcome } from '@/offline/outcome'

type Trouble = Exclude<Outcome<unknown>, { kind: 'ok' }>

/** Why a call did not succeed, in words. */
export function troubleText(outcome: Trouble): string {
  return (outcome.kind === 'refused' ? refusalText(outcome) : undefined) ?? m.profile_unreachable()
}

/** The same for the error of a query. */
export function errorTroubleText(error: unknown): string {
  return error instanceof CallFailed ? troubleText(error.outcome) : m.profile_unreachable()
}
