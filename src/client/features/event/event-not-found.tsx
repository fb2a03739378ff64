import { useQuery } from '@tanstack/react-query'
import { Link, useRouteContext, useSearch } from '@tanstack/react-router'
import { EventCard } from '@/client/shared/programme/event-card'
import { suggestedQuery } from '@/client/shared/programme/programme-queries'
import { useNow } from '@/client/shared/time/use-now'
import { villageMidnight } from '@/domain/time/local-time'
import { EmptyState } from '@/client/design-system/banner'
import { SearchIcon } from 'lucide-react'
import * as m from '@/messages/compiled/messages.js'
import { Skeleton } from '@/client/design-system/skeleton'
import { LiveRegion } from '@/client/design-system/visually-hidden'
import { css, cx } from 'styled-system/css'
import { page } from 'styled-system/patterns'
import { button } from 'styled-system/recipes'

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
  return (
    <section className={cx(page({ width: 'text' }), suggested)}>
      <h2 className={title}>
        {data.day === undefined ? m.event_not_found_next() : m.event_not_found_that_day()}
      </h2>
      <ul className={list}>
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

const suggested = css({ display: 'grid', gap: '4', paddingBottom: 'section' })
const title = css({ textStyle: 'heading' })
const list = css({ display: 'grid', gridTemplateColumns: '[minmax(0, 1fr)]', gap: '3' })

/** The page's skeleton while it is loading (rules 2.6). */
export function EventSkeleton() {
  return (
    <div className={cx(page(), layout)}>
      <LiveRegion>{m.event_loading()}</LiveRegion>
      <Skeleton width="70%" height="2.5rem" />
      <Skeleton width="40%" height="1.5rem" />
      <Skeleton width="55%" />
      <Skeleton width="50%" />
      <Skeleton className={photo} height="auto" />
      <Skeleton height="8rem" />
    </div>
  )
}

const layout = css({ display: 'grid', gap: '4', paddingBlock: { base: '6', md: '10' } })
const photo = css({ aspectRatio: '[16 / 9]', borderRadius: 'lg', maxWidth: '[48rem]' })
