import type { Timers } from '@/offline/platform/deferred'
import type { Delivery, DeliveryOptions, DeliveryReport } from './delivery'
import { subscribeLive } from '@/offline/outbox/entry-store'

export const RETRY_AT_LATEST_MS = 60_000
const RETRY_AT_SOONEST_MS = 1000
/** The same for what no network let through, while a person looks at the page: Firefox and Safari have no background sync. */
const RETRY_VISIBLE_MS = 10_000

export interface DeliverySchedulerDeps {
  deliver: Delivery['deliver']
  /** Delivery in the worker; undefined when there is none or it does not respond: then this page delivers. */
  deliverInWorker?: ((options: DeliveryOptions) => Promise<DeliveryReport | undefined>) | undefined
  countUnsent: () => Promise<number>
  timers: Timers
  retries?: boolean | undefined
  isVisible?: (() => boolean) | undefined
  onFault?: ((error: unknown) => void) | undefined
}

/** Retries delivery while a page is open: its timer is the one trigger that every browser has. */
export function createDeliveryScheduler(deps: DeliverySchedulerDeps) {
  let cancel: (() => void) | undefined
  let isClosed = false
  let waitsForNetwork = false

  /** Retries in a page as long as something is left. Never rejects. */
  const schedule = (options: DeliveryOptions = {}) =>
    run(async () => (await deps.deliverInWorker?.(options)) ?? deps.deliver(options))

  async function run(deliver: () => Promise<DeliveryReport>): Promise<void> {
    try {
      retryIfLeft(await deliver())
    } catch (error) {
      if (isClosed) return
      deps.onFault?.(error)
      retryIfLeft({ left: 1, nextAttemptInMs: RETRY_AT_LATEST_MS, unreached: 0 })
    }
  }

  function retryIfLeft({ left, nextAttemptInMs, unreached }: DeliveryReport): void {
    cancel?.()
    cancel = undefined
    waitsForNetwork = unreached > 0
    if (left === 0 || isClosed || deps.retries !== true) return
    const endsNetworkWaits = () => waitsForNetwork && deps.isVisible?.() === true
    const atLatestMs = endsNetworkWaits() ? RETRY_VISIBLE_MS : RETRY_AT_LATEST_MS
    const inMs = Math.min(Math.max(nextAttemptInMs ?? 0, RETRY_AT_SOONEST_MS), atLatestMs)
    cancel = deps.timers.after(inMs, () => {
      cancel = undefined
      void run(() => deps.deliver({ networkIsBack: endsNetworkWaits() }))
    })
  }

  /** Retries what another tab may have enqueued before it was closed. What it waits for is not known here: perhaps for a network. */
  function retryWhatOthersLeft(left: number): void {
    if (left > 0 && cancel === undefined)
      retryIfLeft({ left, nextAttemptInMs: RETRY_AT_LATEST_MS, unreached: left })
  }

  /** A request has reached the server: what has only waited for a network is delivered now. Never rejects. */
  async function reached(): Promise<void> {
    if (!waitsForNetwork || isClosed) return
    // The flag holds until the next report: one delivery for all the requests of a page.
    waitsForNetwork = false
    await schedule({ networkIsBack: true })
  }

  const unsubscribe = deps.retries === true ? subscribeLive(deps.countUnsent, retryWhatOthersLeft) : undefined

  return {
    schedule,
    reached,
    close() {
      isClosed = true
      cancel?.()
      unsubscribe?.()
    },
  }
}
