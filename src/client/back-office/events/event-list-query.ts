import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { BACK_OFFICE_KEY } from '@/client/shared/session/account-queries'
import { unwrap } from '@/client/shared/offline/call-failed'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { listBackOfficeEvents } from '@/contract/back-office/back-office-events'
import { eventListKey } from '@/client/back-office/layout/lists/listed-events'
import type { EventPage } from '@/client/back-office/layout/lists/listed-events'
import { PER_PAGE, pageAfter, refreshPages, shownPages } from './event-pages'
import type { EventsFilter } from '@/client/back-office/layout/lists/search/events-search'

/** One request gives this many. */
const REFRESHED = 100
/** A list that has just been fetched is fresh. */
const FRESH_MS = 1000

/**
 * The events of a filter. Fetched once: a list of thousands is not fetched again for one review, but
 * updated by what is written and by `eventListRefreshQuery`.
 */
export function eventListQuery(filter: EventsFilter) {
  return infiniteQueryOptions({
    queryKey: eventListKey(filter),
    queryFn: async ({ pageParam, signal, client }) => {
      const loaded = client.getQueryData(eventListQuery(filter).queryKey)?.pages ?? []
      const known = new Set(loaded.flatMap(({ items }) => items.map(({ id }) => id)))
      const page = await pageAfterKnown(known, pageParam, (number) =>
        fetchPage(filter, { page: number, per_page: PER_PAGE }, signal),
      )
      if (pageParam === 1) client.setQueryData(eventListRefreshQuery(filter).queryKey, null)
      return page
    },
    initialPageParam: 1,
    getNextPageParam: (_, pages, number) => pageAfter(pages, number, filter.status),
    select: (data) => ({ ...data, pages: shownPages(data.pages, filter.status) }),
    networkMode: 'online',
    // Data that is there never grows stale; until then it is fetched on coming back, and for whoever signs in next.
    staleTime: ({ state }) => (state.data === undefined ? 0 : 'static'),
  })
}

/** Brings the beginning of a list up to date, whenever queries are fetched again: after a write, on coming back. */
export function eventListRefreshQuery(filter: EventsFilter) {
  return queryOptions({
    queryKey: [...BACK_OFFICE_KEY, 'event-list-refresh', filter],
    queryFn: async ({ signal, client }) => {
      const { queryKey } = eventListQuery(filter)
      const loaded = client.getQueryData(queryKey)?.pages.flatMap(({ items }) => items).length ?? 0
      const query = { page: 1, per_page: Math.min(loaded + PER_PAGE, REFRESHED) }
      const fresh = await fetchPage(filter, query, signal)
      // A page that is on its way would bring back what was there before.
      await client.cancelQueries({ queryKey, exact: true })
      client.setQueryData(queryKey, (data) => data && refreshPages(data, fresh))
      return null
    },
    networkMode: 'online',
    staleTime: FRESH_MS,
  })
}

/**
 * The page of this number. Below what is refreshed a colleague may have reviewed rows that are shown here still, and the next ones have moved up:
 * the pages before it come with it, back to one that has a known row.
 */
async function pageAfterKnown(
  known: ReadonlySet<string>,
  number: number,
  fetchNumber: (number: number) => Promise<EventPage>,
): Promise<EventPage> {
  let page = await fetchNumber(number)
  for (let before = number - 1; before * PER_PAGE > REFRESHED; before -= 1) {
    const earlier = await fetchNumber(before)
    page = { ...page, items: [...earlier.items, ...page.items] }
    if (earlier.items.some(({ id }) => known.has(id))) break
  }
  return page
}

async function fetchPage(
  filter: EventsFilter,
  numbers: { page: number; per_page: number },
  signal: AbortSignal,
): Promise<EventPage> {
  const { api } = await loadOfflineClient()
  const query = { ...filter, ...numbers }
  return unwrap(await api.call(listBackOfficeEvents, { query }, { signal }))
}
