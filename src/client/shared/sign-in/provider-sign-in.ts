import { randomNonce, randomPKCECodeVerifier, randomState, calculatePKCECodeChallenge } from 'openid-client'
import * as z from 'zod/mini'
import { queryOptions } from '@tanstack/react-query'
import { listSignInProviders, type SignInProvider, type SignInProviders } from '@/contract/accounts/auth'
import * as m from '@/messages/compiled/messages.js'
import type { Failure } from '@/offline/api/next-step'
import { formFailureText } from '@/client/shared/forms/server-error-text'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { browserFacts } from '@/client/shared/pwa/mobile-platform'
import { parseUrl } from '@/domain/text/web-address'
import type { ApiClient } from '@/offline/api/api-client'
import { tabStorage } from '@/offline/page/page-storage'

/**
 * Call it in the handler of a tap, or the popup is blocked. Never resolves when the page is left or the popup is closed by hand;
 * `onClosed`: it was, as far as can be seen from here.
 */
export async function beginProviderSignIn(
  provider: ProviderName,
  settings: SignInProvider,
  onClosed: () => void = () => {},
): Promise<PopupOutcome | 'storage-forbidden'> {
  const attempt = { provider, state: randomState(), nonce: randomNonce(), startedAt: Date.now() }
  if (provider === 'google') {
    const withVerifier = { ...attempt, codeVerifier: randomPKCECodeVerifier(), opensIn: 'page' } as const
    if (!storeAttempt(withVerifier)) return 'storage-forbidden'
    return leaveFor(await googleAuthorizationUrl(settings, withVerifier))
  }
  // It is stored before the popup opens, which begins with a copy of this tab's storage.
  if (!storeAttempt({ ...attempt, opensIn: 'popup' })) return 'storage-forbidden'
  const url = appleAuthorizationUrl(settings, attempt)
  const popup = browserFacts().isInstalled ? null : openPopup(url, attempt.state)
  if (popup === null) {
    storeAttempt({ ...attempt, opensIn: 'page' })
    return leaveFor(url)
  }
  const outcome = await outcomeOfPopup(attempt.state, popup, onClosed)
  // The popup has used up its copy.
  tabStorage()?.removeItem(ATTEMPT_KEY)
  return outcome
}

function leaveFor(url: string): Promise<never> {
  window.location.assign(url)
  return new Promise(() => {})
}

let lastPopup: Window | null = null

/** Not in an installed app, which opens popups in another program, with other storage, on some phones. */
function openPopup(url: string, state: string): Window | null {
  // One of an earlier attempt has a copy of that attempt, whose response nobody waits for any more.
  lastPopup?.close()
  const [width, height] = [600, 720]
  const left = Math.round(window.screenX + (window.outerWidth - width) / 2)
  const top = Math.round(window.screenY + (window.outerHeight - height) / 2)
  const features = `popup,width=${width},height=${height},left=${left},top=${top}`
  // A name of its own: a popup that is there already would go on with the storage that it began with.
  lastPopup = window.open(url, `provider-sign-in-${state}`, features)
  return lastPopup
}

const OUTCOMES = ['signed-in', 'failed'] as const
type PopupOutcome = (typeof OUTCOMES)[number]

const CHANNEL = 'provider-sign-in'
let stopListening = () => {}

function outcomeOfPopup(state: string, popup: Window, onClosed: () => void): Promise<PopupOutcome> {
  stopListening()
  const channel = new BroadcastChannel(CHANNEL)
  // Closing it gives this window the focus. It goes on listening: a provider's page may only look closed from here.
  const checkClosed = () => popup.closed && onClosed()
  window.addEventListener('focus', checkClosed)
  stopListening = () => {
    channel.close()
    window.removeEventListener('focus', checkClosed)
  }
  return new Promise((resolve) => {
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      const outcome = OUTCOMES.find((each) => data === `${state} ${each}`)
      if (outcome === undefined) return
      stopListening()
      resolve(outcome)
    })
  })
}

export function notifyOpener({ state }: ProviderAttempt, outcome: PopupOutcome): void {
  const channel = new BroadcastChannel(CHANNEL)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel of one origin has no target
  channel.postMessage(`${state} ${outcome}`)
  channel.close()
}

type Secrets = Pick<ProviderAttempt, 'state' | 'nonce'>

/** The address at which the browser asks Google for a code (OpenID Connect Core 3.1.2.1, PKCE with S256). */
export async function googleAuthorizationUrl(
  settings: SignInProvider,
  { state, nonce, codeVerifier }: Secrets & { codeVerifier: string },
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
export function appleAuthorizationUrl(settings: SignInProvider, { state, nonce }: Secrets): string {
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
  opensIn: z.enum(['page', 'popup']),
  /** Epoch milliseconds. */
  startedAt: z.number(),
})

export type ProviderAttempt = z.infer<typeof attemptSchema>

/** The key in `sessionStorage`: an attempt belongs to its tab, and to the popup that the tab opened, which gets a copy. */
export const ATTEMPT_KEY = 'provider-sign-in'
/** Somebody may have to look for a password, or a second device. */
const ATTEMPT_LIFETIME_MS = 10 * 60_000

/** Stores the attempt in place of an earlier one. False where storage is forbidden: then no response could be checked. */
export function storeAttempt(attempt: ProviderAttempt): boolean {
  try {
    window.sessionStorage.setItem(ATTEMPT_KEY, JSON.stringify(attempt))
    return true
  } catch {
    return false
  }
}

/** Removes and returns the attempt; undefined when there is none, it is over, or it was with another provider. */
export function consumeAttempt(provider: ProviderName): ProviderAttempt | undefined {
  try {
    const stored = window.sessionStorage.getItem(ATTEMPT_KEY)
    window.sessionStorage.removeItem(ATTEMPT_KEY)
    const { success, data } = attemptSchema.safeParse(JSON.parse(stored ?? 'null'))
    const isOurs = success && data.provider === provider
    return isOurs && Math.abs(Date.now() - data.startedAt) < ATTEMPT_LIFETIME_MS ? data : undefined
  } catch {
    return undefined
  }
}

/** Whatever is wrong with email and password is one sentence (rules 8), so that it does not reveal who has an account. */
export function signInFailure(outcome: Failure): string {
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
