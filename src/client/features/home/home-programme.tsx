import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useMemo, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { EventCardSkeleton, EventCard } from '@/client/shared/programme/event-card'
import { unreachableText } from '@/client/shared/offline/unreachable'
import { dayNames } from '@/client/shared/time/event-dates'
import { villageDay } from '@/domain/time/local-time'
import { dayAfter, weekdayOf } from '@/client/shared/time/village-days'
import { Freshness } from '@/client/shared/time/freshness'
import { homeQuery } from '@/client/shared/programme/programme-queries'
import { useNow } from '@/client/shared/time/use-now'
import { Button } from '@/client/design-system/button'
import { Skeleton } from '@/client/design-system/skeleton'
import { LiveRegion, VisuallyHidden } from '@/client/design-system/visually-hidden'
import type { PublicEvent } from '@/contract/events/events'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { AgendaRows, AlsoOn, dayGroups } from '@/client/shared/agenda/agenda-rows'
import type { DayGroup } from '@/client/shared/agenda/agenda-rows'
import { css, cx } from 'styled-system/css'
import { page } from 'styled-system/patterns'
import { button } from 'styled-system/recipes'
import { CarouselControls, useCarousel } from './use-carousel'
import type { CarouselApi } from './carousel-behaviour'

const route = getRouteApi('/')

/** Rows of a day; one screen of a phone has six. */
const TODAY_COUNT = 8
const NEXT_COUNT = 4

/** The events that are on now and tonight, those that come next, and the weekend in a carousel (rules 2.3): all of one query. */
export function HomeProgramme() {
  const { programme } = route.useRouteContext()
  const { data, dataUpdatedAt, isError, error, isFetching, refetch } = useQuery(homeQuery(programme))
  if (data === undefined)
    return isError && !isFetching ? <Unreachable error={error} onRetry={() => void refetch()} /> : <Loading />
  return (
    <div className={cx(page({ width: 'wide' }), layout)}>
      <Events events={data.data.items} />
      <div className={freshness}>
        <Freshness savedAt={data.savedAt} fetchedAt={dataUpdatedAt} isFailed={isError} />
      </div>
    </div>
  )
}

function Events({ events }: { events: readonly PublicEvent[] }) {
  const now = useNow()
  const { today, next, highlights } = useMemo(() => homeEvents(events, now), [events, now])
  // After midnight all that the page has may be yesterday's, and more be on its way.
  if (highlights.length === 0)
    return <p className={note}>{events.length === 0 ? m.events_none_yet() : m.home_nothing_today()}</p>
  return (
    <>
      <div className={days}>
        <DayList title={m.home_now()} group={today} count={TODAY_COUNT} now={now} firstCount={6}>
          <p className={note}>{m.home_nothing_today()}</p>
        </DayList>
        {next ? (
          <DayList
            title={nameOf(next.day, now)}
            group={{ ...next, alsoOn: [] }}
            count={NEXT_COUNT}
            now={now}
          />
        ) : null}
      </div>
      <aside className={panel}>
        <h2 className={panelTitle}>{m.home_highlights()}</h2>
        <Carousel events={highlights} now={now} />
      </aside>
    </>
  )
}

function nameOf(day: string, now: number): string {
  const today = villageDay(now)
  if (day === dayAfter(today, 1)) return m.events_tomorrow()
  const { weekday, date } = dayNames(day, today, getLocale())
  return `${weekday}, ${date}`
}

function Loading() {
  return (
    <div className={cx(page({ width: 'wide' }), layout)}>
      <LiveRegion>{m.events_loading()}</LiveRegion>
      <div className={days} aria-hidden="true">
        <Skeleton width="60%" height="2rem" />
        <Skeleton height="30rem" />
      </div>
      <div className={panel}>
        <EventCardSkeleton />
      </div>
    </div>
  )
}

function Unreachable({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div role="alert" className={cx(page({ width: 'wide' }), layout)}>
      <p className={note}>{unreachableText(error, m.events_unreachable_text())}</p>
      <div>
        <Button variant="secondary" onClick={onRetry}>
          {m.app_try_again()}
        </Button>
      </div>
    </div>
  )
}

