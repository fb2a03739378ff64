import { useQuery } from '@tanstack/react-query'
import { Link, useRouteContext, useSearch } from '@tanstack/react-router'
import { SearchIcon } from 'lucide-react'
import { EmptyState } from '@/client/design-system/banner'
import { Skeleton } from '@/client/design-system/skeleton'
import { LiveRegion } from '@/client/design-system/visually-hidden'
import { headingText } from '@/client/design-system/text'
import { EventCard } from '@/client/shared/programme/event-card'
import { suggestedQuery } from '@/client/shared/programme/programme-queries'
import { useNow } from '@/client/shared/time/use-now'
import { villageMidnight } from '@/domain/time/local-time'
import * as m from '@/messages/compiled/messages.js'
import { css, cx } from 'styled-system/css'
import { page, stack } from 'styled-system/patterns'
import { button } from 'styled-system/recipes'

// The page of an event that is not there: not yet, or not at all.

/** The page's skeleton while it is loading (rules 2.6). */
export function EventSkeleton() {
  return (
    <div className={cx(page(), stack({ gap: '4' }), padded)}>
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

/** Suggests what is on that day where the address names one, else what comes next; nothing when that cannot be fetched. */
function SuggestedEvents() {
  const { programme } = useRouteContext({ from: '__root__' })
  const { date } = useSearch({ strict: false })
  const now = useNow()
  const { data } = useQuery({ ...suggestedQuery(programme, date), retryOnMount: false })
  if (data === undefined || data.items.length === 0) return null
  const isOfDay = data.day !== undefined
  return (
    <section className={cx(page({ width: 'text' }), stack({ gap: '4' }), padded)}>
      <h2 className={headingText}>{isOfDay ? m.event_not_found_that_day() : m.event_not_found_next()}</h2>
      <ul className={stack({ gap: '3' })}>
        {data.items.map((event) => (
          <li key={event.id}>
            <EventCard
              event={event}
              now={now}
              from={data.day === undefined ? undefined : Math.max(now, villageMidnight(data.day))}
              layout="compact"
              headingLevel={3}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

const padded = css({ paddingBlock: '6' })
