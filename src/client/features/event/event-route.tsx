import { createFileRoute, notFound, redirect } from '@tanstack/react-router'
import { searchTexts } from '@/client/shared/links/web-url'
import { isCalendarDay } from '@/domain/time/local-time'
import { eventQuery, suggestedQuery } from '@/client/shared/programme/programme-queries'
import { originOf } from '@/client/shared/layout/page-head'
import type { OwnEvent } from '@/contract/events/events'
import { ProgrammeUnreachable } from '@/offline/programme/programme-reader'
import { EventNotFound, EventSkeleton } from './event-not-found'
import { EventPage } from './event-page'

interface EventSearch {
  /** The token out of a mail: it shows the event in any status. */
  token?: string | undefined
  /** The village day `YYYY-MM-DD` of the occurrence that the page shows first; else it is the next one. */
  date?: string | undefined
}

const readToken = searchTexts('token')

/** One event (rules 2.6). */
export const Route = createFileRoute('/events/$id')({
  // The page's address, title and status depend on the event: what the replica has is read at once.
  validateSearch: ({ date, ...search }: Record<string, unknown>): EventSearch => ({
    ...readToken(search),
    ...(date !== undefined && { date: typeof date === 'string' && isCalendarDay(date) ? date : undefined }),
  }),
  loaderDeps: ({ search: { token, date } }) => ({ token, date }),
  loader: async ({ context, params, deps, location }) => {
    const { queryClient, programme, rendersNotFound = true } = context
    try {
      const query = eventQuery(programme, params.id, deps.token)
      // 'No such event' is fetched again each time: it may have been published, or its owner signed in.
      const shown =
        queryClient.getQueryData(query.queryKey) ?? (await queryClient.fetchQuery({ ...query, staleTime: 0 }))
      if (shown === null) {
        // Fails without a word: the page says what matters.
        if (rendersNotFound) await queryClient.prefetchQuery(suggestedQuery(programme, deps.date))
        throw notFound()
      }
      // Each page has one address: a day without an occurrence says nothing, and the server caches no page for it.
      if ('date' in location.search && !(await hasOccurrenceOn(shown.data, deps.date, context.nowSeconds)))
        throw redirect({
          to: '/events/$id',
          params,
          search: deps.token === undefined ? {} : { token: deps.token },
          replace: true,
        })
      return 'found'
    } catch (error) {
      // The server responds with an error, so that no crawler indexes an outage; a browser shows it with a retry.
      if (import.meta.env.SSR || !(error instanceof ProgrammeUnreachable)) throw error
      return 'unreachable'
    }
  },
  head: async ({ match, params, loaderData }) => {
    // Split from the first load, where every route's head would be otherwise.
    const { eventHead, noEventHead, privateEventHead } = await import('./head/event-head')
    const { queryClient, programme, locale, nowSeconds } = match.context
    const query = eventQuery(programme, params.id, match.search.token)
    const shown = queryClient.getQueryData(query.queryKey)
    if (!shown) return noEventHead(loaderData)
    if (shown.isPrivate) return privateEventHead(shown.data)
    const { date } = match.search
    return eventHead(shown.data, {
      origin: originOf(match.context),
      locale,
      nowSeconds,
      date,
    })
  },
  component: EventPage,
  pendingComponent: EventSkeleton,
  notFoundComponent: EventNotFound,
})

/** Whether an occurrence is on this day; a festival that is under way has none on the days that are over. */
async function hasOccurrenceOn(
  event: OwnEvent,
  day: string | undefined,
  nowSeconds: number,
): Promise<boolean> {
  if (day === undefined) return false
  // Split from the first load, as is the head.
  const { eventOfDay } = await import('@/offline/programme/programme-reader')
  const onDay = eventOfDay(event, day, nowSeconds)
  return onDay !== undefined && (onDay.end_time > nowSeconds || event.end_time <= nowSeconds)
}
