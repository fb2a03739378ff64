import { deferred } from '@/offline/platform/deferred'
import { isPageMessage } from '@/offline/client/worker-messages'

/** Settles as the work does; resolves with undefined as soon as the events of this worker have to end. */
export type UntilUpdate = <T>(work: Promise<T>) => Promise<T | undefined>

/** Its `isOver` says whether they have to end already: what begins now is better left to the browser. */
export type FetchUntilUpdate = UntilUpdate & { isOver: () => boolean }

/**
 * Ends this worker's events when the next version asks for it, which a browser activates only when none is left: Chromium waits
 * five minutes for them. What is cut off loses nothing: an entry of the outbox has its lease and its idempotency key, and a sync
 * is repeated by the next page.
 */
export function endEventsForUpdate(scope: ServiceWorkerGlobalScope): FetchUntilUpdate {
  let isOver = false
  const ended = deferred<undefined>()
  scope.addEventListener('message', ({ data }) => {
    if (!isPageMessage(data, 'END_EVENTS')) return
    isOver = true
    ended.resolve(undefined)
  })
  const untilUpdate: UntilUpdate = (work) => Promise.race([work, ended.promise])
  return Object.assign(untilUpdate, { isOver: () => isOver })
}
