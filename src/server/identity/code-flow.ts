import { PROFILE_NAME_MAX, isEmail } from '@/domain/account'
import { exchangeCode } from './exchange-code'
import { createIdTokenVerifier } from './id-token'
import type { TokenVerdict } from './id-token'
import { PROVIDER_TIMEOUT_MS } from './identity-provider'
import type { Identified, IdentityProvider, ProviderEndpoints, ProviderOptions } from './identity-provider'

interface CodeFlow {
  /** For the log. */
  provider: string
  clientId: string
  /** Read at each exchange, because Apple's is made anew. */
  clientSecret: () => string | Promise<string>
  redirectUri: string | undefined
  endpoints: ProviderEndpoints
  options: ProviderOptions
}

/** The authorization code flow, which both providers speak: code → token endpoint → ID token → person. */
export function createCodeFlow({
  provider,
  clientId,
  clientSecret,
  redirectUri,
  endpoints,
  options,
}: CodeFlow): IdentityProvider {
  const { fetch = globalThis.fetch, timeoutMs = PROVIDER_TIMEOUT_MS, log } = options
  const { issuer, tokenEndpoint, jwksUri } = endpoints
  const verify = createIdTokenVerifier({ issuer, jwksUri, clientId, fetch, timeoutMs })

  const identify = async (code: string): Promise<TokenVerdict> => {
    const secret = await clientSecret()
    const request = { tokenEndpoint, code, clientId, clientSecret: secret, redirectUri, fetch, timeoutMs }
    const outcome = await exchangeCode(request)
    return outcome.kind === 'ok' ? verify(outcome.idToken) : outcome
  }
  return {
    exchange: async (code) => {
      const verdict = await identify(code)
      if (verdict.kind === 'ok') return personOf(verdict.claims)
      const { kind, reason } = verdict
      log?.warn({ provider, outcome: kind, reason }, 'a sign-in with a provider failed')
      return { kind }
    },
  }
}

function personOf(claims: Record<string, unknown> & { sub: string }): Identified {
  const { sub, email, email_verified: verified, name } = claims
  // What is no plain address is no address: it must never reach the mailer.
  const address = typeof email === 'string' && isEmail(email) ? email : undefined
  const called = typeof name === 'string' ? name.trim().slice(0, PROFILE_NAME_MAX) : ''
  return {
    kind: 'ok',
    subject: sub,
    ...(address === undefined ? {} : { email: address }),
    // Apple has sent it as text, too.
    emailVerified: address !== undefined && (verified === true || verified === 'true'),
    ...(called === '' ? {} : { name: called }),
  }
}
