import type { Timers } from '@/offline/platform/deferred'
import { deferred } from '@/offline/platform/deferred'
import type { DeliveryOptions, DeliveryReport } from '@/offline/outbox/delivery/delivery'
import { RETRY_AT_LATEST_MS } from '@/offline/outbox/delivery/delivery-scheduler'
import type { DeliveryMessage, PageMessage } from './worker-messages'

const ACKNOWLEDGE_WITHIN_MS = 1000

export type DeliveryWorker = Pick<ServiceWorker, 'postMessage'>

/** Delivery in the worker; undefined when there is none, it does not acknowledge, or has not responded for a minute. */
export function createWorkerDelivery(
  controller: () => DeliveryWorker | null | undefined,
  timers: Timers,
): (options: DeliveryOptions) => Promise<DeliveryReport | undefined> {
  return async (options) => {
    const worker = controller()
    if (worker === null || worker === undefined) return undefined
    const { port1, port2 } = new MessageChannel()
    const result = deferred<DeliveryReport | undefined>()
    const giveUpAfter = (ms: number) => timers.after(ms, () => result.resolve(undefined))
    let cancel = giveUpAfter(ACKNOWLEDGE_WITHIN_MS)
    port1.addEventListener('message', ({ data }: MessageEvent<DeliveryMessage>) => {
      if (data.type !== 'DELIVERING')
        return result.resolve(data.type === 'DELIVERED' ? data.report : undefined)
      cancel()
      cancel = giveUpAfter(RETRY_AT_LATEST_MS)
    })
    port1.start()
    const message: PageMessage = { type: 'DELIVER', ...options }
    worker.postMessage(message, [port2])
    const report = await result.promise
    cancel()
    port1.close()
    return report
  }
}
