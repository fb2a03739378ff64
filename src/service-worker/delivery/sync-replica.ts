import { systemTimers } from '@/offline/platform/deferred'
import type { Timers } from '@/offline/platform/deferred'
import type { ImageProgress, ReplicaSync } from '@/offline/replica/replica-sync'
import { PROGRAMME_SYNC_TAG, readSyncMessage } from '@/offline/client/worker-messages'
import type { SyncReply } from '@/offline/client/worker-messages'
import type { Shell } from '@/service-worker/shell'

/** The DOM's types lack it: Chromium alone has it. */
interface PeriodicSyncEvent extends ExtendableEvent {
  tag: string
}

/** The replica and the shell are brought up to date together: a replica is of no use to a shell that does not open. */
interface Synced {
  replicaSync: () => ReplicaSync
  shell: Pick<Shell, 'repair'>
}

/** A page that waits hears this often that the sync goes on: it gives up on a worker that says nothing for two minutes. */
const STILL_SYNCING_EVERY_MS = 30_000

/** Syncs the replica when a page requests it, off the page's main thread. Who asked for it gets a report. */
export function syncOnMessage(
  scope: ServiceWorkerGlobalScope,
  { replicaSync, shell }: Synced,
  timers: Timers = systemTimers,
): void {
  scope.addEventListener('message', (event) => {
    const message = readSyncMessage(event.data)
    if (message === undefined) return
    const [port] = event.ports
    const reply = (text: SyncReply) => port?.postMessage(text)
    reply({ type: 'SYNCING' })
    const { seen, asked } = message
    const onImages = (progress: ImageProgress) => reply({ type: 'IMAGES', progress })
    const synced = Promise.all([replicaSync().sync(seen, asked && { ...asked, onImages }), shell.repair()])
    const done = synced.then(([report, isShellComplete]) =>
      reply({ type: 'SYNCED', report, isShellComplete }),
    )
    let stop: (() => void) | undefined
    const repeat = () => {
      stop = timers.after(STILL_SYNCING_EVERY_MS, () => {
        reply({ type: 'SYNCING' })
        repeat()
      })
    }
    if (asked !== undefined) repeat()
    event.waitUntil(done.finally(() => stop?.()))
  })
}

/** Syncs the replica now and then with no page open, where the app is installed and the browser has periodic background sync. */
export function syncPeriodically(scope: ServiceWorkerGlobalScope, { replicaSync, shell }: Synced): void {
  scope.addEventListener('periodicsync', (event) => {
    const { tag, waitUntil } = event as PeriodicSyncEvent
    if (tag !== PROGRAMME_SYNC_TAG) return
    waitUntil.call(event, Promise.all([replicaSync().sync(), shell.repair()]))
  })
}
