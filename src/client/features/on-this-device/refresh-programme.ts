import { loadOfflineClient } from '@/client/shell/offline-client'
import type { ImageProgress, SyncReport } from '@/offline/replica/replica-sync'
import type { SyncMessage, SyncReply } from '@/offline/worker-messages'

interface Wish {
  /** Also on mobile data or with Save-Data. */
  images: boolean
  onImages: (progress: ImageProgress) => void
}

/** An active worker acknowledges at once; an older one does not know that somebody waits. */
const ACK_TIMEOUT_MS = 2000
/** Longer than a sync and an image may take: then the browser has killed the worker. */
const SILENT_TIMEOUT_MS = 120_000

/** Syncs the replica for a person who watches. Without a worker this page does it, and stores no images. */
export async function refreshProgramme(wish: Wish): Promise<SyncReport> {
  const worker = navigator.serviceWorker?.controller ?? undefined
  const report = worker && (await syncInWorker(worker, wish))
  return report ?? (await loadOfflineClient()).replicaSync.sync([], wish)
}

/** Undefined when no worker of this version has taken it on. */
function syncInWorker(worker: ServiceWorker, { images, onImages }: Wish): Promise<SyncReport | undefined> {
  const { port1, port2 } = new MessageChannel()
  const report = new Promise<SyncReport | undefined>((resolve) => {
    let timer = setTimeout(() => resolve(undefined), ACK_TIMEOUT_MS)
    port1.addEventListener('message', ({ data }: MessageEvent<SyncReply | 'received'>) => {
      clearTimeout(timer)
      if (data === 'received') return resolve(undefined)
      if (data.type === 'SYNCED') return resolve(data.report)
      if (data.type === 'IMAGES') onImages(data.progress)
      timer = setTimeout(() => resolve({ programme: 'unreachable', images: 'failed' }), SILENT_TIMEOUT_MS)
    })
    port1.start()
  })
  const message: SyncMessage = { type: 'SYNC', seen: [], asked: { images } }
  worker.postMessage(message, [port2])
  return report.finally(() => port1.close())
}
