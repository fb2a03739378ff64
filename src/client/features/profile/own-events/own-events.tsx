import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { Ref } from 'react'
import { outcomeOf } from '@/client/shared/offline/call-failed'
import { failureText } from '@/client/shared/forms/server-error-text'
import { WaitingEvents } from './waiting-events'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import { Skeleton } from '@/client/design-system/skeleton'
import { LiveRegion } from '@/client/design-system/visually-hidden'
import * as m from '@/messages/compiled/messages.js'
import { css, cx } from 'styled-system/css'
import { button } from 'styled-system/recipes'
import { LoadError } from '../load-error'
import { OwnEvent } from './own-event'
import { ownEventsOf, ownEventsQuery } from '../profile-queries'
import { Section } from '../section'

// It subscribes to a live query of Dexie, whose chunk the page does not wait for.

interface OwnEventsProps {
  userId: string
  headingRef: Ref<HTMLHeadingElement>
}

/** 'My Events' (rules 2.11), the newest first; on top what has not left this device yet. */
export function OwnEvents({ userId, headingRef }: OwnEventsProps) {
  const list = useInfiniteQuery(ownEventsQuery(userId))
  const events = list.data === undefined ? [] : ownEventsOf(list.data)
  const rows = useRef<HTMLUListElement>(null)
  const firstNew = useRef<number>(undefined)
  useEffect(() => {
    // The button may be gone, and what is new stands where it was.
    if (firstNew.current === undefined || events.length <= firstNew.current) return
    rows.current?.querySelectorAll('li')[firstNew.current]?.focus()
    firstNew.current = undefined
  }, [events.length])
  const showMore = () => {
    firstNew.current = events.length
    void list.fetchNextPage()
  }
  return (
    <Section title={m.profile_events()} headingRef={headingRef}>
      <WaitingEvents userId={userId} />
      {list.isPending ? <EventsSkeleton /> : null}
      {list.isLoadingError ? <LoadError title={m.profile_events_failed()} query={list} /> : null}
      {list.isSuccess && events.length === 0 ? (
        <>
          <p>{m.profile_events_none()}</p>
          <Link to="/add-event" search={{}} className={cx(button({ variant: 'secondary' }), start)}>
            {m.profile_events_add()}
          </Link>
        </>
      ) : null}
      <ul ref={rows} className={listOfEvents}>
        {events.map((event) => (
          <OwnEvent key={event.id} event={event} />
        ))}
      </ul>
      <LiveRegion>
        {list.isPending ? m.profile_events_loading() : null}
        {list.isLoadingError ? m.profile_events_failed() : null}
        {events.length > 0 ? m.profile_events_shown({ n: events.length }) : null}
      </LiveRegion>
      {list.isFetchNextPageError ? (
        <Banner tone="danger" role="alert" title={m.profile_events_more_failed()}>
          {failureText(outcomeOf(list.error))}
        </Banner>
      ) : null}
      {list.hasNextPage ? (
        <Button variant="secondary" busy={list.isFetchingNextPage} className={more} onClick={showMore}>
          {list.isFetchingNextPage ? m.profile_events_more_loading() : m.profile_events_more()}
        </Button>
      ) : null}
    </Section>
  )
}

function EventsSkeleton() {
  return (
    <>
      {['a', 'b', 'c'].map((key) => (
        <Skeleton key={key} height="4.5rem" />
      ))}
    </>
  )
}

const listOfEvents = css({ display: 'grid', minWidth: '0', '&:empty': { display: 'none' } })
const start = css({ justifySelf: 'start' })
const more = css({ justifySelf: 'center' })
