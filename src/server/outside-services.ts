import { createAppleIdentity } from './identity/apple-identity'
import { createGoogleIdentity } from './identity/google-identity'
import type { IdentityLog, IdentityProvider } from './identity/identity-provider'
import type { AppleSignInConfig, ProviderConfig } from './provider-config'
import { createApplePush } from './push/apple-push'
import type { PushSender } from './push/push-sender'
import type { SignInProviders } from './resources/auth/provider-routes'

/** Where the browser comes back to with its code (spec 2.1). */
const GOOGLE_RETURN_PATH = '/auth/google/callback'
const APPLE_RETURN_PATH = '/auth/apple/redirect'

interface Outside {
  /** Of our pages. */
  origin: string
  log: IdentityLog
}

/** The sign-in providers that are configured, speaking to the real ones. */
export function signInProviders(
  { google, apple }: ProviderConfig,
  { origin, log }: Outside,
): SignInProviders {
  return {
    ...(google && {
      google: createGoogleIdentity({ redirectUri: origin + GOOGLE_RETURN_PATH, ...google, log }),
    }),
    ...(apple && { apple: appleIdentity(apple, { origin, log }) }),
  }
}

/** The sender of push messages, if it is configured. */
export function pushSender({ applePush }: ProviderConfig, log: IdentityLog): PushSender | undefined {
  return applePush && createApplePush({ ...applePush, log })
}

/** Apple binds a code to the website or to the app, and the call does not say which it comes from. */
function appleIdentity(
  { websiteId, appId, redirectUri, ...account }: AppleSignInConfig,
  { origin, log }: Outside,
): IdentityProvider {
  const website = websiteId && {
    clientId: websiteId,
    redirectUri: redirectUri ?? origin + APPLE_RETURN_PATH,
  }
  const app = appId && { clientId: appId }
  return firstThatKnows(
    [website, app].flatMap((client) => (client ? [createAppleIdentity({ ...account, ...client, log })] : [])),
  )
}

/** A code that one of our registrations may not redeem is tried with the next. */
function firstThatKnows(registrations: readonly IdentityProvider[]): IdentityProvider {
  return {
    async exchange(code) {
      for (const registration of registrations) {
        const outcome = await registration.exchange(code)
        if (outcome.kind !== 'refused') return outcome
      }
      return { kind: 'refused' }
    },
  }
}
