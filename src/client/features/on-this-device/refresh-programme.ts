import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import type { ImageProgress, SyncReport } from '@/offline/replica/replica-sync'
import type { SyncMessage, SyncReply } from '@/offline/client/worker-messages'

interface RefreshOptions {
  /** Images come on mobile data or with Save-Data, too. */
  images: boolean
  onImages: (progress: ImageProgress) => void
}

export interface RefreshReport extends SyncReport {
  /** Whether the app itself opens with no network now; undefined where there is no worker. */
  isShellComplete: boolean | undefined
}

/** A worker acknowledges at once, unless the browser has stopped it for good. */
const ACK_TIMEOUT_MS = 2000
/** A sync and an image take no longer: after it the browser has killed the worker. */
const WORKER_TIMEOUT_MS = 120_000
const TIMED_OUT: RefreshReport = { programme: 'unreachable', images: 'failed', isShellComplete: undefined }

/** Syncs the replica and the app shell for a person who watches. Without a worker this page does it, and stores no images. */
export async function refreshProgramme(options: RefreshOptions): Promise<RefreshReport> {
  const worker = navigator.serviceWorker?.controller ?? undefined
  const report = worker && (await syncInWorker(worker, options))
  if (report !== undefined) return report
  const { replicaSync } = await loadOfflineClient()
  return { ...(await replicaSync.sync([], options)), isShellComplete: undefined }
}

/** Undefined when the worker has not taken it on. */
function syncInWorker(
  worker: ServiceWorker,
  { images, onImages }: RefreshOptions,
): Promise<RefreshReport | undefined> {
  const { port1, port2 } = new MessageChannel()
  const report = new Promise<RefreshReport | undefined>((resolve) => {
    let timer = setTimeout(() => resolve(undefined), ACK_TIMEOUT_MS)
    port1.addEventListener('message', ({ data }: MessageEvent<SyncReply>) => {
      clearTimeout(timer)
      if (data.type === 'SYNCED') return resolve({ isShellComplete: data.isShellComplete, ...data.report })
      if (data.type === 'IMAGES') onImages(data.progress)
      timer = setTimeout(() => resolve(TIMED_OUT), WORKER_TIMEOUT_MS)
    })
    port1.start()
  })
  const message: SyncMessage = { type: 'SYNC', seen: [], asked: { images } }
  worker.postMessage(message, [port2])
  return report.finally(() => port1.close())
}
