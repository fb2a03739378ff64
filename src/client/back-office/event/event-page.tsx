import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { css } from 'styled-system/css'
import { ActivityOf } from '@/client/back-office/activity/activity-of'
import { queueSearchOf, readEventsSearch } from '@/client/back-office/layout/lists/search/events-search'
import { EventFacts } from './event-facts'
import { EventHeader } from './event-header'
import { LoadedEvent } from './loaded-event'
import { ReviewBar } from './review/review-bar'
import { useEventReview } from './review/use-event-review'

const route = getRouteApi('/backoffice/events/$id')

/** One event in full (rules 2.12), and the queue that it is reviewed in. */
export function EventPage() {
  const { id } = route.useParams()
  const { queue, ...texts } = route.useSearch()
  const address = JSON.stringify(texts)
  // The same object while the address is the same.
  const search = useMemo(
    () => queueSearchOf(readEventsSearch(JSON.parse(address) as typeof texts)),
    [address],
  )
  const eventReview = useEventReview({ id, search, isInQueue: queue !== undefined })
  return (
    <article className={frame}>
      <ReviewBar eventReview={eventReview} />
      <LoadedEvent id={id}>
        {(event) => (
          <>
            <EventHeader key={`${event.id} ${event.status}`} event={event} eventReview={eventReview} />
            <EventFacts key={event.id} event={event} eventReview={eventReview} />
            <ActivityOf key={`${event.id} ${event.revision}`} subjectId={event.id} />
          </>
        )}
      </LoadedEvent>
    </article>
  )
}

// Room for the buttons that stay in view on a phone.
const frame = css({
  display: 'grid',
  gridTemplateColumns: '[minmax(0, 1fr)]',
  gap: '6',
  minWidth: '0',
  paddingBottom: { mdDown: '20' },
})
