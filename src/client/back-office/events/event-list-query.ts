import { infiniteQueryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { listBackOfficeEvents } from '@/contract/back-office/back-office-events'
import type { BackOfficeEvent } from '@/contract/back-office/back-office-events'
import { backOfficeQuery, callApi, eventListKey } from '@/client/back-office/shared/back-office-queries'
import type { EventPage, EventPages } from '@/client/back-office/shared/back-office-queries'
import type { EventsFilter } from '@/client/back-office/shared/events-search'
import type { EventStatus } from '@/domain/events/event'

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
  const refresh = async ({ signal, client }: { signal: AbortSignal; client: QueryClient }) => {
    const { queryKey } = eventListQuery(filter)
    const loaded = client.getQueryData(queryKey)?.pages.flatMap(({ items }) => items).length ?? 0
    const query = { page: 1, per_page: Math.min(loaded + PER_PAGE, REFRESHED) }
    const fresh = await fetchPage(filter, query, signal)
    // A page that is on its way would bring back what was there before.
    await client.cancelQueries({ queryKey, exact: true })
    client.setQueryData(queryKey, (data) => data && refreshPages(data, fresh))
    return null
  }
  return backOfficeQuery(['event-list-refresh', filter], refresh, FRESH_MS)
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
  return callApi(listBackOfficeEvents, { query: { ...filter, ...numbers } }, { signal })
}

/** rules 9: 20 events a page. */
export const PER_PAGE = 20

/**
 * The rows that the loaded pages show: each event once, where it came first (new submissions move the pages of the server on),
 * and none that has another status by now.
 */
export function shownPages(pages: readonly EventPage[], status: EventStatus | undefined): EventPage[] {
  const seen = new Set<string>()
  return pages.map(({ items, has_more }) => ({
    has_more,
    items: items.filter((event) => {
      const isShown = !seen.has(event.id) && (status === undefined || event.status === status)
      seen.add(event.id)
      return isShown
    }),
  }))
}

/**
 * The number of the page that comes after these: the server counts pages over what is still in the list, so what was reviewed or
 * deleted has moved the next ones up.
 */
export function pageAfter(
  pages: readonly EventPage[],
  lastNumber: number,
  status: EventStatus | undefined,
): number | undefined {
  const last = pages.at(-1)
  if (last?.has_more !== true) return undefined
  const shown = shownPages(pages, status)
  const count = shown.reduce((sum, { items }) => sum + items.length, 0)
  const number = Math.floor(count / PER_PAGE) + 1
  const before = new Set(pages.slice(0, -1).flatMap(({ items }) => items.map(({ id }) => id)))
  const isOld = last.items.length > 0 && last.items.every(({ id }) => before.has(id))
  return isOld ? Math.max(number, lastNumber + 1) : number
}

/**
 * The loaded pages with a fresh response about their beginning: it decides what is there down to its last event; what comes
 * after that stays. An event stays in the page that it was in, so that no other is rendered again. Last pages that have no event of
 * their own go: each refresh of a long list would else leave one more.
 */
export function refreshPages(data: EventPages, fresh: EventPage): EventPages {
  const pageOf = new Map<string, number>()
  const before = data.pages.flatMap(({ items }, page) =>
    items.flatMap((event) => {
      if (pageOf.has(event.id)) return []
      pageOf.set(event.id, page)
      return [{ event, page }]
    }),
  )
  const freshIds = new Set(fresh.items.map(({ id }) => id))
  const last = before.findLastIndex(({ event }) => freshIds.has(event.id))
  // The list starts over: nothing of it is known to follow the fresh events.
  if (last === -1) return { pages: [fresh], pageParams: [1] }
  const items: BackOfficeEvent[][] = data.pages.map(() => [])
  let page = before[last]?.page ?? 0
  for (const event of fresh.items.toReversed()) {
    // A new one belongs to what it stands before.
    page = pageOf.get(event.id) ?? page
    items[page]?.unshift(event)
  }
  if (fresh.has_more) for (const rest of before.slice(last + 1)) items[rest.page]?.push(rest.event)
  const count = Math.max(1, items.findLastIndex((pageItems) => pageItems.length > 0) + 1)
  return {
    pageParams: data.pageParams.slice(0, count),
    // A list that was there to its end may have grown there.
    pages: items.slice(0, count).map((pageItems) => ({
      items: pageItems,
      has_more: fresh.has_more,
    })),
  }
}
