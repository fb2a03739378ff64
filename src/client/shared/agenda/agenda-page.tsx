import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import type { ReactNode } from 'react'
import { FeedItems } from '@/client/shared/share/share'
import { Freshness } from '@/client/shared/time/freshness'
import { useNow } from '@/client/shared/time/use-now'
import { EmptyState } from '@/client/design-system/banner'
import { CalendarIcon, SearchIcon } from 'lucide-react'
import { PopoverMenu, needsPopover } from '@/client/design-system/overlays/popover-menu'
import { Skeleton } from '@/client/design-system/skeleton'
import type { PublicEvent } from '@/contract/events/events'
import type { FeedQuery } from '@/contract/events/feeds'
import * as m from '@/messages/compiled/messages.js'
import { css, cx } from 'styled-system/css'
import { page } from 'styled-system/patterns'
import { button } from 'styled-system/recipes'
import { AgendaDays, dayGroups } from './agenda-rows'

interface AgendaPageProps {
  title: string
  /** When what is shown was stored on this device or fetched, epoch ms. */
  freshness: { savedAt: number | undefined; fetchedAt: number; isFailed: boolean }
  feed: { filter: FeedQuery; origin: string; label: string }
  events: readonly PublicEvent[]
  nothingOn: string
  children: ReactNode
}

/** The page of a place or an organiser: its name, its calendar for other programs, and what is on from now on. */
export function AgendaPage({ title, freshness, feed, events, nothingOn, children }: AgendaPageProps) {
  const id = useId()
  return (
    <div className={cx(page({ width: 'text' }), layout)}>
      <h1 className={heading}>
        <bdi>{title}</bdi>
      </h1>
      <Freshness {...freshness} />
      <div>
        <button
          type="button"
          popoverTarget={id}
          className={cx(button({ variant: 'secondary' }), needsPopover)}
        >
          <CalendarIcon size="1.25rem" />
          {feed.label}
        </button>
        <PopoverMenu id={id}>
          <FeedItems filter={feed.filter} origin={feed.origin} />
        </PopoverMenu>
      </div>
      {children}
      <Upcoming events={events} nothingOn={nothingOn} />
    </div>
  )
}

/** The events by day; a recurring event stands under its next date. */
function Upcoming({ events, nothingOn }: Pick<AgendaPageProps, 'events' | 'nothingOn'>) {
  const now = useNow()
  // A page stays open past midnight: what it has read may be over.
  if (dayGroups(events, { now }).length === 0)
    return (
      <EmptyState
        title={nothingOn}
        art={<CalendarIcon size="2.5rem" />}
        actions={
          <Link to="/events" className={button({ variant: 'secondary' })}>
            {m.event_not_found_back()}
          </Link>
        }
      />
    )
  return <AgendaDays events={events} now={now} />
}

export function NothingAtAddress({ title, children }: { title: string; children: ReactNode }) {
  return (
    <EmptyState
      level={1}
      title={title}
      art={<SearchIcon size="3rem" />}
      actions={
        <Link to="/events" className={button()}>
          {m.event_not_found_back()}
        </Link>
      }
    >
      {children}
    </EmptyState>
  )
}

export function AgendaPageSkeleton({ label }: { label: string }) {
  return (
    <div className={cx(page({ width: 'text' }), layout)} aria-busy aria-label={label}>
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
const heading = css({ textStyle: 'title' })
