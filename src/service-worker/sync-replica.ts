import type { ReplicaSync } from '@/offline/replica/replica-sync'
import { readSyncMessage } from '@/offline/worker-messages'

/** Brings the replica up to date when a page says so: the page's own thread is for the person. */
export function syncOnMessage(scope: ServiceWorkerGlobalScope, replicaSync: () => ReplicaSync): void {
  scope.addEventListener('message', (event) => {
    const message = readSyncMessage(event.data)
    if (message === undefined) return
    event.ports[0]?.postMessage('received')
    event.waitUntil(replicaSync().sync(message.seen))
  })
}
