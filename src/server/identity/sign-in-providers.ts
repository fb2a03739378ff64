// Sign-in with somebody else's account (rules 2.10): the code that the provider gave the browser is exchanged for who the person is.
// Nothing here knows users or sessions, or stores anything.

import type { KeyObject } from 'node:crypto'
import { SignJWT } from 'jose'
import * as oidc from 'openid-client'
import { ClientError, ResponseBodyError } from 'openid-client'
import type { SignInProvider } from '@/contract/accounts/auth'
import { APPLE_RESPONSE_PATH } from '@/contract/plain-routes'
import type { Config } from '@/server/config/read-config'
import type { Log } from '@/server/platform/process/logger'
import { PROFILE_NAME_MAX, isEmail, toAddress } from '@/domain/accounts/account'
import { cutText, isStorableText, toOneLine } from '@/domain/text/plain-text'

export interface Identified {
  kind: 'ok'
  /** The provider's own name for the person: stable, and the only thing to recognise them by. */
  subject: string
  email?: string
  /** True if the provider has checked that the address is the person's. Otherwise it proves nothing. */
  emailVerified: boolean
  name?: string
}

export interface ExchangeChecks {
  /** The verifier of PKCE (RFC 7636): the provider compares it with the challenge that the sign-in began with. */
  codeVerifier?: string | undefined
  /** Must be in the ID token; a token with one that nobody named is refused, too. */
  nonce?: string | undefined
}

export interface IdentityProvider {
  /**
   * Redeems a single-use authorization code. `refused`: the code is no good, and the person starts again. `unavailable`: not their fault,
   * try later. Never throws for what the provider does.
   */
  exchange(
    code: string,
    checks?: ExchangeChecks,
  ): Promise<Identified | { kind: 'refused' } | { kind: 'unavailable' }>
  /** The sign-in by a browser; undefined when only an app signs in with it. */
  browser?: SignInProvider | undefined
}

export type SignInProviders = Partial<Record<'apple' | 'google', IdentityProvider>>

/** The provider redirects the browser to this path with its code (rules 2.1); Apple's is APPLE_RESPONSE_PATH. */
const GOOGLE_CALLBACK_PATH = '/auth/google/callback'

export function signInProviders(
  { google, apple }: Pick<Config, 'google' | 'apple'>,
  { origin, log }: { origin: string; log: Log<'warn'> },
): SignInProviders {
  const providers: SignInProviders = {}
  if (google) {
    const { clientSecret, redirectUri = origin + GOOGLE_CALLBACK_PATH, ...flow } = google
    const secret = () => clientSecret
    providers.google = createCodeFlow({ ...flow, provider: 'google', clientSecret: secret, redirectUri, log })
  }
  if (apple) {
    const { websiteId, appId, redirectUri = origin + APPLE_RESPONSE_PATH, ...account } = apple
    const website = websiteId && createAppleIdentity({ ...account, clientId: websiteId, redirectUri, log })
    const app = appId && createAppleIdentity({ ...account, clientId: appId, log })
    providers.apple = eitherOf(...[website, app].filter((one) => typeof one === 'object'))
  }
  return providers
}

/** Apple binds a code to the website or to the app, and the call does not say which it comes from. */
function eitherOf(...clients: readonly IdentityProvider[]): IdentityProvider {
  return {
    browser: clients.find(({ browser }) => browser !== undefined)?.browser,
    async exchange(code, checks) {
      for (const client of clients) {
        const outcome = await client.exchange(code, checks)
        if (outcome.kind !== 'refused') return outcome
      }
      return { kind: 'refused' }
    },
  }
}

interface CodeFlow {
  provider: string
  clientId: string
  /** Gives the secret at each exchange, because Apple's is made anew. */
  clientSecret: () => string | Promise<string>
  /** The very address that the browser was sent back to with the code; the codes of an app come without. */
  redirectUri?: string
  issuer: string
  authorizationEndpoint: string
  tokenEndpoint: string
  jwksUri: string
  log: Log<'warn'>
  /** The timeout of the token endpoint and of the keys, each. */
  timeoutMs?: number
}

/** Apple allows six months; a secret that is made for one request needs no more than the clocks' difference. */
const SECRET_LIFETIME = '5m'

