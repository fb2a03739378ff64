import { randomNonce, randomPKCECodeVerifier, randomState, calculatePKCECodeChallenge } from 'openid-client'
import type { SignInProvider } from '@/contract/accounts/accounts'
import { ATTEMPT_KEY, storeAttempt } from './provider-attempt'
import type { ProviderAttempt, ProviderName } from './provider-attempt'

interface BeginOptions {
  /** Path of ours to go to afterwards; without one the remembered address, else `/` (rules 4.2). */
  returnTo?: string | undefined
  /** The popup was closed by hand, as far as can be seen from here. */
  onClosed?: () => void
}

/**
 * Leaves for the provider: with Apple in a popup where that is possible, else with the whole page. Call it in the
 * handler of a tap, or the popup is blocked. Resolves with 'signed-in' when the popup has signed somebody in or
 * 'failed' when it has not, with 'storage-forbidden' when nothing was begun; never when the page is left or the popup is
 * closed by hand. Rejects when the browser fails in another way.
 */
export async function beginProviderSignIn(
  provider: ProviderName,
  settings: SignInProvider,
  { returnTo, onClosed = () => {} }: BeginOptions = {},
): Promise<PopupOutcome | 'storage-forbidden'> {
  const attempt = { provider, state: randomState(), nonce: randomNonce(), startedAt: Date.now(), returnTo }
  if (provider === 'google') {
    const withVerifier = { ...attempt, codeVerifier: randomPKCECodeVerifier(), opensIn: 'page' } as const
    if (!isStored(withVerifier)) return 'storage-forbidden'
    return leaveFor(await googleAuthorizationUrl(settings, withVerifier))
  }
  const inPopup = { ...attempt, opensIn: 'popup' } as const
  // It is stored before the popup opens, which begins with a copy of this tab's storage.
  if (!isStored(inPopup)) return 'storage-forbidden'
  const url = appleAuthorizationUrl(settings, inPopup)
  const popup = isInstalled() ? null : openPopup(url, inPopup)
  if (popup === null) {
    return isStored({ ...attempt, opensIn: 'page' }) ? leaveFor(url) : 'storage-forbidden'
  }
  const outcome = await outcomeOfPopup(inPopup, { popup, onClosed })
  // The popup has used up its copy.
  window.sessionStorage.removeItem(ATTEMPT_KEY)
  return outcome
}

/** Stores the attempt; false where the browser forbids this page to store anything. */
function isStored(attempt: ProviderAttempt): boolean {
  try {
    storeAttempt(window.sessionStorage, attempt)
    return true
  } catch {
    return false
  }
}

/** Leaves the page, and never resolves: nothing after this would be seen. */
function leaveFor(url: string): Promise<never> {
  window.location.assign(url)
  return new Promise(() => {})
}

/** An installed app opens popups in another program, with other storage, on some phones. */
function isInstalled(): boolean {
  return window.matchMedia('(display-mode: standalone)').matches
}

let lastPopup: Window | null = null

function openPopup(url: string, { state }: ProviderAttempt): Window | null {
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

interface OpenPopup {
  popup: Window
  onClosed: () => void
}

function outcomeOfPopup({ state }: ProviderAttempt, { popup, onClosed }: OpenPopup): Promise<PopupOutcome> {
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

/** Tells the page that opened this popup what became of its attempt. */
export function notifyOpener({ state }: ProviderAttempt, outcome: PopupOutcome): void {
  const channel = new BroadcastChannel(CHANNEL)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel of one origin has no target
  channel.postMessage(`${state} ${outcome}`)
  channel.close()
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
