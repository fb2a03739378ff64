import { createFileRoute, notFound } from '@tanstack/react-router'
import { eventQuery } from '@/client/kit/programme-queries'
import { originOf } from '@/client/kit/page-head'
import { ProgrammeUnreachable } from '@/offline/programme-reader'
import { EventNotFound } from './event-not-found'
import { EventPage } from './event-page'
import { EventSkeleton } from './event-skeleton'

/** One event (spec 2.6). */
export const Route = createFileRoute('/events/$id')({
  // The page's address, title and status depend on the event: what the device has is there at once.
  loader: async ({ context: { queryClient, programme }, params }) => {
    try {
      const query = eventQuery(programme, params.id)
      // 'No such event' is asked again each time: it may have been published, or its owner signed in.
      const shown =
        queryClient.getQueryData(query.queryKey) ?? (await queryClient.fetchQuery({ ...query, staleTime: 0 }))
      if (shown === null) throw notFound()
      return 'found'
    } catch (error) {
      // A crawler must not take an outage for the page; a browser says so and offers to try again.
      if (import.meta.env.SSR || !(error instanceof ProgrammeUnreachable)) throw error
      return 'unreachable'
    }
  },
  head: async ({ match, params, loaderData }) => {
    // Split from the first load, where every route's head would be otherwise.
    const { eventHead, noEventHead } = await import('./event-head')
    const { queryClient, programme, locale } = match.context
    const shown = queryClient.getQueryData(eventQuery(programme, params.id).queryKey)
    if (!shown) return noEventHead(loaderData)
    return eventHead(shown.data, { origin: originOf(match.context), locale })
  },
  component: EventPage,
  pendingComponent: EventSkeleton,
  notFoundComponent: EventNotFound,
})
