import { createListeners } from '@/offline/platform/change-notifier'

/** `localStorage`; undefined where storage is forbidden, and even access to it throws. */
export function pageStorage(): Storage | undefined {
  try {
    return globalThis.localStorage
  } catch {
    return undefined
  }
}

/** `sessionStorage`, which belongs to this tab; undefined where storage is forbidden. */
export function tabStorage(): Storage | undefined {
  try {
    return globalThis.sessionStorage
  } catch {
    return undefined
  }
}

const WAITING_KEY = 'ericeira-outbox-waiting'
const listeners = createListeners()

/** To changes of the count below in this tab; another tab's are `storage` events. */
export const subscribeToWaitingCount = listeners.subscribe

/** How many entries wait to be sent, as the outbox last counted: the header shows it before, and without, opening the outbox. */
export function readWaitingCount(): number {
  return Number(pageStorage()?.getItem(WAITING_KEY) ?? 0)
}

export function storeWaitingCount(count: number): void {
  if (count === readWaitingCount()) return
  try {
    if (count === 0) pageStorage()?.removeItem(WAITING_KEY)
    else pageStorage()?.setItem(WAITING_KEY, String(count))
  } catch {}
  listeners.notify()
}
