import type { QueryClient } from '@tanstack/react-query'
import { clearSignedOutAccounts, isPrivate } from '@/client/shared/session/account-queries'
import { followUpdates } from '@/client/shared/pwa/app-update'
import {
  loadedOfflineClient,
  loadOfflineClient,
  watchOfflineClient,
} from '@/client/shared/offline/offline-client'
import { loadPageProgramme, watchSyncs } from '@/client/shared/offline/page-programme'
import { syncProgramme } from '@/client/shared/pwa/worker-client'
import { setClockOffset } from '@/client/shared/time/use-now'
import type { PageProgramme } from '@/offline/page/page-programme'
import { readWaitingCount } from '@/offline/page/page-storage'
import type { Fetched } from '@/offline/programme/programme-reader'
import { serverTimeMs } from '@/offline/replica/server-time'
import { PROGRAMME_KEY } from '@/client/shared/programme/programme-queries'

/** The work of a page beside what it shows: registers the worker (the app works as a website without one), syncs, sends, wipes. */
export function startInBackground(queryClient: QueryClient): void {
  if (import.meta.env.PROD && 'serviceWorker' in navigator) followUpdates()
  startProgrammeSync(queryClient)
  startOfflineClient(queryClient)
}

/** With a network the session is resumed and the outbox sent. Without one a page has no use for them before somebody asks for them. */
function startOfflineClient(queryClient: QueryClient): void {
  let following: Promise<void> | undefined
  const follow = () => {
    if (loadedOfflineClient()) following ??= clearSignedOutAccounts(queryClient).catch(() => undefined)
  }
  watchOfflineClient(follow)
  follow()
  loadIfOfUse()
  window.addEventListener('online', loadIfOfUse)
  document.addEventListener('visibilitychange', loadIfOfUse)
}

function loadIfOfUse(): void {
  // A chunk that failed to load is tried again the next time.
  if (navigator.onLine || readWaitingCount() > 0) loadOfflineClient().catch(() => undefined)
}

const SYNC_EVERY_MS = 60_000

/**
 * Syncs the replica when the browser is idle, again when the page is visible or online again, and shows what has
 * changed. The worker does the work where there is one; without it this page does.
 */
function startProgrammeSync(queryClient: QueryClient): void {
  let syncedAt = Number.NEGATIVE_INFINITY
  let subscribed: Promise<void> | undefined
  let isSeenSent = false
  const sync = () => {
    // The clock is monotonic: the system clock may be set back.
    if (document.visibilityState !== 'visible' || performance.now() - syncedAt < SYNC_EVERY_MS / 2) return
    syncedAt = performance.now()
    // A chunk that failed to load is tried again the next time.
    subscribed ??= subscribeToReplica(queryClient).catch(() => {
      subscribed = undefined
    })
    // The two follow one another: the page would not notice what the sync had brought before.
    void subscribed
      .then(() => syncProgramme(isSeenSent ? [] : fetchedEvents(queryClient)))
      // It is sent once: afterwards the replica has it from the server.
      .then(() => (isSeenSent = true))
      .catch(() => undefined)
  }
  sync()
  window.addEventListener('online', () => {
    syncedAt = Number.NEGATIVE_INFINITY
    sync()
  })
  document.addEventListener('visibilitychange', sync)
  setInterval(sync, SYNC_EVERY_MS)
}

async function subscribeToReplica(queryClient: QueryClient): Promise<void> {
  const { replica } = await loadPageProgramme()
  await replica.subscribe(() => void queryClient.invalidateQueries({ queryKey: PROGRAMME_KEY }))
  watchSyncs(() => void followServerClock(replica))
  void followServerClock(replica)
}

/** Each sync finds out how far this device's clock is off: 'today' is the server's. */
async function followServerClock(replica: PageProgramme['replica']): Promise<void> {
  const sync = await replica.sync().catch(() => undefined)
  const deviceTime = Date.now()
  setClockOffset(sync?.clockOffsetMs === undefined ? undefined : serverTimeMs(sync, deviceTime) - deviceTime)
}

/** A query of the programme holds a page of events, one of them, or neither. */
type Shown = Fetched<{ items?: unknown[] } | { schedules: unknown } | null>

/**
 * The events that pages were rendered with or fetched from the network, for the replica, which reads each through its
 * schema.
 */
export function fetchedEvents(queryClient: QueryClient): unknown[] {
  const shown = queryClient
    .getQueriesData<Shown | { pages: Shown[] }>({ queryKey: PROGRAMME_KEY })
    .flatMap(([, data]) => (data && 'pages' in data ? data.pages : (data ?? [])))
    .filter((fetched) => fetched.savedAt === undefined && !isPrivate(fetched))
  const rows = shown.flatMap(({ data }) => (data && 'items' in data && data.items) || [])
  const events = shown.flatMap(({ data }) => (data && 'schedules' in data ? data : []))
  // The events with all their dates come last.
  return [...rows, ...events]
}
