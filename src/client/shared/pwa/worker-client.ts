import { loadPageProgramme } from '@/client/shared/offline/page-programme'
import type { SyncMessage, SyncReply } from '@/offline/client/worker-messages'
import { systemTimers, within } from '@/offline/platform/deferred'
import type { SyncReport, UserSync } from '@/offline/replica/replica-sync'

/** The first worker of a visit is registered when the browser is idle. */
const ACTIVE_WITHIN_MS = 15_000
/** A worker acknowledges at once, unless the browser has stopped it for good. */
const ACKNOWLEDGED_WITHIN_MS = 2000
/** Neither a sync nor an image takes longer: after it the browser has killed the worker. */
const SILENT_FOR_MS = 120_000
const KILLED: SyncReport = { programme: 'unreachable', images: 'failed' }

/** Syncs the replica in the worker, off this page's main thread. Without a worker this page does it, and stores no images. */
export async function syncProgramme(seen: readonly unknown[], asked?: UserSync): Promise<SyncReport> {
  const worker = await activeWorker()
  const report = worker && (await syncInWorker(worker, seen, asked))
  return report ?? (await loadPageProgramme()).replicaSync.sync(seen, asked)
}

async function activeWorker(): Promise<ServiceWorker | undefined> {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return undefined
  return (await within(systemTimers, ACTIVE_WITHIN_MS, navigator.serviceWorker.ready))?.active ?? undefined
}

/** Undefined when the worker has not taken it on. */
function syncInWorker(
  worker: ServiceWorker,
  seen: readonly unknown[],
  asked: UserSync | undefined,
): Promise<SyncReport | undefined> {
  const { port1, port2 } = new MessageChannel()
  const report = new Promise<SyncReport | undefined>((resolve) => {
    let timer = setTimeout(resolve, ACKNOWLEDGED_WITHIN_MS, undefined)
    port1.addEventListener('message', ({ data }: MessageEvent<SyncReply>) => {
      clearTimeout(timer)
      if (data.type === 'SYNCED') return resolve(data.report)
      if (data.type === 'IMAGES') asked?.onImages?.(data.progress)
      timer = setTimeout(resolve, SILENT_FOR_MS, KILLED)
    })
    port1.start()
  })
  const message: SyncMessage = { type: 'SYNC', seen, ...(asked && { asked: { images: asked.images } }) }
  worker.postMessage(message, [port2])
  return report.finally(() => port1.close())
}
