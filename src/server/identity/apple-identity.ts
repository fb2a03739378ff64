import { SignJWT } from 'jose'
import { readAppleKey } from './apple-key'
import { createCodeFlow, endpointsOf } from './code-flow'
import type { IdentityProvider, ProviderEndpoints, ProviderOptions } from './identity-provider'

/** The endpoints of https://appleid.apple.com/.well-known/openid-configuration */
export const APPLE: ProviderEndpoints = {
  issuer: 'https://appleid.apple.com',
  authorizationEndpoint: 'https://appleid.apple.com/auth/authorize',
  tokenEndpoint: 'https://appleid.apple.com/auth/token',
  jwksUri: 'https://appleid.apple.com/auth/keys',
}

/** Apple allows six months; a secret that is made for one request needs no more than the clocks' difference. */
const SECRET_LIFETIME = '5m'

interface AppleOptions extends ProviderOptions {
  /** The Services ID of the website, or the bundle id of the app. */
  clientId: string
  teamId: string
  keyId: string
  /** The `.p8` file that Apple gave once, as text. */
  privateKeyPem: string
  /** Needed if the browser was sent back to one with the code; the app's codes come without. */
  redirectUri?: string
}

/**
 * Sign in with Apple. Apple gives the person's name only to the browser and only once, so it is never in the outcome.
 * Throws AppleKeyError at once if the key is none.
 */
export function createAppleIdentity(options: AppleOptions): IdentityProvider {
  const { clientId, teamId, keyId, redirectUri, issuer = APPLE.issuer } = options
  const key = readAppleKey(options.privateKeyPem)
  return createCodeFlow({
    provider: 'apple',
    clientId,
    clientSecret: () =>
      new SignJWT()
        .setProtectedHeader({ alg: 'ES256', kid: keyId })
        .setIssuer(teamId)
        .setSubject(clientId)
        .setAudience(issuer)
        .setIssuedAt()
        .setExpirationTime(SECRET_LIFETIME)
        .sign(key),
    redirectUri,
    endpoints: endpointsOf(options, APPLE),
    options,
  })
}
