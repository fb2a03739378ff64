import { startAuthentication } from '@simplewebauthn/browser'
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import { withOfflineClient } from '@/client/shared/offline/client-call'
import type { Session } from '@/contract/accounts/auth'
import type { CallInput } from '@/contract/endpoint'
import { signInWithSecondFactor } from '@/contract/accounts/second-factor'
import type { SecondFactorPrompt } from '@/contract/accounts/second-factor-prompt'
import type { Outcome } from '@/offline/api/outcome'

type Proof = CallInput<typeof signInWithSecondFactor>['body']

/** Sends a proof; the session begins when it is right. */
export function confirmSignIn(body: Proof): Promise<Outcome<Session>> {
  return withOfflineClient(({ api, session }) =>
    session.open(() => api.call(signInWithSecondFactor, { body })),
  )
}

/** Has the browser sign with a passkey; undefined when the person, or the browser, did not. */
export async function signWithPasskey(prompt: SecondFactorPrompt): Promise<Proof['passkey']> {
  try {
    return await startAuthentication({
      // Our own server's, made by the library's other half.
      optionsJSON: prompt.passkey_options as unknown as PublicKeyCredentialRequestOptionsJSON,
    })
  } catch {
    return undefined
  }
}
