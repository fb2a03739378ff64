import type { Outbox } from './outbox/outbox'
import type { SessionKeeper } from './session'
import { OUTBOX_SYNC_TAG, type SyncManager } from './worker-messages'

/**
 * Everything that may mean 'the network is back' (offline.md, outbox 6): the start of the page, `online`, becoming
 * visible, a new sign-in. The worker gets none of these, and Safari and Firefox have no background sync.
 */
export function watchPage(outbox: Outbox, session: SessionKeeper): void {
  const tryNow = () => void outbox.schedule({ networkIsBack: true })
  addEventListener('online', tryNow)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') tryNow()
  })
  session.subscribe(tryNow)
  void session.ready.then(tryNow)
  void askIfWaiting(outbox)
}

async function askIfWaiting(outbox: Outbox): Promise<void> {
  const waiting = await outbox.waiting().catch(() => 0)
  if (waiting > 0) askForBackgroundSync()
}

/** Refused where the browser has none, or the person forbids it: then the page sends. */
export function askForBackgroundSync(): void {
  void navigator.serviceWorker?.ready
    .then((registration) => (registration as { sync?: SyncManager }).sync?.register(OUTBOX_SYNC_TAG))
    .catch(() => undefined)
}

let hasAsked = false

/** So that the browser does not clear what waits here when the device gets full. Some browsers ask the person. */
export function askForPersistentStorage(): void {
  if (hasAsked) return
  hasAsked = true
  void navigator.storage?.persist?.().catch(() => undefined)
}
