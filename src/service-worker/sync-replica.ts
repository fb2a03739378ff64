import type { ReplicaSync } from '@/offline/replica/replica-sync'
import { PROGRAMME_SYNC_TAG, readSyncMessage, type SyncReply } from '@/offline/worker-messages'
import type { UntilUpdate } from './end-events'

/** Not in the DOM's types: Chromium alone has it. */
interface PeriodicSyncEvent extends ExtendableEvent {
  tag: string
}

/** Syncs the replica when a page requests it, off the page's main thread. Who asked for it gets a report. */
export function syncOnMessage(
  scope: ServiceWorkerGlobalScope,
  replicaSync: () => ReplicaSync,
  untilUpdate: UntilUpdate,
): void {
  scope.addEventListener('message', (event) => {
    const message = readSyncMessage(event.data)
    if (message === undefined) return
    const [port] = event.ports
    const reply = (text: SyncReply) => port?.postMessage(text)
    reply({ type: 'SYNCING' })
    const { seen, asked } = message
    event.waitUntil(
      untilUpdate(
        replicaSync()
          .sync(seen, asked && { ...asked, onImages: (progress) => reply({ type: 'IMAGES', progress }) })
          .then((report) => reply({ type: 'SYNCED', report })),
      ),
    )
  })
}

/** Syncs the replica now and then with no page open, where the guide is installed and the browser has periodic background sync. */
export function syncPeriodically(
  scope: ServiceWorkerGlobalScope,
  replicaSync: () => ReplicaSync,
  untilUpdate: UntilUpdate,
): void {
  scope.addEventListener('periodicsync', (event) => {
    const { tag, waitUntil } = event as PeriodicSyncEvent
    if (tag === PROGRAMME_SYNC_TAG) waitUntil.call(event, untilUpdate(replicaSync().sync()))
  })
}
