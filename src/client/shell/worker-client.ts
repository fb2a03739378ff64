import type { SyncMessage } from '@/offline/worker-messages'

/** An active worker acknowledges at once; an older one does not know the message. */
const ACK_TIMEOUT_MS = 2000
/** The first worker of a visit is registered when the browser is idle. */
const ACTIVE_WITHIN_MS = 15_000

/** The service worker of this page once it is active; undefined where there is none. */
export async function activeWorker(): Promise<ServiceWorker | undefined> {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return undefined
  const tooLate = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), ACTIVE_WITHIN_MS))
  const registration = await Promise.race([navigator.serviceWorker.ready, tooLate])
  return registration?.active ?? undefined
}

/** Whether the worker has received the message. */
export function postToWorker(worker: ServiceWorker, message: SyncMessage): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  const received = new Promise<boolean>((resolve) => {
    port1.addEventListener('message', () => resolve(true))
    port1.start()
    setTimeout(() => resolve(false), ACK_TIMEOUT_MS)
  })
  worker.postMessage(message, [port2])
  return received.finally(() => port1.close())
}
