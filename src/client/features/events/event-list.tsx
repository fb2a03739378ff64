import { getRouteApi } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { EventCard } from '@/client/kit/event-card'
import { EventCardSkeleton } from '@/client/kit/event-card-skeleton'
import { Freshness } from '@/client/kit/freshness'
import { hasMore, listView, savedAtOf, showMore } from '@/client/kit/programme-content'
import { useProgrammeView } from '@/client/kit/use-programme-view'
import { Banner } from '@/client/ui/banner'
import { Button } from '@/client/ui/button'
import { LiveRegion } from '@/client/ui/visually-hidden'
import type { ProgrammeFilter } from '@/offline/programme-source'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { cardGrid } from 'styled-system/patterns'
import { NoEvents, UnreachableEvents } from './list-states'
import { PageLink } from './page-link'
import { useSeen } from '@/client/kit/use-seen'

const route = getRouteApi('/events')

/** Cards of the first row are in the first view. */
const FIRST_CARDS = 2

interface EventListProps {
  filter: ProgrammeFilter
  /** Counts from 1. */
  firstPage: number
  /** Epoch seconds. */
  now: number
  onClear: () => void
}

/** The grid with infinite scroll (spec 2.5); 'Show more' is the same for keyboards and without script. */
export function EventList({ filter, firstPage, now, onClear }: EventListProps) {
  const { data, error, isAsking, retry, more, isMoreAsked, isMoreFailed } = useList(filter, firstPage)
  const hasNextPage = data !== undefined && hasMore(data)
  const lastCard = useSeen(hasNextPage && !isAsking && !isMoreFailed, more)
  const events = data?.pages.flatMap((shown) => shown.data.items)
  const isUnreachable = events === undefined && error !== undefined && !isAsking
  const isLoading = isMoreAsked || (events === undefined && !isUnreachable)

  return (
    <section aria-label={m.events_list()} className={section}>
      <LiveRegion>
        {isLoading ? m.events_loading() : null}
        {events?.length === 0 ? m.events_none() : null}
      </LiveRegion>
      {isUnreachable ? <UnreachableEvents onRetry={retry} /> : null}
      {events?.length === 0 ? <NoEvents filter={filter} onClear={onClear} /> : null}
      {data ? <Freshness savedAt={savedAtOf(data.pages)} isAsking={isAsking} /> : null}
      {firstPage > 1 ? <PageLink page={firstPage - 1} text={m.events_show_earlier()} /> : null}
      <ul className={cardGrid()}>
        {events?.map((event, index) => (
          <li key={event.id} ref={index === events.length - 1 ? lastCard : undefined} className={cell}>
            <EventCard event={event} now={now} isFirst={index < FIRST_CARDS} />
          </li>
        ))}
        {isLoading ? <Skeletons /> : null}
      </ul>
      {events && events.length > 0 && !hasNextPage ? <p className={end}>{m.events_end()}</p> : null}
      {isMoreFailed ? <MoreUnreachable onRetry={more} /> : null}
      {hasNextPage && !isMoreFailed ? (
        <PageLink page={firstPage + data.pages.length} text={m.events_show_more()} onFollow={more} />
      ) : null}
    </section>
  )
}

/** The list on the page, and how it goes on. */
function useList(filter: ProgrammeFilter, firstPage: number) {
  const { views, programme } = route.useRouteContext()
  const name = JSON.stringify([filter, firstPage])
  // One view as long as the filter says the same, however often the address is read.
  // oxlint-disable-next-line react/exhaustive-deps -- `name` stands for filter and page
  const view = useMemo(() => listView(programme, filter, firstPage), [programme, name])
  const shown = useProgrammeView(view)
  const [next, setNext] = useState<{ of: string; state: 'asked' | 'failed' }>()
  const more = useCallback(() => {
    setNext({ of: view.key, state: 'asked' })
    showMore(views, programme, filter, firstPage)
      .then(() => setNext(undefined))
      .catch(() => setNext({ of: view.key, state: 'failed' }))
    // oxlint-disable-next-line react/exhaustive-deps -- the view is made of filter and page
  }, [views, programme, view])
  const state = next?.of === view.key ? next.state : undefined
  return { ...shown, more, isMoreAsked: state === 'asked', isMoreFailed: state === 'failed' }
}

function MoreUnreachable({ onRetry }: { onRetry: () => void }) {
  const retry = (
    <Button size="sm" variant="secondary" onClick={onRetry}>
      {m.events_try_again()}
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

/** Four, while a page is loading (spec 2.5). */
function Skeletons() {
  return [1, 2, 3, 4].map((place) => (
    <li key={place} className={cell} aria-hidden="true">
      <EventCardSkeleton />
    </li>
  ))
}

const section = css({
  display: 'flex',
  flexDirection: 'column',
  gap: '5',
  alignItems: 'start',
  '& > ul': { width: 'full' },
})
const cell = css({ display: 'flex', minWidth: '0', '& > *': { flex: '1' } })
const end = css({ alignSelf: 'center', textStyle: 'small', color: 'fg.muted' })
