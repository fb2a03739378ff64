import {
  infiniteQueryOptions,
  queryOptions,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query'
import { BACK_OFFICE_KEY } from '@/client/shared/session/account-queries'
import { unwrap } from '@/client/shared/offline/client-call'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import {
  countBackOfficeEvents,
  getBackOfficeEvent,
  listBackOfficeEventIds,
  listBackOfficeEvents,
  type BackOfficeEvent,
} from '@/contract/back-office/back-office-events'
import type { CallInput, Endpoint, Reply } from '@/contract/endpoint'
import { countContactForms } from '@/contract/contact-forms'
import type { EventsFilter } from './events-search'

/** The reply of a call; throws `CallFailed`. */
export async function callApi<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options?: { signal: AbortSignal },
): Promise<Reply<E>> {
  const { api } = await loadOfflineClient()
  return unwrap(await api.call(endpoint, input, options))
}

/** rules 9. */
const PER_PAGE = 20

/** A list that comes page by page, for `PagedList`; `read` fetches one of them. */
export function pagedQuery<T>(
  key: readonly unknown[],
  read: (
    query: { page: number; per_page: number },
    context: { signal: AbortSignal },
  ) => Promise<{ items: T[]; has_more: boolean }>,
) {
  return infiniteQueryOptions({
    queryKey: [...BACK_OFFICE_KEY, ...key],
    queryFn: ({ pageParam, signal }) => read({ page: pageParam, per_page: PER_PAGE }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last, _, page) => (last.has_more ? page + 1 : undefined),
    networkMode: 'online',
    staleTime: 0,
  })
}

/** A query of the back office, which has the network only. By default it is fetched again whenever something shows it. */
export function backOfficeQuery<T>(
  key: readonly unknown[],
  read: (context: { signal: AbortSignal; client: QueryClient }) => Promise<T>,
  staleTime = 0,
) {
  return queryOptions({
    queryKey: [...BACK_OFFICE_KEY, ...key],
    queryFn: read,
    networkMode: 'online',
    staleTime,
  })
}

export function eventQuery(id: string) {
  return backOfficeQuery(['event', id], ({ signal }) =>
    callApi(getBackOfficeEvent, { params: { id } }, { signal }),
  )
}

export function contactFormCountsQuery() {
  return backOfficeQuery(['contact-form-counts'], ({ signal }) => callApi(countContactForms, {}, { signal }))
}

export function countsQuery() {
  return backOfficeQuery(['counts'], ({ signal }) => callApi(countBackOfficeEvents, {}, { signal }))
}

const EVENTS = 'events'

export function eventsQuery(filter: EventsFilter) {
  return pagedQuery([EVENTS, filter], (query, context) =>
    callApi(listBackOfficeEvents, { query: { ...filter, ...query } }, context),
  )
}

type EventPages = InfiniteData<{ items: BackOfficeEvent[]; has_more: boolean }>

/** The lists show at once what was written of these events, until they are fetched again; without a change the events are gone. */
export function updateLists(
  client: QueryClient,
  ids: readonly string[],
  change: Partial<BackOfficeEvent> | undefined,
): void {
  const changed = new Set(ids)
  const update = (event: BackOfficeEvent) => {
    if (!changed.has(event.id)) return [event]
    return change === undefined ? [] : [{ ...event, ...change }]
  }
  client.setQueriesData<EventPages>({ queryKey: [...BACK_OFFICE_KEY, EVENTS] }, (data) => {
    if (data === undefined) return data
    return { ...data, pages: data.pages.map((page) => ({ ...page, items: page.items.flatMap(update) })) }
  })
}

const QUEUE = 'review-queue'

/** The ids of the events of a filter, in the order in which they come up, and how many there are. */
export function queueQuery(filter: EventsFilter) {
  return backOfficeQuery([QUEUE, filter], ({ signal }) =>
    callApi(listBackOfficeEventIds, { query: filter }, { signal }),
  )
}

/** The next event is known before the queue is fetched again. */
export function removeFromQueues(client: QueryClient, id: string): void {
  client.setQueriesData<Reply<typeof listBackOfficeEventIds>>(
    { queryKey: [...BACK_OFFICE_KEY, QUEUE] },
    (queue) => {
      if (queue === undefined) return queue
      const ids = queue.ids.filter((one) => one !== id)
      return { ids, total: queue.total - (queue.ids.length - ids.length) }
    },
  )
}
