import * as oidc from 'openid-client'
import { PROFILE_NAME_MAX, isEmail, toAddress } from '@/domain/accounts/account'
import { cutText, isStorableText, toOneLine } from '@/domain/text/plain-text'
import { PROVIDER_TIMEOUT_MS } from './identity-provider'
import type { Identified, IdentityProvider, ProviderEndpoints, ProviderOptions } from './identity-provider'
import { providerFailureOf } from './provider-failure'
import type { ProviderFailure } from './provider-failure'

interface CodeFlow {
  /** The provider's name for the log. */
  provider: string
  clientId: string
  /** Gives the secret at each exchange, because Apple's is made anew. */
  clientSecret: () => string | Promise<string>
  redirectUri: string | undefined
  endpoints: ProviderEndpoints
  options: ProviderOptions
}

/** The browser was not redirected anywhere. */
const NO_REDIRECT = 'https://app.invalid/'
const NO_SUBJECT: ProviderFailure = { kind: 'refused', reason: 'no subject' }
/** Nobody is known by half a subject: another one could be cut to the same. */
const ODD_SUBJECT: ProviderFailure = { kind: 'refused', reason: 'a subject that cannot be stored' }

/**
 * The authorization code flow, which both providers speak: code → token endpoint → ID token → person. openid-client does
 * it: the token is for us, of the provider, still valid, and signed by its keys.
 */
export function createCodeFlow(flow: CodeFlow): IdentityProvider {
  const config = configure(flow)
  const fail = ({ kind, reason }: ProviderFailure) => {
    const fields = { provider: flow.provider, outcome: kind, reason }
    flow.options.log?.warn(fields, 'a sign-in with a provider failed')
    return { kind }
  }
  const { clientId, redirectUri, endpoints } = flow
  return {
    browser:
      redirectUri === undefined
        ? undefined
        : { authorizationEndpoint: endpoints.authorizationEndpoint, clientId, redirectUri },
    exchange: async (code, { codeVerifier, nonce } = {}) => {
      try {
        const callback = new URL(redirectUri ?? NO_REDIRECT)
        callback.searchParams.set('code', code)
        const tokens = await oidc.authorizationCodeGrant(config, callback, {
          idTokenExpected: true,
          ...(codeVerifier !== undefined && { pkceCodeVerifier: codeVerifier }),
          ...(nonce !== undefined && { expectedNonce: nonce }),
        })
        const claims = tokens.claims()
        if (claims === undefined || claims.sub === '') return fail(NO_SUBJECT)
        return isStorableText(claims.sub) ? personOf(claims) : fail(ODD_SUBJECT)
      } catch (error) {
        return fail(providerFailureOf(error))
      }
    },
  }
}

/** The endpoints of the real provider, but for what is configured otherwise. */
export function endpointsOf(options: ProviderOptions, real: ProviderEndpoints): ProviderEndpoints {
  return {
    issuer: options.issuer ?? real.issuer,
    authorizationEndpoint: options.authorizationEndpoint ?? real.authorizationEndpoint,
    tokenEndpoint: options.tokenEndpoint ?? real.tokenEndpoint,
    jwksUri: options.jwksUri ?? real.jwksUri,
  }
}

function configure({
  clientId,
  clientSecret,
  redirectUri,
  endpoints,
  options,
}: CodeFlow): oidc.Configuration {
  const { issuer, tokenEndpoint, jwksUri } = endpoints
  const { fetch = globalThis.fetch, timeoutMs = PROVIDER_TIMEOUT_MS } = options
  const sendSecret = async (_server: unknown, _client: unknown, body: URLSearchParams): Promise<void> => {
    body.set('client_id', clientId)
    body.set('client_secret', await clientSecret())
    if (redirectUri === undefined) body.delete('redirect_uri')
  }
  const server = { issuer, token_endpoint: tokenEndpoint, jwks_uri: jwksUri }
  const config = new oidc.Configuration(server, clientId, {}, sendSecret)
  config.timeout = timeoutMs / 1000
  config[oidc.customFetch] = fetch as oidc.CustomFetch
  // TLS to the token endpoint would do (OpenID Connect Core 3.1.3.7); the signature is verified as well.
  oidc.enableNonRepudiationChecks(config)
  if ([tokenEndpoint, jwksUri].every(isLoopback)) oidc.allowInsecureRequests(config)
  return config
}

/** Tests have their provider on such a host. */
function isLoopback(address: string): boolean {
  return ['127.0.0.1', '[::1]', 'localhost'].includes(new URL(address).hostname)
}

function personOf({ sub, email, email_verified: verified, name }: oidc.IDToken): Identified {
  // A text that is no plain address must never reach the mailer, nor become one here: the provider vouches for what it wrote.
  const address = typeof email === 'string' && isEmail(email) ? toAddress(email) : undefined
  const called = typeof name === 'string' ? cutText(toOneLine(name), PROFILE_NAME_MAX) : ''
  return {
    kind: 'ok',
    subject: sub,
    ...(address === undefined ? {} : { email: address }),
    // Apple has sent it as text, too.
    emailVerified: address !== undefined && (verified === true || String(verified) === 'true'),
    ...(called === '' ? {} : { name: called }),
  }
}
