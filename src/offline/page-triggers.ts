import type { Outbox } from './outbox/outbox'
import type { SessionManager } from './session'
import { OUTBOX_SYNC_TAG, type SyncManager } from './worker-messages'

/**
 * Everything that may mean 'the network is back' (offline.md, outbox 6): the start of the page, `online`, becoming
 * visible, a new sign-in. The worker gets none of these, and Safari and Firefox have no background sync.
 */
export function addPageTriggers(outbox: Outbox, session: SessionManager): void {
  const tryNow = () => void outbox.schedule({ networkIsBack: true })
  addEventListener('online', tryNow)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') tryNow()
  })
  session.subscribe(tryNow)
  void session.ready.then(tryNow)
  void registerIfUnsent(outbox)
}

async function registerIfUnsent(outbox: Outbox): Promise<void> {
  const waiting = await outbox.waiting().catch(() => 0)
  if (waiting > 0) registerBackgroundSync()
}

/** Refused where the browser has none, or the person forbids it: then the page sends. */
export function registerBackgroundSync(): void {
  void navigator.serviceWorker?.ready
    .then((registration) => (registration as { sync?: SyncManager }).sync?.register(OUTBOX_SYNC_TAG))
    .catch(() => undefined)
}

let hasRequested = false

/** So that the browser does not clear what waits here when the device gets full. Some browsers ask the person. */
export function requestPersistentStorage(): void {
  if (hasRequested) return
  hasRequested = true
  void navigator.storage?.persist?.().catch(() => undefined)
}
