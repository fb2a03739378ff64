import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { EventCardSkeleton } from '@/client/shared/programme/event-card-skeleton'
import { unreachableText } from '@/client/shared/offline/unreachable-text'
import { dayNames } from '@/client/shared/time/event-dates'
import { villageDay } from '@/domain/time/local-time'
import { dayAfter } from '@/client/shared/time/village-days'
import { Freshness } from '@/client/shared/time/freshness'
import { homeQuery } from '@/client/shared/programme/programme-queries'
import { useNow } from '@/client/shared/time/use-now'
import { Button } from '@/client/design-system/button'
import { Skeleton } from '@/client/design-system/skeleton'
import { LiveRegion } from '@/client/design-system/visually-hidden'
import type { PublicEvent } from '@/contract/events/events'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { css, cx } from 'styled-system/css'
import { page } from 'styled-system/patterns'
import { Carousel } from './carousel'
import { DayList } from './day-list'
import { homeEvents } from './home-events'

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