interface AppleFlow extends Omit<CodeFlow, 'provider' | 'clientSecret'> {
  teamId: string
  keyId: string
  privateKey: KeyObject
}

/** The name is only ever given to the browser, once, so it is never in the outcome. */
export function createAppleIdentity({ teamId, keyId, privateKey, ...flow }: AppleFlow): IdentityProvider {
  const clientSecret = () =>
    new SignJWT()
      .setProtectedHeader({ alg: 'ES256', kid: keyId })
      .setIssuer(teamId)
      .setSubject(flow.clientId)
      .setAudience(flow.issuer)
      .setIssuedAt()
      .setExpirationTime(SECRET_LIFETIME)
      .sign(privateKey)
  return createCodeFlow({ ...flow, provider: 'apple', clientSecret })
}

const PROVIDER_TIMEOUT_MS = 10_000
/** The browser was not redirected anywhere. */
const NO_REDIRECT = 'https://app.invalid/'

/** openid-client verifies that the ID token is for us, of the provider, still valid and signed by its keys. */
export function createCodeFlow(flow: CodeFlow): IdentityProvider {
  const { provider, clientId, redirectUri, authorizationEndpoint, log } = flow
  const config = configure(flow)
  const fail = ({ kind, reason }: ProviderFailure) => {
    log.warn({ provider, outcome: kind, reason }, 'a sign-in with a provider failed')
    return { kind }
  }
  return {
    ...(redirectUri !== undefined && {
      browser: {
        authorization_endpoint: authorizationEndpoint,
        client_id: clientId,
        redirect_uri: redirectUri,
      },
    }),
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
        // Nobody is known by half a subject: another one could be cut to the same.
        if (!claims?.sub || !isStorableText(claims.sub))
          return fail({ kind: 'refused', reason: 'no subject that can be stored' })
        return personOf(claims)
      } catch (error) {
        return fail(providerFailureOf(error))
      }
    },
  }
}

function configure(flow: CodeFlow): oidc.Configuration {
  const { clientId, clientSecret, redirectUri, issuer, tokenEndpoint, jwksUri } = flow
  const { timeoutMs = PROVIDER_TIMEOUT_MS } = flow
  const sendSecret = async (_server: unknown, _client: unknown, body: URLSearchParams): Promise<void> => {
    body.set('client_id', clientId)
    body.set('client_secret', await clientSecret())
    if (redirectUri === undefined) body.delete('redirect_uri')
  }
  const server = { issuer, token_endpoint: tokenEndpoint, jwks_uri: jwksUri }
  const config = new oidc.Configuration(server, clientId, {}, sendSecret)
  config.timeout = timeoutMs / 1000
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

interface ProviderFailure {
  kind: 'refused' | 'unavailable'
  /** The reason for the log: a status, a code; never a message or a cause, which may quote what was sent. */
  reason: string
}

/** RFC 6749 5.2. Anything else in `error` is not repeated: it could be an echo of what we sent. */
const ERROR_CODES = new Set([
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
])

/** openid-client's codes for a response that did come, with a token that is not to be believed. */
const TOKEN_FAULTS = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
  'OAUTH_UNSUPPORTED_OPERATION',
])

/** The meaning of a failed exchange for the person: their code is no good, or it is not their fault. */
function providerFailureOf(error: unknown): ProviderFailure {
  if (error instanceof ResponseBodyError) {
    const code = ERROR_CODES.has(error.error) ? error.error : 'no known error code'
    // Every other refusal is about our own registration: nothing that the person could do better.
    return { kind: code === 'invalid_grant' ? 'refused' : 'unavailable', reason: `${error.status} ${code}` }
  }
  if (error instanceof ClientError) {
    const reason = error.code ?? 'no code'
    return { kind: TOKEN_FAULTS.has(reason) ? 'refused' : 'unavailable', reason }
  }
  return { kind: 'unavailable', reason: `unreachable (${nameOfFailure(error)})` }
}

/** The code of a failure, such as `ECONNREFUSED`, and never the message, which may quote the address with what it carries. */
function nameOfFailure(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { cause } = error
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.name
}
