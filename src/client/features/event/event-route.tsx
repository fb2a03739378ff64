import { createFileRoute, notFound } from '@tanstack/react-router'
import { eventQuery, prepareEvent } from '@/client/kit/programme-queries'
import { originOf } from '@/client/kit/page-head'
import { EventNotFound } from './event-not-found'
import { EventPage } from './event-page'
import { EventSkeleton } from './event-skeleton'

/** One event (spec 2.6). */
export const Route = createFileRoute('/events/$id')({
  loader: async ({ context, params }) => {
    const outcome = await prepareEvent(context, params.id)
    if (outcome === 'missing') throw notFound()
    // A crawler must not take an outage for the page; a browser shows it and asks again.
    if (outcome === 'unreachable' && import.meta.env.SSR) throw new Error('Failed to load event')
  },
  head: async ({ match, params }) => {
    // Split from the first load, where every route's head would be otherwise.
    const { eventHead } = await import('./event-head')
    const { queryClient, programme, locale } = match.context
    const shown = queryClient.getQueryData(eventQuery(programme, params.id).queryKey)
    return eventHead(shown?.data, { origin: originOf(match.context), locale })
  },
  component: EventPage,
  pendingComponent: EventSkeleton,
  notFoundComponent: EventNotFound,
})