const layout = css({
  display: 'grid',
  gap: '6',
  alignItems: 'start',
  gridTemplateColumns: {
    base: '[minmax(0, 1fr)]',
    md: '[minmax(0, 1fr) minmax(0, 20rem)]',
    lg: '[minmax(0, 1fr) minmax(0, 26rem)]',
  },
  paddingTop: '4',
})
const days = css({ display: 'grid', gap: '6', gridTemplateColumns: '[minmax(0, 1fr)]' })
// The sea is a panel: the carousel's controls stand on it.
const panel = css({
  display: 'grid',
  gap: '3',
  gridTemplateColumns: '[minmax(0, 1fr)]',
  maxWidth: '[32rem]',
  padding: { base: '4', lg: '5' },
  borderRadius: 'xl',
  bg: 'bg.sea',
  color: 'fg.onSea',
})
const panelTitle = css({ textStyle: 'heading' })
const note = css({ color: 'fg.muted', paddingBlock: '4' })
const freshness = css({ justifySelf: 'start' })

interface DayListProps {
  title: string
  group: DayGroup
  /** How many of its rows are shown; the list of that day has the rest. */
  count: number
  /** Epoch seconds. */
  now: number
  /** How many rows are in the first viewport. */
  firstCount?: number
  /** The element stands in place of rows where the day has none of its own. */
  children?: ReactNode
}

/** A day on the home page, with the way to all of it where it has more. */
function DayList({ title, group, count, now, firstCount = 0, children }: DayListProps) {
  const { day, own, alsoOn } = group
  return (
    <section className={homeProgrammeSection}>
      <div className={head}>
        <h2 className={heading}>{title}</h2>
        {own.length > count ? (
          <Link
            to="/events"
            search={{ from: day, to: day }}
            className={button({ variant: 'ghost', size: 'sm' })}
          >
            {m.home_show_day()}
            <VisuallyHidden>: {title}</VisuallyHidden>
          </Link>
        ) : null}
      </div>
      {own.length > 0 ? (
        <AgendaRows events={own.slice(0, count)} now={now} headingLevel={3} firstCount={firstCount} />
      ) : (
        children
      )}
      <AlsoOn events={alsoOn} now={now} headingLevel={3} isOpen={false} />
    </section>
  )
}

const homeProgrammeSection = css({ display: 'grid', gap: '2', gridTemplateColumns: '[minmax(0, 1fr)]' })
const head = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  columnGap: '4',
})
const heading = css({ textStyle: 'heading', _firstLetter: { textTransform: 'uppercase' } })

interface HomeEvents {
  today: DayGroup
  /** The day of tomorrow; where there is nothing today, the next day that has something of its own. */
  next: DayGroup | undefined
  /** The events of the carousel: ten, or as many as there are. */
  highlights: readonly PublicEvent[]
}

/** Events of the home page's carousel (rules 9). */
const HIGHLIGHTS = 10

/** Chooses from the next events, in the order of the list, as of `nowSeconds`. */
export function homeEvents(events: readonly PublicEvent[], nowSeconds: number): HomeEvents {
  const day = villageDay(nowSeconds)
  const groups = dayGroups(events, { now: nowSeconds })
  const today = groups.find((group) => group.day === day) ?? { day, own: [], alsoOn: [] }
  const tomorrow = dayAfter(day, 1)
  const later = groups.filter((group) => group.day > day && group.own.length > 0)
  const next = later.find((group) => today.own.length === 0 || group.day === tomorrow)
  return { today, next, highlights: highlightsOf(groups, day) }
}

