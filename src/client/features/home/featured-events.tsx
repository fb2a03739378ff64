import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { EventCardSkeleton } from '@/client/shared/programme/event-card-skeleton'
import { Freshness } from '@/client/shared/time/freshness'
import { featuredQuery } from '@/client/shared/programme/programme-queries'
import { unreachableText } from '@/client/shared/forms/unreachable-text'
import { useNow } from '@/client/shared/time/use-now'
import { Button } from '@/client/design-system/button'
import { LiveRegion } from '@/client/design-system/visually-hidden'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { Carousel } from './carousel'

const route = getRouteApi('/')

/** The next events in a carousel; its placeholder while there is none. */
export function FeaturedEvents() {
  const { programme } = route.useRouteContext()
  const { data, dataUpdatedAt, error, isError, isFetching, refetch } = useQuery(featuredQuery(programme))
  const now = useNow()
  if (data === undefined) {
    return isError && !isFetching ? (
      <div role="alert" className={note}>
        <p>{unreachableText(error, m.events_unreachable_text())}</p>
        <Button variant="secondary" onClick={() => void refetch()}>
          {m.app_try_again()}
        </Button>
      </div>
    ) : (
      <div className={place}>
        <LiveRegion>{m.events_loading()}</LiveRegion>
        <EventCardSkeleton />
      </div>
    )
  }
  const events = data.data.items
  if (events.length === 0) return <p className={note}>{m.events_none_yet()}</p>
  return (
    <div className={place}>
      <Carousel events={events} now={now} />
      <Freshness savedAt={data.savedAt} fetchedAt={dataUpdatedAt} isFailed={isError} />
    </div>
  )
}

const place = css({
  display: 'grid',
  gap: '3',
  width: 'full',
  maxWidth: '[30rem]',
  justifySelf: { md: 'end' },
})
const note = css({ display: 'grid', gap: '4', justifyItems: 'start', color: 'fg.onSeaMuted' })
