import { systemClock } from '@/offline/platform/deferred'
import { createLocalFirstProgramme } from '@/offline/programme/local-first-programme'
import { createOfflineClient } from '@/offline/client/offline-client'
import type { OfflineClient } from '@/offline/client/offline-client'
import { PROGRAMME_SYNC_TAG, OUTBOX_SYNC_TAG } from '@/offline/client/worker-messages'
import type { PageMessage, PeriodicSyncManager, SyncManager } from '@/offline/client/worker-messages'
import { pageDrafts } from '@/offline/outbox/drafts'
import type { Outbox } from '@/offline/outbox/outbox'
import { subscribeLive } from '@/offline/outbox/database'
import type { PushRegistration } from '@/offline/push/push-registration'
import type { SessionManager } from '@/offline/session/session'
import { pageStorage, storeWaitingCount } from './page-storage'

export type PageOfflineClient = ReturnType<typeof createPageOfflineClient>

let pageClient: PageOfflineClient | undefined

export function pageOfflineClient(): PageOfflineClient {
  pageClient ??= createPageOfflineClient()
  return pageClient
}

function createPageOfflineClient() {
  const { publicApi, ...client } = createOfflineClient({
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
    onSaved: requestPersistentStorage,
    pushManager: async () => {
      const registration = await navigator.serviceWorker?.getRegistration()
      return registration?.active ? registration.pushManager : undefined
    },
    createReminders: async (deps) => (await import('@/offline/push/reminders')).createReminders(deps),
  })
  addPageTriggers(client)
  resumePush(client)
  void client.outbox.tidy().catch(() => undefined)
  subscribeLive(client.outbox.waiting, storeWaitingCount)
  prepareInstalled()
  const { replica, session } = client
  const programme = createLocalFirstProgramme({
    replica,
    api: publicApi,
    tokens: session.tokens,
    clock: systemClock,
    locale: pageLocale,
  })
  return {
    ...client,
    programme,
    subscribeToSyncs: (listener: () => void) => subscribeToSyncs(replica, listener),
  }
}

function pageLocale(): string {
  return document.documentElement.lang || navigator.language
}

/** The shortest interval: Chromium chooses by how much the app is used. */
const REFRESH_EVERY_MS = 12 * 3_600_000

function prepareInstalled(): void {
  if (matchMedia('(display-mode: standalone)').matches) prepare()
  addEventListener('appinstalled', prepare)
}

function prepare(): void {
  requestPersistentStorage()
  refreshPeriodically()
}

/** Chromium alone has it, and permits it to installed apps. */
function refreshPeriodically(): void {
  void navigator.serviceWorker?.ready
    .then((registration) =>
      (registration as { periodicSync?: PeriodicSyncManager }).periodicSync?.register(PROGRAMME_SYNC_TAG, {
        minInterval: REFRESH_EVERY_MS,
      }),
    )
    .catch(() => undefined)
}

/** Everything that may mean 'the network is back' (offline.md, outbox 6). The worker gets none of these events. */
function addPageTriggers({
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

function subscribeToSyncs(replica: Pick<OfflineClient['replica'], 'sync'>, listener: () => void): () => void {
  let last: { syncedAt: number | undefined } | undefined
  return subscribeLive(
    async () => (await replica.sync())?.syncedAt,
    (syncedAt) => {
      if (last !== undefined && last.syncedAt !== syncedAt) listener()
      last = { syncedAt }
    },
  )
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

async function registerIfUnsent(outbox: Outbox): Promise<void> {
  const waiting = await outbox.waiting().catch(() => 0)
  if (waiting > 0) registerBackgroundSync()
}

/** Asks for a background sync. It is rejected where the browser has none, or the person forbids it: then the page delivers. */
function registerBackgroundSync(): void {
  void navigator.serviceWorker?.ready
    .then((registration) => (registration as { sync?: SyncManager }).sync?.register(OUTBOX_SYNC_TAG))
    .catch(() => undefined)
}

let hasRequested = false

/** Asks the browser not to evict the outbox when the device gets full. Some browsers ask the person. */
function requestPersistentStorage(): void {
  if (hasRequested) return
  hasRequested = true
  void navigator.storage?.persist?.().catch(() => undefined)
}
