import { useQuery } from '@tanstack/react-query'
import { Link, useRouteContext } from '@tanstack/react-router'
import { SearchIcon } from 'lucide-react'
import { EmptyState } from '@/client/design-system/banner'
import { Skeleton } from '@/client/design-system/skeleton'
import { LiveRegion } from '@/client/design-system/visually-hidden'
import { headingText } from '@/client/design-system/text'
import { EventCard } from '@/client/shared/programme/event-card'
import { PROGRAMME_KEY } from '@/client/shared/programme/programme-queries'
import { useNow } from '@/client/shared/time/use-now'
import * as m from '@/messages/compiled/messages.js'
import { column, pageColumn } from 'styled-system/patterns'
import { button } from 'styled-system/recipes'

// The page of an event that is not there: not yet, or not at all.

/** The page's skeleton while it is loading (rules 2.6). */
export function EventSkeleton() {
  return (
    <div className={pageColumn({ gap: '4' })}>
      <LiveRegion>{m.event_loading()}</LiveRegion>
      <Skeleton width="70%" height="2.5rem" />
      <Skeleton width="55%" height="1.5rem" />
      <Skeleton width="40%" />
      <Skeleton height="14rem" />
      <Skeleton height="8rem" />
    </div>
  )
}

export function EventNotFound() {
  return (
    <>
      <EmptyState
        level={1}
        title={m.event_not_found()}
        art={<SearchIcon size="3rem" />}
        actions={
          <Link to="/events" className={button()}>
            {m.event_not_found_back()}
          </Link>
        }
      >
        {m.event_not_found_text()}
      </EmptyState>
      <SuggestedEvents />
    </>
  )
}

const SUGGESTED = 4

/** What comes next; nothing when that cannot be fetched. */
function SuggestedEvents() {
  const { programme } = useRouteContext({ from: '__root__' })
  const now = useNow()
  const { data } = useQuery({
    queryKey: [...PROGRAMME_KEY, 'suggested'],
    queryFn: () => programme.list({ tags: [] }, 1, SUGGESTED),
    networkMode: 'always',
    retry: false,
  })
  const events = data?.data.items ?? []
  if (events.length === 0) return null
  return (
    <section className={pageColumn({ width: 'text', gap: '4' })}>
      <h2 className={headingText}>{m.event_not_found_next()}</h2>
      <ul className={column()}>
        {events.map((event) => (
          <li key={event.id}>
            <EventCard event={event} now={now} layout="compact" headingLevel={3} />
          </li>
        ))}
      </ul>
    </section>
  )
}
