import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useDeferredValue, useMemo } from 'react'
import { Freshness } from '@/client/shared/time/freshness'
import { villageDay } from '@/domain/time/local-time'
import { eventListQuery, eventsOf, savedAtOf } from '@/client/shared/programme/programme-queries'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import { LiveRegion } from '@/client/design-system/visually-hidden'
import type { ProgrammeFilter } from '@/offline/programme/programme-reader'
import * as m from '@/messages/compiled/messages.js'
import { TIDE_STATION } from '@/site/site'
import { dayGroups } from '@/client/shared/agenda/day-groups'
import { useInView } from '@/client/shared/loading/use-in-view'
import { useReturnToCard } from '@/client/shared/programme/use-return-to-card'
import { EventCardSkeleton } from '@/client/shared/programme/event-card-skeleton'
import { Skeleton } from '@/client/design-system/skeleton'
import { css } from 'styled-system/css'
import { DaySection, days } from './day-section'
import { countedFrom } from './filters/event-filters'
import type { ListView } from './filters/event-filters'
import { NoEvents, UnreachableEvents } from './list-states'
import { PageLink } from './page-link'
import type { Nearness } from './near/nearness'

const route = getRouteApi('/events')

/** Cards, or rows, that are in the first viewport. */
const FIRST_SHOWN = { cards: 2, agenda: 6 }

interface EventListProps {
  filter: ProgrammeFilter
  view: ListView
  /** Counts from 1. */
  firstPage: number
  /** Epoch seconds. */
  now: number
  /** Orders each day by the distance from here. */
  near: Nearness | undefined
  onChange: (filter: ProgrammeFilter) => void
  onClear: () => void
}

/** The list with infinite scroll (rules 2.5); 'Show more' is the same for keyboards and without script. */
export function EventList({ filter, view, firstPage, now, near, onChange, onClear }: EventListProps) {
  const { programme } = route.useRouteContext()
  const query = useInfiniteQuery(eventListQuery(programme, filter, firstPage))
  const { data, isFetching, isFetchingNextPage, isFetchNextPageError, hasNextPage } = query
  const more = () => void query.fetchNextPage({ cancelRefetch: false })
  const retry = () => void query.refetch()
  // Rendering many cards gives way to a tap.
  const shown = useDeferredValue(data)
  const events = useMemo(() => shown && eventsOf(shown), [shown])
  const today = villageDay(now)
  const { evening } = filter
  const firstDay = filter.startDate ?? evening ?? today
  const groups = useMemo(() => {
    const byTime = dayGroups(events ?? [], firstDay, evening)
    return near?.sorted?.(byTime) ?? byTime
  }, [events, firstDay, evening, near])
  // A page that was fetched before midnight may hold nothing but events that have ended.
  const isEmpty = events !== undefined && groups.length === 0 && !hasNextPage
  const from = countedFrom(filter, now)
  // The end is in view until the page before is rendered: without a pause the whole programme would be fetched.
  const isRendered = shown === data
  const listEnd = useInView(isRendered && hasNextPage && !isFetching && !isFetchNextPageError, more)
  const list = useReturnToCard(events !== undefined)
  const isUnreachable = events === undefined && query.isError && !isFetching
  const isLoading = isFetchingNextPage || !isRendered || (events === undefined && !isUnreachable)

  return (
    <section aria-label={m.events_list()} className={section}>
      <LiveRegion>
        {/* A new element is announced though its text is that of the filter before. */}
        <span key={JSON.stringify([filter, isLoading])}>
          {isLoading ? m.events_loading() : countText(isEmpty ? 0 : events?.length, hasNextPage)}
        </span>
      </LiveRegion>
      {isUnreachable ? <UnreachableEvents error={query.error} onRetry={retry} /> : null}
      {isEmpty ? <NoEvents {...{ filter, now, onChange, onClear }} /> : null}
      {data ? (
        <Freshness
          savedAt={savedAtOf(data.pages)}
          fetchedAt={query.dataUpdatedAt}
          isFailed={query.isRefetchError}
        />
      ) : null}
      {firstPage > 1 ? <PageLink page={firstPage - 1} text={m.events_show_earlier()} /> : null}
      <ul className={days} {...list}>
        {groups.map((group, index) => (
          <DaySection
            key={group.day}
            firstCount={index === 0 ? FIRST_SHOWN[view] : 0}
            isEvening={evening !== undefined}
            showsTides={showsTides(filter)}
            distanceOf={near?.distanceOf}
            {...{ group, view, today, now, from }}
          />
        ))}
        {isLoading ? <ListSkeleton view={view} /> : null}
      </ul>
      <div ref={listEnd} />
      {events && !isEmpty && !hasNextPage ? <p className={end}>{m.events_end()}</p> : null}
      {isFetchNextPageError ? <MoreUnreachable onRetry={more} /> : null}
      {data && hasNextPage && !isFetchNextPageError ? (
        <PageLink page={firstPage + data.pages.length} text={m.events_show_more()} onFollow={more} />
      ) : null}
    </section>
  )
}

/** Whether people who look for these tags ask for the tide. */
function showsTides({ tags }: ProgrammeFilter): boolean {
  return tags.some((key) => TIDE_STATION?.tagKeys.includes(key))
}

/** The count in words, polite, when a filter or a further page has settled. */
function countText(count: number | undefined, hasMore: boolean): string | null {
  if (count === undefined) return null
  if (count === 0) return m.events_none()
  return hasMore ? m.events_count_more({ n: count }) : m.events_count({ n: count })
}

function MoreUnreachable({ onRetry }: { onRetry: () => void }) {
  const retry = (
    <Button size="sm" variant="secondary" onClick={onRetry}>
      {m.app_try_again()}
    </Button>
  )
  return (
    <div role="alert">
      <Banner tone="warning" actions={retry}>
        {m.events_more_unreachable()}
      </Banner>
    </div>
  )
}

const section = css({
  display: 'flex',
  flexDirection: 'column',
  gap: '5',
  alignItems: 'start',
})
const end = css({ alignSelf: 'center', textStyle: 'small', color: 'fg.muted' })

/** Four cards, while a page is loading (rules 2.5). */
function ListSkeleton({ view }: { view: ListView }) {
  return [1, 2, 3, 4].map((place) => (
    <li key={place} aria-hidden="true" className={view === 'agenda' ? wide : undefined}>
      {view === 'agenda' ? <Skeleton height="4.75rem" /> : <EventCardSkeleton />}
    </li>
  ))
}

const wide = css({ gridColumn: '[1 / -1]' })
