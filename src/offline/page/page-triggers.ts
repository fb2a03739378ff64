import type { OfflineClient } from '@/offline/client/offline-client'
import type { Outbox } from '@/offline/outbox/outbox'
import { subscribeLive } from '@/offline/outbox/subscribe-live'
import type { PushRegistration } from '@/offline/push/push-registration'
import type { SessionManager } from '@/offline/session/session'
import { OUTBOX_SYNC_TAG, type SyncManager } from '@/offline/client/worker-messages'

/**
 * Schedules delivery at everything that may mean 'the network is back' (offline.md, outbox 6): the start of the page,
 * `online`, becoming visible, a new sign-in, a sync that got through. The worker gets none of these events, and Safari and Firefox have no
 * background sync.
 */
export function addPageTriggers({
  outbox,
  session,
  replica,
}: Pick<OfflineClient, 'outbox' | 'session' | 'replica'>): void {
  const schedule = () => void outbox.schedule({ networkIsBack: true })
  const resume = () => {
    schedule()
    void session.resume()
  }
  addEventListener('online', resume)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') resume()
  })
  // Out of the back/forward cache: it has missed what other tabs did.
  addEventListener('pageshow', (event) => {
    if ('persisted' in event && event.persisted === true) resume()
  })
  // Another tab has signed in or out: its message may come before this one sees what it stored.
  addEventListener('storage', (event) => {
    if ('key' in event && (event.key === 'auth_user' || event.key === null)) void session.resume()
  })
  // The worker syncs for the page, and what it reaches the page's own requests do not tell.
  subscribeLive(
    async () => (await replica.sync())?.syncedAt,
    () => void outbox.reached(),
  )
  session.subscribe(schedule)
  void session.ready.then(schedule)
  void registerIfUnsent(outbox)
}

/** Calls the listener after each sync from now on that got through, of whichever tab or the worker. */
export function subscribeToSyncs(
  replica: Pick<OfflineClient['replica'], 'sync'>,
  listener: () => void,
): () => void {
  let last: { syncedAt: number | undefined } | undefined
  return subscribeLive(
    async () => (await replica.sync())?.syncedAt,
    (syncedAt) => {
      if (last !== undefined && last.syncedAt !== syncedAt) listener()
      last = { syncedAt }
    },
  )
}

/**
 * When the person allows notifications already, who is signed in gets those of the account without being asked again, who is
 * signed out gets none any more, and what visitors asked for is registered.
 */
export function resumePush({
  push,
  session,
}: {
  push: Pick<PushRegistration, 'resumeAccount' | 'settle' | 'end'>
  session: Pick<SessionManager, 'current' | 'subscribe' | 'subscribeToSignIns'>
}): void {
  // The worker settles requests too, where its browser lets it subscribe without a page.
  let done = push.resumeAccount().then(push.settle)
  // The changes follow one another: what ends must not be what the next one has just got.
  const next = (work: () => Promise<void>) => void (done = done.then(work))
  session.subscribeToSignIns(() => next(push.resumeAccount))
  session.subscribe(() => {
    if (session.current() === undefined) next(push.end)
  })
}

async function registerIfUnsent(outbox: Outbox): Promise<void> {
  const waiting = await outbox.waiting().catch(() => 0)
  if (waiting > 0) registerBackgroundSync()
}

/** Asks for a background sync. It is rejected where the browser has none, or the person forbids it: then the page delivers. */
export function registerBackgroundSync(): void {
  void navigator.serviceWorker?.ready
    .then((registration) => (registration as { sync?: SyncManager }).sync?.register(OUTBOX_SYNC_TAG))
    .catch(() => undefined)
}

let hasRequested = false

/** Asks the browser not to evict the outbox when the device gets full. Some browsers ask the person. */
export function requestPersistentStorage(): void {
  if (hasRequested) return
  hasRequested = true
  void navigator.storage?.persist?.().catch(() => undefined)
}
