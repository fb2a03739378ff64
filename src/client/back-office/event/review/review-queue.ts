import { queryOptions } from '@tanstack/react-query'
import { unwrap } from '@/client/shared/offline/call-failed'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { listBackOfficeEvents } from '@/contract/back-office/back-office-events'
import { eventQuery } from '@/client/back-office/layout/review/back-office-queries'
import { REVIEW_QUEUE_KEY } from '@/client/back-office/layout/lists/listed-events'
import type { ReviewQueue } from '@/client/back-office/layout/lists/listed-events'

/** As many as one request gives; those behind come up as the first are reviewed. */
const QUEUE_LENGTH = 100

/** The events on review. Each is in the query cache afterwards, so that walking through them waits for nothing. */
export function reviewQueueQuery() {
  return queryOptions({
    queryKey: REVIEW_QUEUE_KEY,
    queryFn: async ({ signal, client }): Promise<ReviewQueue> => {
      const { api } = await loadOfflineClient()
      const query = { status: 'ON_REVIEW', page: 1, per_page: QUEUE_LENGTH } as const
      const { items, has_more } = unwrap(await api.call(listBackOfficeEvents, { query }, { signal }))
      for (const event of items) client.setQueryData(eventQuery(event.id).queryKey, event)
      return { ids: items.map(({ id }) => id), has_more }
    },
    networkMode: 'online',
    staleTime: 0,
  })
}

interface QueuePlace {
  /** From 1; undefined for an event that is not in the queue. */
  position: number | undefined
  previous: string | undefined
  next: string | undefined
  /** What comes up when this event has been reviewed. */
  afterReview: string | undefined
}

/** Where an event stands in the queue. One that is not in it is before the first. */
export function placeInQueue(ids: readonly string[], id: string): QueuePlace {
  const at = ids.indexOf(id)
  const [previous, next] = [ids[at - 1], ids[at + 1]]
  return {
    position: at === -1 ? undefined : at + 1,
    previous: at === -1 ? undefined : previous,
    next,
    // At its end those that were passed over come up again.
    afterReview: next ?? ids.find((one) => one !== id),
  }
}
