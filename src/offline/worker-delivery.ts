import type { Timers } from './clock'
import { deferred } from './deferred'
import type { DeliveryOptions, DeliveryReport } from './outbox/delivery'
import { RETRY_AT_LATEST_MS } from './outbox/delivery-scheduler'
import type { DeliveryMessage, PageMessage } from './worker-messages'

const ACKNOWLEDGE_WITHIN_MS = 1000

/** As far as a page speaks to it. */
export type DeliveryWorker = Pick<ServiceWorker, 'postMessage'>

/**
 * Has the worker deliver, so that the page is free and may be closed. Resolves with undefined when the page should do it
 * itself: there is no worker, it does not acknowledge (an older version), or nothing has been heard of it for a minute.
 */
export function createWorkerDelivery(
  controller: () => DeliveryWorker | null | undefined,
  timers: Timers,
): (options: DeliveryOptions) => Promise<DeliveryReport | undefined> {
  return async ({ networkIsBack = false }) => {
    const worker = controller()
    if (worker === null || worker === undefined) return undefined
    const { port1, port2 } = new MessageChannel()
    const over = deferred<DeliveryReport | undefined>()
    const giveUpAfter = (ms: number) => timers.after(ms, () => over.resolve(undefined))
    let cancel = giveUpAfter(ACKNOWLEDGE_WITHIN_MS)
    port1.addEventListener('message', ({ data }: MessageEvent<DeliveryMessage>) => {
      if (data.type !== 'DELIVERING') return over.resolve(data.type === 'DELIVERED' ? data.report : undefined)
      cancel()
      cancel = giveUpAfter(RETRY_AT_LATEST_MS)
    })
    port1.start()
    const message: PageMessage = { type: 'DELIVER', networkIsBack }
    worker.postMessage(message, [port2])
    const report = await over.promise
    cancel()
    port1.close()
    return report
  }
}