/** First what is on at the weekend, then what else is to come; today's last, because it is listed already. */
function highlightsOf(groups: readonly DayGroup[], today: string): PublicEvent[] {
  const saturday = dayAfter(today, 6 - weekdayOf(today))
  const sunday = dayAfter(saturday, 1)
  const isWeekend = ({ day }: DayGroup) => day > today && (day === saturday || day === sunday)
  const isOther = (group: DayGroup) => group.day > today && !isWeekend(group)
  const own = (isOfThese: (group: DayGroup) => boolean) =>
    groups.filter(isOfThese).flatMap((group) => group.own)
  return [
    ...own(isWeekend),
    ...own(isOther),
    ...own(({ day }) => day === today),
    ...groups.flatMap(({ alsoOn }) => alsoOn),
  ].slice(0, HIGHLIGHTS)
}

interface CarouselProps {
  events: readonly PublicEvent[]
  /** Epoch seconds. */
  now: number
}

/**
 * One event at a time (rules 2.3). The slides stand in a strip that snaps, so a finger moves it also before there is any
 * script; Ark's behaviour is loaded at the first move.
 */
function Carousel({ events, now }: CarouselProps) {
  const carousel = useCarousel(events.length)
  const { api, ids, page: pageNumber, isPlaying, behaviour } = carousel
  const count = events.length
  const reached = useReached(pageNumber)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- they load what its buttons need
    <section
      {...api?.getRootProps()}
      id={ids.root}
      aria-roledescription={m.home_carousel_role()}
      aria-label={m.home_featured()}
      className={root}
      onPointerEnter={carousel.request}
      onFocus={carousel.request}
    >
      {/* Announced only while it does not move by itself. */}
      <ul
        {...carousel.groupProps}
        id={ids.itemGroup}
        className={strip}
        aria-live={isPlaying ? 'off' : 'polite'}
      >
        {events.map((event, slide) => (
          <li
            key={event.id}
            {...(api && itemProps(api, slide))}
            id={ids.item(slide)}
            data-part="item"
            data-index={slide}
            aria-roledescription={m.home_slide_role()}
            aria-label={m.home_slide({ n: slide + 1, count })}
            // A slide out of sight cannot be reached by keyboard either.
            inert={api !== undefined && slide !== pageNumber}
            className={slideBox}
          >
            <EventCard
              event={event}
              now={now}
              headingLevel={3}

              sizes="(min-width: 1024px) 23.5rem, (min-width: 768px) 18rem, (min-width: 34rem) 30rem, 84vw"
              isImageShown={slide <= reached + 1 || (api !== undefined && slide === count - 1)}
            />
          </li>
        ))}
      </ul>
      {count > 1 ? <CarouselControls carousel={carousel} count={count} /> : null}
      {behaviour ? <behaviour.Behaviour options={behaviour.options} onChange={behaviour.onChange} /> : null}
    </section>
  )
}

/** The furthest slide so far, when the move to it is over: Ark ends a move at once when something is added to a slide. */
function useReached(pageNumber: number): number {
  const [reached, setReached] = useState(0)
  useEffect(() => {
    const timer = setTimeout(() => setReached((before) => Math.max(before, pageNumber)), MOVE_MS)
    return () => clearTimeout(timer)
  }, [pageNumber])
  return reached
}

/** No browser takes longer for one slide. */
const MOVE_MS = 1000

/**
 * The attributes leave out Ark's role, which would take the item out of its list, and its `aria-hidden`: `inert` says
 * it to everyone.
 */
function itemProps(api: CarouselApi, index: number) {
  const { role: _role, 'aria-hidden': _hidden, ...props } = api.getItemProps({ index })
  return props
}

const root = css({ display: 'grid', gap: '3', minWidth: '0' })

const strip = css({
  display: 'grid',
  gridAutoFlow: 'column',
  gridAutoColumns: '[100%]',
  gap: '3',
  minWidth: '0',
  color: 'fg.default',
  overflowX: 'auto',
  overscrollBehaviorX: 'contain',
  scrollSnapType: '[x mandatory]',
  scrollbarWidth: '[none]',
  // The padding leaves room for the ring around a focused card.
  padding: '1.5',
  margin: '[-0.375rem]',
  scrollPaddingInline: '1.5',
})

const slideBox = css({ display: 'grid', minWidth: '0', scrollSnapAlign: 'start' })
