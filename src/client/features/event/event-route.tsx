import { createFileRoute, notFound } from '@tanstack/react-router'
import { eventView, prepareEvent } from '@/client/kit/programme-content'
import { originOf } from '@/client/kit/page-head'
import { EventNotFound } from './event-not-found'
import { EventPage } from './event-page'
import { EventSkeleton } from './event-skeleton'

/** One event (spec 2.6). */
export const Route = createFileRoute('/events/$id')({
  loader: async ({ context, params }) => {
    const outcome = await prepareEvent(context.views, eventView(context.programme, params.id))
    if (outcome === 'missing') throw notFound()
    // A crawler must not take an outage for the page; a browser shows it and asks again.
    if (outcome === 'unreachable' && import.meta.env.SSR) throw new Error('Failed to load event')
    return outcome
  },
  head: async ({ match, params, loaderData }) => {
    // Split from the first load, where every route's head would be otherwise.
    const { eventHead, noEventHead } = await import('./event-head')
    const { views, programme, locale } = match.context
    const shown = views.state(eventView(programme, params.id)).data
    if (!shown) return noEventHead(loaderData)
    return eventHead(shown.data, { origin: originOf(match.context), locale })
  },
  component: EventPage,
  pendingComponent: EventSkeleton,
  notFoundComponent: EventNotFound,
})
