import type { Timers } from '../clock'
import type { Delivery, DeliveryOptions, DeliveryReport } from './delivery'
import { subscribeLive } from './subscribe-live'

/** Longest time between two retries while an entry is unsent. */
export const RETRY_AT_LATEST_MS = 60_000
const RETRY_AT_SOONEST_MS = 1000

export interface DeliverySchedulerParts {
  deliver: Delivery['deliver']
  /**
   * Delivery in the worker; undefined when there is none, or it does not acknowledge in time, or was killed meanwhile:
   * then this page delivers. The lock lets only one of them send.
   */
  deliverInWorker?: ((options: DeliveryOptions) => Promise<DeliveryReport | undefined>) | undefined
  countUnsent: () => Promise<number>
  timers: Timers
  /** Pages retry while an entry is unsent; the worker is started by its events. */
  retries?: boolean | undefined
  onFault?: ((error: unknown) => void) | undefined
}

interface DeliveryScheduler {
  /** Delivers now and, in a page, retries as long as something is left. Never rejects. */
  schedule(options?: DeliveryOptions): Promise<void>
  close(): void
}

/** Retries delivery while a page is open: its timer is the one trigger that every browser has. */
export function createDeliveryScheduler(parts: DeliverySchedulerParts): DeliveryScheduler {
  let cancel: (() => void) | undefined
  let isClosed = false

  const schedule = (options: DeliveryOptions = {}) =>
    run(async () => (await parts.deliverInWorker?.(options)) ?? parts.deliver(options))

  async function run(deliver: () => Promise<DeliveryReport>): Promise<void> {
    try {
      retryIfLeft(await deliver())
    } catch (error) {
      if (isClosed) return
      parts.onFault?.(error)
      retryIfLeft({ left: 1, nextAttemptInMs: RETRY_AT_LATEST_MS })
    }
  }

  function retryIfLeft({ left, nextAttemptInMs }: Omit<DeliveryReport, 'unreached'>): void {
    cancel?.()
    cancel = undefined
    if (left === 0 || isClosed || parts.retries !== true) return
    const inMs = Math.min(Math.max(nextAttemptInMs ?? 0, RETRY_AT_SOONEST_MS), RETRY_AT_LATEST_MS)
    cancel = parts.timers.after(inMs, () => {
      cancel = undefined
      // In the page itself, whatever has become of the worker.
      void run(() => parts.deliver())
    })
  }

  /** Another tab may have enqueued something and been closed. */
  function retryWhatOthersLeft(left: number): void {
    if (left > 0 && cancel === undefined) retryIfLeft({ left, nextAttemptInMs: RETRY_AT_LATEST_MS })
  }

  const unsubscribe =
    parts.retries === true ? subscribeLive(parts.countUnsent, retryWhatOthersLeft) : undefined

  return {
    schedule,
    close() {
      isClosed = true
      cancel?.()
      unsubscribe?.()
    },
  }
}
