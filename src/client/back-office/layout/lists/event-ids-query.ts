import { queryOptions } from '@tanstack/react-query'
import { unwrap } from '@/client/shared/offline/call-failed'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { BACK_OFFICE_KEY } from '@/client/shared/session/account-queries'
import { listBackOfficeEventIds } from '@/contract/back-office/back-office-events'
import type { EventsFilter } from './search/events-search'
import { REVIEW_QUEUES_KEY } from './listed-events'
import type { ReviewQueue } from './listed-events'

/** The events of a list that are on review, in its order. */
export function reviewQueueQuery(filter: EventsFilter) {
  return queryOptions({
    queryKey: [...REVIEW_QUEUES_KEY, filter],
    queryFn: ({ signal }) => fetchIds(filter, signal),
    networkMode: 'online',
    staleTime: 0,
  })
}

/** All events of a list, also those that are not loaded. */
export function eventIdsQuery(filter: EventsFilter) {
  return queryOptions({
    queryKey: [...BACK_OFFICE_KEY, 'event-ids', filter],
    queryFn: ({ signal }) => fetchIds(filter, signal),
    networkMode: 'online',
    staleTime: 0,
  })
}

async function fetchIds(filter: EventsFilter, signal: AbortSignal): Promise<ReviewQueue> {
  const { api } = await loadOfflineClient()
  return unwrap(await api.call(listBackOfficeEventIds, { query: filter }, { signal }))
}
