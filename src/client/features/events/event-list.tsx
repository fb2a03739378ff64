import { useInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import { Freshness } from '@/client/shared/time/saved-age'
import { villageDay } from '@/domain/time/local-time'
import {
  eventListQuery,
  eventsOf,
  savedAtOf,
  useProgramme,
} from '@/client/shared/programme/programme-queries'
import { Banner, EmptyState } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import { LiveRegion } from '@/client/design-system/visually-hidden'
import { ButtonLink } from '@/client/shared/links/link'
import * as m from '@/messages/compiled/messages.js'
import { TIDE_STATION } from '@/site/site'
import {
  dayGroups,
  AgendaRows,
  AlsoOn,
  DayHeading,
  type AgendaRowsProps,
  type DayGroup,
} from '@/client/shared/agenda/agenda-rows'
import { lazyPart } from '@/client/shared/loading/lazy-part'
import { onPlainClick } from '@/client/shared/links/web-url'
import { useInView } from '@/client/shared/loading/use-in-view'
import { useReturnToCard, useRovingFocus } from '@/client/shared/programme/list-focus'
import { EventCardSkeleton, EventCard } from '@/client/shared/programme/event-card'
import { Skeleton } from '@/client/design-system/skeleton'
import { smallText } from '@/client/design-system/text'
import { countedFrom, isFiltered, type ListView } from '@/client/features/events/filters/event-filters'
import type { FiltersProps } from '@/client/features/events/filters/filter-panel'
import type { Nearness } from '@/client/features/events/near/nearness'
import { Unreachable } from '@/client/shared/offline/unreachable'
import { SearchIcon } from 'lucide-react'
import { DayTides } from '@/client/shared/tides/day-tides'
import { css, cx } from 'styled-system/css'
import { column } from 'styled-system/patterns'

/** Cards, or rows, that are in the first viewport. */
const FIRST_SHOWN = { cards: 2, agenda: 6 }

interface EventListProps extends Pick<FiltersProps, 'filter' | 'tags' | 'ranges' | 'onClear'> {
  view: ListView
  firstPage: number
  now: number
  /** Orders each day by the distance from here. */
  near: Nearness | undefined
}

/** The list with infinite scroll (rules 2.5); 'Show more' is the same for keyboards and without script. */
export function EventList({ filter, view, firstPage, now, near, ...others }: EventListProps) {
  const programme = useProgramme()
  const query = useInfiniteQuery(eventListQuery(programme, filter, firstPage))
  const { data, isFetching, isFetchingNextPage, isFetchNextPageError, hasNextPage } = query
  const more = () => void query.fetchNextPage({ cancelRefetch: false })
  // Rendering many cards gives way to a tap.
  const shown = useDeferredValue(data)
  const events = useMemo(() => shown && eventsOf(shown), [shown])
  const today = villageDay(now)
  const { evening } = filter
  const firstDay = filter.startDate ?? evening ?? today
  const groups = useMemo(() => {
    const byTime = dayGroups(events ?? [], { now, firstDay, lastDay: evening })
    return near?.sorted?.(byTime) ?? byTime
  }, [events, now, firstDay, evening, near])
  // A page that was fetched before midnight may hold nothing but events that have ended.
  const count = groups.reduce((sum, { own, alsoOn }) => sum + own.length + alsoOn.length, 0)
  const isEmpty = events !== undefined && count === 0 && !hasNextPage
  const from = countedFrom(filter, now)
  // The end is in view until the page before is rendered: without a pause the whole programme would be fetched.
  const isRendered = shown === data
  const listEnd = useInView(isRendered && hasNextPage && !isFetching && !isFetchNextPageError, more)
  const list = useReturnToCard(events !== undefined)
  const rows = useRovingFocus<HTMLElement>('article', 'ul')
  const isUnreachable = events === undefined && query.isError && !isFetching
  const isLoading = isFetchingNextPage || !isRendered || (events === undefined && !isUnreachable)

  return (
    <section ref={rows} id="events" tabIndex={-1} aria-label={m.events_list()} className={eventListSection}>
      <LiveRegion>
        {/* A new element is announced though its text is that of the filter before. */}
        <span key={JSON.stringify([filter, isLoading])}>
          {isLoading ? m.events_loading() : countText(events && count, hasNextPage)}
        </span>
      </LiveRegion>
      {isUnreachable ? (
        <Unreachable
          level={2}
          title={m.events_unreachable()}
          text={m.events_unreachable_text()}
          query={query}
        />
      ) : null}
      {isEmpty ? <NoEvents {...{ filter, now, ...others }} /> : null}
      {data ? <Freshness savedAt={savedAtOf(data.pages)} query={query} /> : null}
      {firstPage > 1 ? <PageLink page={firstPage - 1} text={m.events_show_earlier()} /> : null}
      <ul className={days} {...list}>
        {groups.map((group, index) => (
          <DaySection
            key={group.day}
            firstCount={index === 0 ? FIRST_SHOWN[view] : 0}
            isEvening={evening !== undefined}
            // People who look for these tags ask for the tide.
            showsTides={filter.tags.some((key) => TIDE_STATION?.tagKeys.includes(key))}
            distanceOf={near?.distanceOf}
            {...{ group, view, today, now, from }}
          />
        ))}
        {/* Four cards, while a page is loading (rules 2.5). */}
        {isLoading
          ? [1, 2, 3, 4].map((place) => (
              <li key={place} aria-hidden="true" className={view === 'agenda' ? wide : undefined}>
                {view === 'agenda' ? <Skeleton height="4.75rem" /> : <EventCardSkeleton />}
              </li>
            ))
          : null}
      </ul>
      <div ref={listEnd} />
      {events && !isEmpty && !hasNextPage ? <p className={cx(smallText, centred)}>{m.events_end()}</p> : null}
      {isFetchNextPageError ? (
        <Banner
          tone="warning"
          role="alert"
          actions={
            <Button size="sm" variant="secondary" onClick={more}>
              {m.app_try_again()}
            </Button>
          }
        >
          {m.events_more_unreachable()}
        </Banner>
      ) : null}
      {data && hasNextPage && !isFetchNextPageError ? (
        <PageLink page={firstPage + data.pages.length} text={m.events_show_more()} onFollow={more} />
      ) : null}
    </section>
  )
}

function countText(count: number | undefined, hasMore: boolean): string | null {
  if (count === undefined) return null
  if (count === 0) return m.events_none()
  return hasMore ? m.events_count_more({ n: count }) : m.events_count({ n: count })
}

const eventListSection = column({ outline: '[none]', scrollMarginTop: '20', gap: '5', justifyItems: 'start' })
const centred = css({ justifySelf: 'center' })
const wide = css({ gridColumn: '[1 / -1]' })

/** Leads to another page of the list, with the same filters. A real link: with script `onFollow` runs in its place. */
function PageLink({ page, text, onFollow }: { page: number; text: string; onFollow?: () => void }) {
  return (
    <ButtonLink
      to="/events"
      search={(search) => ({ ...search, page: page > 1 ? page : undefined })}
      variant="secondary"
      className={centred}
      preload={false}
      onClick={onFollow && onPlainClick(onFollow)}
    >
      {text}
    </ButtonLink>
  )
}

const NothingFound = lazyPart(async () => (await import('./filters/nothing-found')).NothingFound, {
  isOptional: true,
})

type NoEventsProps = Pick<EventListProps, 'filter' | 'now' | 'tags' | 'ranges' | 'onClear'>

/** 'No events found', with the ways out (rules 2.5): all filters less, one filter less, and words that were nearly meant. */
function NoEvents({ filter, now, onClear, ...names }: NoEventsProps) {
  const hasFilter = isFiltered(filter)
  return (
    <div className={state}>
      <EmptyState
        title={m.events_none()}
        art={<SearchIcon size="3rem" />}
        actions={
          hasFilter ? (
            <Button onClick={onClear}>{m.events_clear_filters()}</Button>
          ) : (
            <ButtonLink to="/add-event">{m.shell_add_event()}</ButtonLink>
          )
        }
      >
        {hasFilter ? m.events_none_filtered() : m.events_none_yet()}
      </EmptyState>
      {hasFilter ? <NothingFound {...{ filter, now }} {...names} /> : null}
    </div>
  )
}

const state = css({ width: 'full' })

interface DaySectionProps extends Pick<AgendaRowsProps, 'now' | 'from' | 'distanceOf'> {
  group: DayGroup
  view: ListView
  today: string
  isEvening: boolean
  showsTides: boolean
  firstCount: number
}

/** One day of the list. It never shares a row of the grid with a part of another day: it stands beside whole days, or alone. */
function DaySection({ group, view, firstCount, today, isEvening, showsTides, ...others }: DaySectionProps) {
  const { day, own, alsoOn } = group
  const isAgenda = view === 'agenda'
  const shown = { ...others, isInList: true }
  const { distanceOf, ...card } = shown
  return (
    <li
      className={cx(daySectionSection, isAgenda ? agendaDay : cardDay)}
      data-columns={own.length === 0 ? MAX_COLUMNS : Math.min(own.length, MAX_COLUMNS)}
    >
      <DayHeading day={day} today={today} isEvening={isEvening} />
      {showsTides ? <DayTides day={day} isLink /> : null}
      {isAgenda && own.length > 0 ? <AgendaRows events={own} {...{ firstCount }} {...shown} /> : null}
      {isAgenda || own.length === 0 ? null : (
        <ul className={cards}>
          {own.map((event, index) => (
            <li key={event.id} className={cell}>
              <EventCard
                event={event}
                distance={distanceOf?.(event)}
                isFirst={index < firstCount}
                headingLevel={3}
                {...card}
              />
            </li>
          ))}
        </ul>
      )}
      <AlsoOn events={alsoOn} isOpen={own.length === 0} {...shown} />
    </li>
  )
}

const MAX_COLUMNS = 4
const COLUMNS = '[repeat(auto-fill, minmax(min(100%, 15.5rem), 1fr))]'

/** The days of the list: as many columns as there is room for, of cards up to four (rules 2.5). */
const days = css({
  display: 'grid',
  gridTemplateColumns: COLUMNS,
  columnGap: '6',
  rowGap: { base: '3', md: '5' },
  // A fold that is opened makes nothing beside it higher.
  alignItems: 'start',
  containerType: 'inline-size',
  width: 'full',
})

const daySectionSection = css({ display: 'flex', flexDirection: 'column', gap: '2', minWidth: '0' })
// The day has as many columns as cards, where they fit: two from 32.5rem on, three from 49.5rem.
const cardDay = css({
  '&[data-columns="2"]': { '@container (width >= 32.5rem)': { gridColumn: '[span 2]' } },
  '&[data-columns="3"]': {
    '@container (32.5rem <= width < 49.5rem)': { gridColumn: '[1 / -1]' },
    '@container (width >= 49.5rem)': { gridColumn: '[span 3]' },
  },
  '&[data-columns="4"]': { gridColumn: '[1 / -1]' },
})
// The day stands beside its rows where there is room.
const agendaDay = css({
  gridColumn: '[1 / -1]',
  '@container (width >= 49.5rem)': {
    display: 'grid',
    gridTemplateColumns: '[11rem minmax(0, 1fr)]',
    columnGap: '6',
    '& > :not(h2)': { gridColumn: '2' },
    '& > h2': { flexDirection: 'column', alignSelf: 'start', borderTop: 'none' },
  },
})
const cards = css({ display: 'grid', gridTemplateColumns: COLUMNS, gap: '6', flex: '1' })
// Cards out of view cost no layout; their height is remembered once they were seen.
const cell = css({
  display: 'flex',
  flexDirection: 'column',
  minWidth: '0',
  contentVisibility: 'auto',
  containIntrinsicHeight: '[auto 30rem]',
  breakInside: 'avoid',
  '& > article': { flex: '1' },
})
