import type { ReplicaSync } from '@/offline/replica/replica-sync'
import { readSyncMessage } from '@/offline/worker-messages'

/** Syncs the replica when a page requests it, off the page's main thread. */
export function syncOnMessage(scope: ServiceWorkerGlobalScope, replicaSync: () => ReplicaSync): void {
  scope.addEventListener('message', (event) => {
    const message = readSyncMessage(event.data)
    if (message === undefined) return
    event.ports[0]?.postMessage('received')
    event.waitUntil(replicaSync().sync(message.seen))
  })
}
