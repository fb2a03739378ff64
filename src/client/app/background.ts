import type { QueryClient } from '@tanstack/react-query'
import { clearSignedOutAccounts } from '@/client/shared/session/account-queries'
import { followUpdates } from '@/client/shared/pwa/app-update'
import { loadOfflineClient, watchSyncs } from '@/client/shared/offline/offline-client'
import { activeWorker, postToWorker } from '@/client/shared/pwa/worker-client'
import { setClockOffset } from '@/client/shared/time/use-now'
import type { PageOfflineClient } from '@/offline/page/page-offline-client'
import type { Fetched } from '@/offline/programme/programme-reader'
import { serverTimeMs } from '@/offline/replica/server-time'
import { PROGRAMME_KEY } from '@/client/shared/programme/programme-queries'

/**
 * The work of a page beside what it shows: registers the worker (the app works as a website without one), delivers the outbox (the
 * offline client does so once it is loaded), syncs, wipes.
 */
export function startInBackground(queryClient: QueryClient): void {
  if (import.meta.env.PROD && 'serviceWorker' in navigator) followUpdates()
  startProgrammeSync(queryClient)
  clearSignedOutAccounts(queryClient).catch(() => undefined)
}

const SYNC_EVERY_MS = 60_000

/**
 * Syncs the replica when the browser is idle, again when the page is visible or online again, and shows what has
 * changed. The worker does the work where there is one; without it this page does, in slices.
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
      .then(() => syncNow(isSeenSent ? [] : fetchedEvents(queryClient)))
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

async function syncNow(seen: unknown[]): Promise<void> {
  const worker = await activeWorker()
  if (worker !== undefined && (await postToWorker(worker, { type: 'SYNC', seen }))) return
  await (await loadOfflineClient()).replicaSync.sync(seen)
}

async function subscribeToReplica(queryClient: QueryClient): Promise<void> {
  const { replica } = await loadOfflineClient()
  await replica.subscribe(() => void queryClient.invalidateQueries({ queryKey: PROGRAMME_KEY }))
  watchSyncs(() => void followServerClock(replica))
  void followServerClock(replica)
}

/** Each sync finds out how far this device's clock is off: 'today' is the server's. */
async function followServerClock(replica: PageOfflineClient['replica']): Promise<void> {
  const sync = await replica.sync().catch(() => undefined)
  const deviceTime = Date.now()
  setClockOffset(serverTimeMs(sync, deviceTime) - deviceTime)
}

function isPrivate({ state: { data } }: { state: { data: unknown } }): boolean {
  return typeof data === 'object' && data !== null && 'isPrivate' in data && data.isPrivate === true
}

/**
 * The events that pages were rendered with or fetched from the network, for the replica, which reads each through its
 * schema.
 */
export function fetchedEvents(queryClient: QueryClient): unknown[] {
  const shown = queryClient
    .getQueriesData<unknown>({ queryKey: PROGRAMME_KEY })
    .flatMap(([, data]) => (isObject(data) && Array.isArray(data['pages']) ? data['pages'] : [data]))
    .filter((data) => isFetched(data) && data.savedAt === undefined && !isPrivate({ state: { data } }))
    .map((fetched) => (fetched as Fetched<unknown>).data)
  const rows = shown.flatMap((data) => (isObject(data) && Array.isArray(data['items']) ? data['items'] : []))
  const events = shown.filter((data) => isObject(data) && 'schedules' in data)
  // The events with all their dates come last.
  return [...rows, ...events]
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
const isFetched = (value: unknown): value is Fetched<unknown> => isObject(value) && 'data' in value
