import { messageSW } from 'workbox-window'
import type { PageMessage, ShellReply, SyncMessage } from '@/offline/client/worker-messages'

/** A worker replies at once, unless the browser has stopped it for good. */
const REPLY_TIMEOUT_MS = 2000
/** The first worker of a visit is registered when the browser is idle. */
const ACTIVE_WITHIN_MS = 15_000

const after = (ms: number) => new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), ms))

export async function activeWorker(): Promise<ServiceWorker | undefined> {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return undefined
  const registration = await Promise.race([navigator.serviceWorker.ready, after(ACTIVE_WITHIN_MS)])
  return registration?.active ?? undefined
}

export async function postToWorker(worker: ServiceWorker, message: SyncMessage): Promise<boolean> {
  return (await Promise.race([messageSW(worker, message), after(REPLY_TIMEOUT_MS)])) !== undefined
}

/** Whether the app shell is wholly on this device, which it is not without a worker. Undefined where no worker can be. */
export async function isShellComplete(): Promise<boolean | undefined> {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return undefined
  const { active } = (await navigator.serviceWorker.getRegistration()) ?? { active: null }
  if (active === null) return false
  const message: PageMessage = { type: 'CHECK_SHELL' }
  const reply: ShellReply | undefined = await Promise.race([
    messageSW(active, message),
    after(REPLY_TIMEOUT_MS),
  ])
  return reply?.isComplete
}
