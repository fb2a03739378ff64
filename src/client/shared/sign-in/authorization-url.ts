import { calculatePKCECodeChallenge } from 'openid-client'
import type { SignInProvider } from '@/contract/accounts/accounts'
import type { ProviderAttempt } from './provider-attempt'

/** The address at which the browser asks Google for a code (OpenID Connect Core 3.1.2.1, PKCE with S256). */
export async function googleAuthorizationUrl(
  settings: SignInProvider,
  { state, nonce, codeVerifier }: ProviderAttempt & { codeVerifier: string },
): Promise<string> {
  return authorizationUrl(settings, {
    scope: 'openid email profile',
    // The person chooses the account, also when there is only one: on a shared phone it may be somebody else's.
    prompt: 'select_account',
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
  })
}

/** The address at which the browser asks Apple for a code. It gives name and email only with `form_post`. */
export function appleAuthorizationUrl(settings: SignInProvider, { state, nonce }: ProviderAttempt): string {
  return authorizationUrl(settings, { response_mode: 'form_post', scope: 'openid name email', state, nonce })
}

function authorizationUrl(settings: SignInProvider, parameters: Record<string, string>): string {
  const url = new URL(settings.authorization_endpoint)
  const { client_id, redirect_uri } = settings
  const all = { response_type: 'code', client_id, redirect_uri, ...parameters }
  for (const [name, value] of Object.entries(all)) url.searchParams.set(name, value)
  return url.href
}
