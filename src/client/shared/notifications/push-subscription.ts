import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { browserFacts, isMobileIos } from '@/client/shared/pwa/mobile-platform'
import type { OutboxEntry } from '@/offline/outbox/entry'
import { pageStorage } from '@/offline/page/page-storage'
import type { PushState } from '@/offline/push/push-registration'

const DECLINED = 'push-declined-at'
const OFFER_AGAIN_MS = 60 * 86_400_000

/** `offer`: it may be asked for. `install`: this browser has it only once the app is installed. */
export type PushOfferKind = 'offer' | 'install' | 'none'

/** The offer after a submission; undefined where the browser forbids it, it is on, or the person declined lately. */
export async function pushOfferFor(entry: OutboxEntry): Promise<PushOfferKind> {
  if (wasDeclined()) return 'none'
  const support = pushSupport()
  if (support !== 'push') return entry.owner === null ? 'none' : support
  if (Notification.permission === 'denied' || entry.wantsPush === true) return 'none'
  const { push } = await loadOfflineClient()
  return entry.owner !== null && (await push.isAccountRegistered()) ? 'none' : 'offer'
}

export async function subscribeToReview(entry: OutboxEntry): Promise<PushState | 'denied' | 'undecided'> {
  const permission = await askPermission()
  if (permission !== 'granted') return permission
  const { push } = await loadOfflineClient()
  return entry.owner === null ? push.want(entry.id) : push.registerAccount()
}

/** 'undecided': the person has closed the browser's question, which it asks only after a tap. */
export async function askPermission(): Promise<'granted' | 'denied' | 'undecided'> {
  const permission = await Notification.requestPermission()
  return permission === 'default' ? 'undecided' : permission
}

export function declinePush(): void {
  try {
    localStorage.setItem(DECLINED, String(Date.now()))
  } catch {
    // Storage is forbidden: the person is asked again the next time.
  }
}

function wasDeclined(): boolean {
  const at = Number(pageStorage()?.getItem(DECLINED) ?? 0)
  // A date that is to come is of a clock that was wrong.
  return at > 0 && Math.abs(Date.now() - at) < OFFER_AGAIN_MS
}

export function pushSupport(): 'push' | 'install' | 'none' {
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window) return 'push'
  // Safari on iOS and iPadOS pushes to installed apps alone.
  return isMobileIos(navigator) && !browserFacts().isInstalled ? 'install' : 'none'
}
