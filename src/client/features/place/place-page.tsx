import { useQuery } from '@tanstack/react-query'
import { Link, getRouteApi } from '@tanstack/react-router'
import { useId } from 'react'
import { AgendaRows, AlsoOn } from '@/client/shared/agenda/agenda-rows'
import { dayGroups } from '@/client/shared/agenda/day-groups'
import { DayHeading } from '@/client/shared/agenda/day-heading'
import { Unreachable } from '@/client/shared/offline/unreachable'
import { placeLines } from '@/client/shared/places/place-lines'
import { PlaceLocation } from '@/client/shared/places/place-location'
import { FeedItems } from '@/client/shared/share/feed-items'
import { Freshness } from '@/client/shared/time/freshness'
import { useNow } from '@/client/shared/time/use-now'
import { EmptyState } from '@/client/design-system/empty-state'
import { CalendarIcon, SearchIcon } from '@/client/design-system/icons/icons'
import { PopoverMenu, needsPopover } from '@/client/design-system/popover-menu'
import { Skeleton } from '@/client/design-system/skeleton'
import { villageDay } from '@/domain/time/local-time'
import * as m from '@/messages/compiled/messages.js'
import { css, cx } from 'styled-system/css'
import { page } from 'styled-system/patterns'
import { button } from 'styled-system/recipes'
import { placeQuery } from './place-query'
import type { ShownPlace } from './place-query'

const route = getRouteApi('/places/$slug')

/** A place: where it is, how to get there, and what is on there from now on. */
export function PlacePage() {
  const { slug } = route.useParams()
  const context = route.useRouteContext()
  const query = useQuery({ ...placeQuery(context, slug), retryOnMount: false })
  const { data, error, isFetching } = query
  if (data === null) return <NoSuchPlace />
  if (data === undefined)
    return error !== null && !isFetching ? (
      <Unreachable title={m.place_failed()} error={error} onRetry={() => void query.refetch()} />
    ) : (
      <PlaceSkeleton />
    )
  return (
    <div className={cx(page({ width: 'text' }), layout)}>
      <h1 className={title}>{placeLines(data.place).name}</h1>
      <Freshness savedAt={data.savedAt} fetchedAt={query.dataUpdatedAt} isFailed={query.isError} />
      <Subscribe slug={data.place.slug} origin={context.origin} />
      <PlaceLocation place={data.place} />
      <Upcoming events={data.events} />
    </div>
  )
}

/** The calendar of the place, for other programs. */
function Subscribe({ slug, origin }: { slug: string; origin: string }) {
  const id = useId()
  return (
    <div>
      <button type="button" popoverTarget={id} className={cx(button({ variant: 'secondary' }), needsPopover)}>
        <CalendarIcon size={20} />
        {m.place_subscribe()}
      </button>
      <PopoverMenu id={id}>
        <FeedItems filter={{ place: slug }} origin={origin} />
      </PopoverMenu>
    </div>
  )
}

/** By day; a recurring event stands under its next date. */
function Upcoming({ events }: Pick<ShownPlace, 'events'>) {
  const now = useNow()
  const today = villageDay(now)
  if (events.length === 0)
    return (
      <EmptyState
        title={m.place_nothing_on()}
        art={<CalendarIcon size={40} />}
        actions={
          <Link to="/events" className={button({ variant: 'secondary' })}>
            {m.event_not_found_back()}
          </Link>
        }
      />
    )
  return (
    <ul className={list}>
      {dayGroups(events, today).map(({ day, own, alsoOn }) => (
        <li key={day}>
          <DayHeading day={day} today={today} isEvening={false} />
          {own.length > 0 ? <AgendaRows events={own} now={now} headingLevel={3} /> : null}
          <AlsoOn events={alsoOn} now={now} headingLevel={3} isOpen={own.length === 0} />
        </li>
      ))}
    </ul>
  )
}

/** An address that names no place. */
export function NoSuchPlace() {
  return (
    <EmptyState
      level={1}
      title={m.place_not_found()}
      art={<SearchIcon size={48} />}
      actions={
        <Link to="/events" className={button()}>
          {m.event_not_found_back()}
        </Link>
      }
    >
      {m.place_not_found_text()}
    </EmptyState>
  )
}

export function PlaceSkeleton() {
  return (
    <div className={cx(page({ width: 'text' }), layout)} aria-busy aria-label={m.place_loading()}>
      <Skeleton height="3rem" />
      <Skeleton height="20rem" />
    </div>
  )
}

const layout = css({
  display: 'grid',
  gridTemplateColumns: '[minmax(0, 1fr)]',
  gap: '4',
  paddingBlock: { base: '6', md: '12' },
})
const title = css({ textStyle: 'title' })
const list = css({ display: 'grid', gridTemplateColumns: '[minmax(0, 1fr)]', gap: '3' })
