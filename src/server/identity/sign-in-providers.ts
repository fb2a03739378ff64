import { APPLE_RESPONSE_PATH } from '@/contract/plain-routes'
import type { AppleSignInConfig, ProviderConfig } from '@/server/config/provider-config'
import { createAppleIdentity } from './apple-identity'
import { createGoogleIdentity } from './google-identity'
import type { IdentityProvider, SignInProviders } from './identity-provider'
import type { Log } from '@/server/platform/process/logger'

/** The provider redirects the browser to this path with its code (rules 2.1); Apple's is APPLE_RESPONSE_PATH. */
const GOOGLE_CALLBACK_PATH = '/auth/google/callback'

interface ProviderContext {
  /** The origin of our pages. */
  origin: string
  log: Log<'warn'>
}

/** The sign-in providers that are configured, speaking to the real ones. */
export function signInProviders(
  { google, apple }: ProviderConfig,
  { origin, log }: ProviderContext,
): SignInProviders {
  return {
    ...(google && {
      google: createGoogleIdentity({ redirectUri: origin + GOOGLE_CALLBACK_PATH, ...google, log }),
    }),
    ...(apple && { apple: appleIdentity(apple, { origin, log }) }),
  }
}

/** Apple binds a code to the website or to the app, and the call does not say which it comes from. */
function appleIdentity(
  { websiteId, appId, redirectUri, ...account }: AppleSignInConfig,
  { origin, log }: ProviderContext,
): IdentityProvider {
  const website = websiteId && {
    clientId: websiteId,
    redirectUri: redirectUri ?? origin + APPLE_RESPONSE_PATH,
  }
  const app = appId && { clientId: appId }
  return exchangeWithFirst(
    [website, app].flatMap((client) => (client ? [createAppleIdentity({ ...account, ...client, log })] : [])),
  )
}

/** A code that one of our registrations may not redeem is tried with the next. */
function exchangeWithFirst(registrations: readonly IdentityProvider[]): IdentityProvider {
  return {
    browser: registrations.find(({ browser }) => browser !== undefined)?.browser,
    async exchange(code, checks) {
      for (const registration of registrations) {
        const outcome = await registration.exchange(code, checks)
        if (outcome.kind !== 'refused') return outcome
      }
      return { kind: 'refused' }
    },
  }
}
