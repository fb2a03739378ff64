import { randomNonce, randomPKCECodeVerifier, randomState, calculatePKCECodeChallenge } from 'openid-client'
import * as z from 'zod/mini'
import { queryOptions } from '@tanstack/react-query'
import { listSignInProviders, type SignInProvider, type SignInProviders } from '@/contract/accounts/auth'
import * as m from '@/messages/compiled/messages.js'
import type { Refused, Unreachable } from '@/offline/api/next-step'
import { formFailureText } from '@/client/shared/forms/server-error-text'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { parseUrl } from '@/domain/text/web-address'
import type { ApiClient } from '@/offline/api/api-client'

/** Leaves the page for the provider's, which comes back to `/auth/…`: it resolves only where storage is forbidden, and no response could be checked. */
export async function beginProviderSignIn(
  provider: ProviderName,
  settings: SignInProvider,
): Promise<'storage-forbidden'> {
  const attempt = { provider, state: randomState(), nonce: randomNonce(), startedAt: Date.now() }
  const codeVerifier = randomPKCECodeVerifier()
  try {
    // Apple has no PKCE.
    storeAttempt(window.sessionStorage, provider === 'google' ? { ...attempt, codeVerifier } : attempt)
  } catch {
    return 'storage-forbidden'
  }
  window.location.assign(
    provider === 'google'
      ? await googleAuthorizationUrl(settings, { ...attempt, codeVerifier })
      : appleAuthorizationUrl(settings, attempt),
  )
  return new Promise(() => {})
}

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

export const PROVIDER_NAMES = ['google', 'apple'] as const
export type ProviderName = (typeof PROVIDER_NAMES)[number]

const attemptSchema = z.object({
  provider: z.enum(PROVIDER_NAMES),
  /** Comes back in the response (RFC 6749 10.12). */
  state: z.string(),
  /** Comes back in the ID token (OpenID Connect Core 3.1.2.1). */
  nonce: z.string(),
  /** RFC 7636; Apple has no PKCE. */
  codeVerifier: z.optional(z.string()),
  /** Epoch milliseconds. */
  startedAt: z.number(),
})

export type ProviderAttempt = z.infer<typeof attemptSchema>

/** The key in `sessionStorage`: an attempt belongs to its tab. */
export const ATTEMPT_KEY = 'provider-sign-in'
/** Somebody may have to look for a password, or a second device. */
const ATTEMPT_LIFETIME_MS = 10 * 60_000

type AttemptStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Stores the attempt in place of an earlier one. Throws where storage is forbidden: then no response could be checked. */
export function storeAttempt(storage: AttemptStorage, attempt: ProviderAttempt): void {
  storage.setItem(ATTEMPT_KEY, JSON.stringify(attempt))
}

/** Removes and returns the attempt; undefined when there is none, it is over, or it was with another provider. */
export function consumeAttempt(
  storage: AttemptStorage,
  { provider, nowMs }: { provider: ProviderName; nowMs: number },
): ProviderAttempt | undefined {
  try {
    const stored = storage.getItem(ATTEMPT_KEY)
    storage.removeItem(ATTEMPT_KEY)
    const { success, data } = attemptSchema.safeParse(JSON.parse(stored ?? 'null'))
    const isOurs = success && data.provider === provider
    return isOurs && Math.abs(nowMs - data.startedAt) < ATTEMPT_LIFETIME_MS ? data : undefined
  } catch {
    return undefined
  }
}

/** Whatever is wrong with email and password is one sentence (rules 8), so that it does not reveal who has an account. */
export function signInFailure(outcome: Refused | Unreachable): string {
  if (outcome.kind === 'refused') {
    const isTheirs = outcome.code === 'INVALID_CREDENTIALS' || outcome.code === 'VALIDATION_FAILED'
    return isTheirs ? m.sign_in_failed() : formFailureText(outcome)
  }
  const { reason, status = 0 } = outcome
  // A success that carries no session. Other pages in between, of a captive portal or a proxy, are a server out of reach.
  const isIncomplete = reason === 'not-ours' && status >= 200 && status < 300
  return isIncomplete ? m.sign_in_invalid_response() : formFailureText(outcome)
}

/** An error, and no data, while the server does not say. A page that it renders asks in the same process. */
export function signInProvidersQuery(server?: { api: ApiClient; origin: string }) {
  return queryOptions({
    queryKey: ['sign-in-providers'],
    queryFn: async (): Promise<SignInProviders> => {
      const { api, origin } = server ?? { ...(await loadOfflineClient()), origin: window.location.origin }
      const outcome = await api.call(listSignInProviders, {}, { auth: 'none' })
      if (outcome.kind !== 'ok') throw new Error('The server does not say which providers it has')
      return onlyReturning(outcome.data, origin)
    },
    staleTime: 10 * 60_000,
    retry: false,
  })
}

/** Leaves out a provider that returns to another origin than this page's: no attempt would be there. */
function onlyReturning(providers: SignInProviders, origin: string): SignInProviders {
  const isHere = (settings: SignInProvider) => parseUrl(settings.redirect_uri)?.origin === origin
  return Object.fromEntries(
    Object.entries(providers).filter(([, settings]) => settings !== undefined && isHere(settings)),
  )
}
