import { serverErrorText } from '@/client/shared/forms/server-error-text'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { report } from '@/client/shared/offline/report'
import type { SecondFactorPrompt } from '@/contract/accounts/second-factor-prompt'
import type { Session } from '@/contract/accounts/auth'
import type { Outcome } from '@/offline/api/outcome'
import type { ProviderResponse } from './provider-response'

/** The reason why nobody was signed in. With `busy` and `unreachable` the code may still be good: the person can try again. */
export type Failure =
  | {
      kind:
        | 'denied'
        | 'invalid'
        | 'refused'
        | 'no-email'
        | 'other-account'
        | 'administrator'
        | 'suspended'
        | 'bad-reply'
        | 'unreachable'
    }
  | { kind: 'busy'; text: string | undefined }
  /** The provider was right; the account has a second factor. */
  | { kind: 'second-factor'; prompt: SecondFactorPrompt }

/** Signs in with the code; undefined when it worked, and the session is stored. */
export async function exchangeCode(
  response: Extract<ProviderResponse, { kind: 'code' }>,
): Promise<Failure | undefined> {
  try {
    const outcome = await login(response)
    return outcome.kind === 'ok' ? undefined : failureOf(outcome)
  } catch (error) {
    // The chunk with the offline client could not be loaded.
    report('sign-in with a provider', error)
    return { kind: 'unreachable' }
  }
}

async function login({
  attempt: { provider, nonce, codeVerifier },
  code,
  name,
}: Extract<ProviderResponse, { kind: 'code' }>): Promise<Outcome<Session>> {
  const { session } = await loadOfflineClient()
  return provider === 'google'
    ? session.loginWithGoogle({ code, nonce, code_verifier: codeVerifier })
    : session.loginWithApple({ authorization_code: code, nonce, name })
}

function failureOf(outcome: Exclude<Outcome<Session>, { kind: 'ok' }>): Failure {
  if (outcome.kind === 'unreachable')
    return { kind: outcome.reason === 'not-ours' && outcome.status === 200 ? 'bad-reply' : 'unreachable' }
  if (outcome.secondFactor !== undefined) return { kind: 'second-factor', prompt: outcome.secondFactor }
  switch (outcome.code) {
    case 'EMAIL_NOT_CONFIRMED':
      return { kind: 'no-email' }
    case 'CONFLICT':
      return { kind: 'other-account' }
    case 'FORBIDDEN':
      return { kind: 'administrator' }
    case 'ACCOUNT_SUSPENDED':
      return { kind: 'suspended' }
    case 'UNAVAILABLE':
      return { kind: 'busy', text: undefined }
    case 'TOO_MANY_REQUESTS':
      return { kind: 'busy', text: serverErrorText(outcome) }
    default:
      return { kind: 'refused' }
  }
}

/** Whether somebody is signed in already. */
export async function isSignedIn(): Promise<boolean> {
  try {
    const { session } = await loadOfflineClient()
    await session.ready
    return session.current() !== undefined
  } catch {
    return false
  }
}
