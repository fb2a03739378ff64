import type { PageMessage, ShellReply, SyncMessage } from '@/offline/client/worker-messages'

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
export async function postToWorker(worker: ServiceWorker, message: SyncMessage): Promise<boolean> {
  return (await firstReply(worker, message)) !== undefined
}

/**
 * Whether the app shell is wholly on this device, which it is not without a worker. Undefined where no worker can be, and where
 * an older version does not say.
 */
export async function isShellComplete(): Promise<boolean | undefined> {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return undefined
  const { active } = (await navigator.serviceWorker.getRegistration()) ?? { active: null }
  if (active === null) return false
  const reply = (await firstReply(active, { type: 'CHECK_SHELL' })) as ShellReply | undefined
  return reply?.isComplete
}

/** The worker's first reply on the message's port; undefined when none comes in time. */
function firstReply(worker: ServiceWorker, message: SyncMessage | PageMessage): Promise<unknown> {
  const { port1, port2 } = new MessageChannel()
  const reply = new Promise<unknown>((resolve) => {
    port1.addEventListener('message', ({ data }: MessageEvent<unknown>) => resolve(data))
    port1.start()
    setTimeout(() => resolve(undefined), ACK_TIMEOUT_MS)
  })
  worker.postMessage(message, [port2])
  return reply.finally(() => port1.close())
}
