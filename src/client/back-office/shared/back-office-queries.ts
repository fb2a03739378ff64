import { toLines } from '@/domain/text/plain-text'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { QueryClient, InfiniteData } from '@tanstack/react-query'
import { BACK_OFFICE_KEY } from '@/client/shared/session/account-queries'
import { unwrap } from '@/client/shared/offline/client-call'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import {
  countBackOfficeEvents,
  getBackOfficeEvent,
  reviewEvent,
  BATCH_MAX,
  readBackOfficeEvents,
  listBackOfficeEventIds,
} from '@/contract/back-office/back-office-events'
import type { BackOfficeEvent } from '@/contract/back-office/back-office-events'
import type { CallInput, Endpoint, Reply } from '@/contract/endpoint'
import { countContactForms } from '@/contract/contact-forms'
import type { ReviewAction, EventStatus } from '@/domain/events/event'
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
  return backOfficeQuery(['event', id], async ({ signal, client }) => {
    const event = await callApi(getBackOfficeEvent, { params: { id } }, { signal })
    updateListedEvents(client, [event])
    return event
  })
}

export function contactFormCountsQuery() {
  return backOfficeQuery(['contact-form-counts'], ({ signal }) => callApi(countContactForms, {}, { signal }))
}

/** Fetches events that somebody else has changed or deleted meanwhile: the lists show them as they are now. */
export async function refetchListedEvents(client: QueryClient, ids: readonly string[]): Promise<void> {
  const { api } = await loadOfflineClient()
  for (let start = 0; start < ids.length; start += BATCH_MAX) {
    const some = ids.slice(start, start + BATCH_MAX)
    // The calls follow one another: a batch of hundreds that somebody else was first with would meet the server's limits.
    const outcome = await api.call(readBackOfficeEvents, { query: { ids: some.join(',') } })
    if (outcome.kind !== 'ok') return
    updateReadEvents(client, some, outcome.data.items)
  }
}

function updateReadEvents(
  client: QueryClient,
  ids: readonly string[],
  items: readonly BackOfficeEvent[],
): void {
  for (const event of items) client.setQueryData(eventQuery(event.id).queryKey, event)
  updateListedEvents(client, items)
  const there = new Set(items.map(({ id }) => id))
  removeListedEvents(
    client,
    ids.filter((id) => !there.has(id)),
  )
}

export function countsQuery() {
  return backOfficeQuery(['counts'], ({ signal }) => callApi(countBackOfficeEvents, {}, { signal }))
}

export interface Review {
  id: string
  action: ReviewAction
  reason?: string | undefined
  revision?: number | undefined
}

export function sendReview({ id, action, reason = '', revision }: Review) {
  const body = {
    action,
    ...(toLines(reason) === '' ? {} : { reason: toLines(reason) }),
    ...(revision !== undefined && { revision }),
  }
  return callApi(reviewEvent, { params: { id }, body })
}

export interface EventPage {
  items: BackOfficeEvent[]
  has_more: boolean
}
export type EventPages = InfiniteData<EventPage, unknown>

/** The ids of the events on review, in the order in which they come up, and how many there are. */
export interface ReviewQueue {
  ids: string[]
  total: number
}

/** The beginning of the keys of all queues: each list has its own. */
const REVIEW_QUEUE = 'review-queue'
export const REVIEW_QUEUES_KEY = [...BACK_OFFICE_KEY, REVIEW_QUEUE] as const

const LISTS_KEY = [...BACK_OFFICE_KEY, 'event-lists'] as const

/** The key of a list in the query cache; all of them are updated by what is written. */
export function eventListKey<Filter extends { status?: EventStatus | undefined }>(filter: Filter) {
  return [...LISTS_KEY, filter] as const
}

/**
 * Writes events into the lists that hold them, so that no list is fetched again for one event. What no longer has the status of
 * a list stays in its cache, unseen, and comes up again when its review is undone.
 */
export function updateListedEvents(client: QueryClient, events: readonly BackOfficeEvent[]): void {
  const newer = new Map(events.map((event) => [event.id, event]))
  changeLists(client, (listed) => {
    const event = newer.get(listed.id)
    return event === undefined || event.revision < listed.revision ? listed : event
  })
}

/** Updates lists as `updateListedEvents`, after reviews: a list that an event has come into without being there is removed. */
export function updateReviewedEvents(client: QueryClient, events: readonly BackOfficeEvent[]): void {
  updateListedEvents(client, events)
  for (const query of client.getQueryCache().findAll({ queryKey: LISTS_KEY, type: 'inactive' })) {
    const status = (query.queryKey.at(-1) as { status?: EventStatus } | undefined)?.status
    const ids = new Set((query.state.data as EventPages | undefined)?.pages.flatMap(idsOf))
    if (events.some((event) => event.status === status && !ids.has(event.id)))
      client.removeQueries({ queryKey: query.queryKey, exact: true })
  }
}

/** Updates lists as `updateReviewedEvents`, for events of which only the ids are known: their reviews were undone. */
export function putBackOnReview(client: QueryClient, ids: readonly string[]): void {
  const undone = new Set(ids)
  changeLists(client, (listed) =>
    undone.has(listed.id) ? { ...listed, status: 'ON_REVIEW', revision: listed.revision + 1 } : listed,
  )
}

/** Takes a reviewed event out of the queues: thousands are not fetched again for one. */
export function removeFromQueues(client: QueryClient, id: string): void {
  // A response that is on its way may still have it.
  const isFetching = client.isFetching({ queryKey: REVIEW_QUEUES_KEY }) > 0
  client.setQueriesData<ReviewQueue>({ queryKey: REVIEW_QUEUES_KEY }, (before) => {
    if (before === undefined) return before
    const ids = before.ids.filter((one) => one !== id)
    return { ids, total: before.total - (before.ids.length - ids.length) }
  })
  if (isFetching) void client.invalidateQueries({ queryKey: REVIEW_QUEUES_KEY })
}

export function removeListedEvents(client: QueryClient, ids: readonly string[]): void {
  const gone = new Set(ids)
  changeLists(client, (listed) => (gone.has(listed.id) ? undefined : listed))
}

function idsOf({ items }: EventPage): string[] {
  return items.map(({ id }) => id)
}

function changeLists(
  client: QueryClient,
  change: (event: BackOfficeEvent) => BackOfficeEvent | undefined,
): void {
  // A page on its way would bring back what was there before; the end of the list asks for it again.
  void client.cancelQueries({ queryKey: LISTS_KEY, predicate: ({ state }) => state.data !== undefined })
  client.setQueriesData<EventPages>({ queryKey: LISTS_KEY }, (data) => {
    if (data === undefined) return data
    return { ...data, pages: data.pages.map((page) => changePage(page, change)) }
  })
}

/** The same page when nothing in it changes, so that nothing of it is rendered again. */
function changePage(
  page: EventPage,
  change: (event: BackOfficeEvent) => BackOfficeEvent | undefined,
): EventPage {
  const items = page.items.map(change)
  if (items.every((item, index) => item === page.items[index])) return page
  return { ...page, items: items.filter((item) => item !== undefined) }
}

export function reviewQueueQuery(filter: EventsFilter) {
  return backOfficeQuery([REVIEW_QUEUE, filter], ({ signal }) =>
    callApi(listBackOfficeEventIds, { query: filter }, { signal }),
  )
}

/** All events of a list, also those that are not loaded. */
export function eventIdsQuery(filter: EventsFilter) {
  return backOfficeQuery(['event-ids', filter], ({ signal }) =>
    callApi(listBackOfficeEventIds, { query: filter }, { signal }),
  )
}
