import type { BackOfficeEvent } from '@/contract/back-office/back-office-events'
import type { EventStatus } from '@/domain/events/event'
import type { EventPage, EventPages } from '@/client/back-office/layout/lists/listed-events'

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
 * after that stays. An event stays in the page that it was in, so that no other is rendered anew. Last pages that have no event of
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
  // The list starts anew: so much has come that nothing says how the rest goes on.
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
