import { createCodeFlow, endpointsOf } from './code-flow'
import type { IdentityProvider, ProviderEndpoints, ProviderOptions } from './identity-provider'

/** The endpoints of https://accounts.google.com/.well-known/openid-configuration */
export const GOOGLE: ProviderEndpoints = {
  issuer: 'https://accounts.google.com',
  authorizationEndpoint: 'https://accounts.google.com/o/oauth2/v2/auth',
  tokenEndpoint: 'https://oauth2.googleapis.com/token',
  jwksUri: 'https://www.googleapis.com/oauth2/v3/certs',
}

interface GoogleOptions extends ProviderOptions {
  clientId: string
  clientSecret: string
  /** The very address that the browser was sent back to with the code. */
  redirectUri: string
}

/** Sign-in with Google; request the scopes `openid email profile`. */
export function createGoogleIdentity(options: GoogleOptions): IdentityProvider {
  const { clientId, clientSecret, redirectUri } = options
  return createCodeFlow({
    provider: 'google',
    clientId,
    clientSecret: () => clientSecret,
    redirectUri,
    endpoints: endpointsOf(options, GOOGLE),
    options,
  })
}
