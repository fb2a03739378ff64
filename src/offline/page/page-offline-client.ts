import { createOfflineClient, type OfflineClient } from '@/offline/client/offline-client'
import { OUTBOX_SYNC_TAG, type PageMessage, type SyncManager } from '@/offline/client/worker-messages'
import { pageDrafts } from '@/offline/outbox/drafts'
import { subscribeLive } from '@/offline/platform/indexed-db'
import type { PushRegistration } from '@/offline/push/push-registration'
import type { SessionManager } from '@/offline/session/session'
import { pageLocale, pageProgramme, requestPersistentStorage } from './page-programme'
import { pageStorage, storeWaitingCount } from './page-storage'

export type PageOfflineClient = ReturnType<typeof createPageOfflineClient>

let pageClient: PageOfflineClient | undefined

export function pageOfflineClient(): PageOfflineClient {
  pageClient ??= createPageOfflineClient()
  return pageClient
}

function createPageOfflineClient() {
  const programmeClient = pageProgramme()
  const client = createOfflineClient({
    programmeClient,
    storage: pageStorage(),
    locale: pageLocale,
    retries: true,
    isVisible: () => document.visibilityState === 'visible',
    drafts: pageDrafts(),
    onUnreported: registerBackgroundSync,
    onEnqueued() {
      // The page sends, too: the one that gets the lock is the sender, and the worker goes on when the page is closed.
      navigator.serviceWorker?.controller?.postMessage({ type: 'DELIVER' } satisfies PageMessage)
      registerBackgroundSync()
      requestPersistentStorage()
    },
    pushManager: async () => {
      const registration = await navigator.serviceWorker?.getRegistration()
      return registration?.active ? registration.pushManager : undefined
    },
  })
  addPageTriggers(client)
  resumePush(client)
  void client.outbox
    .recoverDrafts()
    .then(client.outbox.tidy)
    .catch(() => undefined)
  let isFirstCount = true
  subscribeLive(client.outbox.waiting, (count) => {
    storeWaitingCount(count)
    if (isFirstCount && count > 0) registerBackgroundSync()
    isFirstCount = false
  })
  // The worker syncs for the page, and what it reaches the page's own requests do not tell.
  programmeClient.subscribeToSyncs(() => void client.outbox.reached())
  return client
}

/** Everything that may mean 'the network is back' (offline.md, outbox 6). The worker gets none of these events. */
function addPageTriggers({ outbox, session }: Pick<OfflineClient, 'outbox' | 'session'>): void {
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
  session.subscribe(schedule)
  void session.ready.then(schedule)
}

/** Where the person allows notifications already, nobody is asked again. */
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

/** Asks for a background sync. It is rejected where the browser has none, or the person forbids it: then the page delivers. */
function registerBackgroundSync(): void {
  void navigator.serviceWorker?.ready
    .then((registration) => (registration as { sync?: SyncManager }).sync?.register(OUTBOX_SYNC_TAG))
    .catch(() => undefined)
}
