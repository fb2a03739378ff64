import type { Timers } from '@/offline/platform/deferred'
import { subscribeLive } from '@/offline/platform/indexed-db'
import type { DeliveryOptions, DeliveryReport } from './delivery'

const RETRY_AT_LATEST_MS = 60_000
const RETRY_AT_SOONEST_MS = 1000
/** The same for what no network let through, while a person looks at the page: Firefox and Safari have no background sync. */
const RETRY_VISIBLE_MS = 10_000

export interface SchedulerDeps {
  deliver: (options: DeliveryOptions) => Promise<DeliveryReport>
  countUnsent: () => Promise<number>
  timers: Timers
  /** A page retries while something is left; the worker is woken by its events. */
  retries?: boolean | undefined
  isVisible?: (() => boolean) | undefined
  onFault?: ((error: unknown) => void) | undefined
}

/** Retries delivery while a page is open: its timer is the one trigger that every browser has. */
export function createScheduler(deps: SchedulerDeps) {
  let cancel: (() => void) | undefined
  let isClosed = false
  let waitsForNetwork = false

  async function schedule(options: DeliveryOptions = {}): Promise<void> {
    if (isClosed) return
    try {
      retryIfLeft(await deps.deliver(options))
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
      void schedule({ networkIsBack: endsNetworkWaits() })
    })
  }

  /** What another tab enqueued before it was closed; what that waits for is not known here, perhaps for a network. */
  const unsubscribe =
    deps.retries === true
      ? subscribeLive(deps.countUnsent, (left) => {
          if (cancel === undefined)
            retryIfLeft({ left, nextAttemptInMs: RETRY_AT_LATEST_MS, unreached: left })
        })
      : undefined

  return {
    /** Never rejects, and retries in a page as long as something is left. */
    schedule,
    /** A request has reached the server: what has only waited for a network is delivered now. Never rejects. */
    async reached(): Promise<void> {
      if (!waitsForNetwork || isClosed) return
      // The flag holds until the next report: one delivery for all the requests of a page.
      waitsForNetwork = false
      await schedule({ networkIsBack: true })
    },
    close() {
      isClosed = true
      cancel?.()
      unsubscribe?.()
    },
  }
}
