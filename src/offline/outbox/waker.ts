import type { ChangeNotifier } from '../change-notifier'
import type { Timers } from '../clock'
import type { Delivery, DeliveryReport } from './delivery'

/** While something waits it is looked at this often, whatever else happens. */
const KEEP_TRYING_MS = 60_000
const SOONEST_MS = 1000

interface WakerParts {
  deliver: Delivery['deliver']
  countUnsent: () => Promise<number>
  timers: Timers
  notifier: ChangeNotifier
  keepsTrying?: boolean
  onFault?: (error: unknown) => void
}

export interface Waker {
  /** Sends what is due, then, in a page, comes back as long as something is left. Never rejects. */
  wake(options?: { networkIsBack?: boolean }): Promise<void>
  close(): void
}

/** Keeps a page's outbox moving: its timer is the one trigger that every browser has. */
export function createWaker(parts: WakerParts): Waker {
  let cancel: (() => void) | undefined
  let isClosed = false

  async function wake(options?: { networkIsBack?: boolean }): Promise<void> {
    try {
      comeBack(await parts.deliver(options))
    } catch (error) {
      if (isClosed) return
      parts.onFault?.(error)
      comeBack({ left: 1, nextDueInMs: KEEP_TRYING_MS })
    }
  }

  function comeBack({ left, nextDueInMs }: DeliveryReport): void {
    cancel?.()
    cancel = undefined
    if (left === 0 || isClosed || parts.keepsTrying !== true) return
    const inMs = Math.min(Math.max(nextDueInMs ?? 0, SOONEST_MS), KEEP_TRYING_MS)
    cancel = parts.timers.after(inMs, () => {
      cancel = undefined
      void wake()
    })
  }

  /** Another tab may have written something and gone away. */
  async function takeOver(): Promise<void> {
    if (cancel !== undefined || parts.keepsTrying !== true) return
    const left = await parts.countUnsent().catch(() => 0)
    if (left > 0 && cancel === undefined) comeBack({ left, nextDueInMs: KEEP_TRYING_MS })
  }

  const unsubscribe = parts.notifier.subscribe(() => void takeOver())

  return {
    wake,
    close() {
      isClosed = true
      cancel?.()
      unsubscribe()
    },
  }
}
