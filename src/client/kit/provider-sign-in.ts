import { randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client'
import type { SignInProvider } from '@/contract/accounts'
import { appleAuthorizationUrl, googleAuthorizationUrl } from './authorization-url'
import { ATTEMPT_KEY, storeAttempt } from './provider-attempt'
import type { ProviderAttempt, ProviderName } from './provider-attempt'

interface BeginOptions {
  /** Path of ours to go to afterwards; without one the remembered address, else `/` (spec 4). */
  returnTo?: string | undefined
}

/**
 * Leaves for the provider: with Apple in a popup where that is possible, else with the whole page. Call it in the
 * handler of a tap, or the popup is blocked. Resolves with 'signed-in' when the popup has signed somebody in or
 * 'failed' when it has not, with 'storage-forbidden' when nothing was begun; never when the page is left or the popup is
 * closed by hand.
 */
export async function beginProviderSignIn(
  provider: ProviderName,
  settings: SignInProvider,
  { returnTo }: BeginOptions = {},
): Promise<PopupOutcome | 'storage-forbidden'> {
  const attempt = { provider, state: randomState(), nonce: randomNonce(), startedAt: Date.now(), returnTo }
  try {
    const storage = window.sessionStorage
    if (provider === 'google') {
      const withVerifier = {
        ...attempt,
        provider,
        codeVerifier: randomPKCECodeVerifier(),
        opensIn: 'page',
      } as const
      storeAttempt(storage, withVerifier)
      return await leaveFor(await googleAuthorizationUrl(settings, withVerifier))
    }
    const inPopup = { ...attempt, opensIn: 'popup' } as const
    // Before it is opened: the popup begins with a copy of this tab's storage.
    storeAttempt(storage, inPopup)
    const url = appleAuthorizationUrl(settings, inPopup)
    if (isInstalled() || !openPopup(url)) {
      storeAttempt(storage, { ...attempt, opensIn: 'page' })
      return await leaveFor(url)
    }
    const outcome = await outcomeOfPopup(inPopup)
    // The popup has used up its copy.
    storage.removeItem(ATTEMPT_KEY)
    return outcome
  } catch {
    return 'storage-forbidden'
  }
}

/** The page is going: nothing after this would be seen. */
function leaveFor(url: string): Promise<never> {
  window.location.assign(url)
  return new Promise(() => {})
}

/** An installed app opens popups in another program, with other storage, on some phones. */
function isInstalled(): boolean {
  return window.matchMedia('(display-mode: standalone)').matches
}

function openPopup(url: string): boolean {
  const [width, height] = [600, 720]
  const left = Math.round(window.screenX + (window.outerWidth - width) / 2)
  const top = Math.round(window.screenY + (window.outerHeight - height) / 2)
  const features = `popup,width=${width},height=${height},left=${left},top=${top}`
  return window.open(url, 'provider-sign-in', features) !== null
}

const OUTCOMES = ['signed-in', 'failed'] as const
type PopupOutcome = (typeof OUTCOMES)[number]

const CHANNEL = 'provider-sign-in'
let stopListening = () => {}

function outcomeOfPopup({ state }: ProviderAttempt): Promise<PopupOutcome> {
  stopListening()
  const channel = new BroadcastChannel(CHANNEL)
  stopListening = () => channel.close()
  return new Promise((resolve) => {
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      const outcome = OUTCOMES.find((each) => data === `${state} ${each}`)
      if (outcome === undefined) return
      channel.close()
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
