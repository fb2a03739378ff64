import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { Ref } from 'react'
import { outcomeOf } from '@/client/shared/offline/client-call'
import { failureText } from '@/client/shared/forms/server-error-text'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import { Skeleton } from '@/client/design-system/skeleton'
import { LiveRegion } from '@/client/design-system/visually-hidden'
import * as m from '@/messages/compiled/messages.js'
import { LoadError, Section } from '@/client/features/profile/section'
import { ownEventsOf, ownEventsQuery, ownEventsKey } from '@/client/features/profile/profile-queries'
import { useLiveOutbox } from '@/client/shared/outbox/use-live-outbox'
import { InboxIcon, MapPinIcon } from 'lucide-react'
import { isReadable, isUnsent } from '@/offline/outbox/entry'
import type { OutboxEntry } from '@/offline/outbox/entry'
import { dateTimeText } from '@/client/shared/time/event-dates'
import { lazyPart } from '@/client/shared/loading/lazy-part'
import { Badge } from '@/client/design-system/badge'
import type { OwnEventRow } from '@/contract/accounts/own-events'
import type { EventStatus } from '@/domain/events/event'
import { getLocale } from '@/messages/compiled/runtime.js'
import { css, cx } from 'styled-system/css'
import { button, textLink } from 'styled-system/recipes'

// It subscribes to a live query of Dexie, whose chunk the page does not wait for.

/** 'My Events' (rules 2.11), the newest first; on top what has not left this device yet. */
export function OwnEvents({ userId, headingRef }: { userId: string; headingRef: Ref<HTMLHeadingElement> }) {
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

const SHOWN = 3

/** This account's events in the outbox of this device; one that is sent joins the list below. */
function WaitingEvents({ userId }: { userId: string }) {
  const found = useLiveOutbox((outbox) => outbox.list(), [])
  const queryClient = useQueryClient()
  const waiting = Array.isArray(found) ? found.filter(isReadable).filter((entry) => isOf(entry, userId)) : []
  const before = useRef(0)
  useEffect(() => {
    if (waiting.length < before.current)
      void queryClient.invalidateQueries({ queryKey: ownEventsKey(userId) })
    before.current = waiting.length
  }, [queryClient, userId, waiting.length])
  if (waiting.length === 0) return null
  const refused = waiting.filter(({ state }) => state === 'needs-attention').length
  return (
    <Banner
      tone={refused > 0 ? 'warning' : 'info'}
      icon={<InboxIcon size="1.25rem" />}
      title={
        refused > 0
          ? m.profile_waiting_attention({ n: refused })
          : m.profile_waiting_title({ n: waiting.length })
      }
    >
      <ul className={titles}>
        {waiting.slice(0, SHOWN).map((entry) => (
          <li key={entry.id}>{entry.kind === 'submitEvent' ? entry.payload.title : null}</li>
        ))}
        {waiting.length > SHOWN ? <li>{m.profile_waiting_more({ n: waiting.length - SHOWN })}</li> : null}
      </ul>
      <Link to="/outbox" className={textLink()}>
        {m.profile_waiting_link()}
      </Link>
    </Banner>
  )
}

function isOf(entry: OutboxEntry, userId: string): boolean {
  return entry.owner === userId && entry.kind === 'submitEvent' && isUnsent(entry)
}

const titles = css({ overflowWrap: 'anywhere', marginBottom: '1' })

// It subscribes to a live query of Dexie, whose chunk the page does not wait for.

// It reads the outbox, whose library most pages do without.
const SubmitAgain = lazyPart(async () => (await import('@/client/shared/outbox/submit-again')).SubmitAgain)

const LABELS: Record<EventStatus, () => string> = {
  ON_REVIEW: () => m.profile_status_on_review(),
  PUBLISHED: () => m.profile_status_published(),
  REJECTED: () => m.profile_status_rejected(),
}
const TONES: Record<EventStatus, 'warning' | 'success' | 'danger'> = {
  ON_REVIEW: 'warning',
  PUBLISHED: 'success',
  REJECTED: 'danger',
}

function OwnEvent({ event }: { event: OwnEventRow }) {
  const { title, status, review_reason: reason } = event
  return (
    <li tabIndex={-1} className={row}>
      <div className={head}>
        <h3 className={heading}>
          <bdi>{title}</bdi>
        </h3>
        <Badge tone={TONES[status]}>{LABELS[status]()}</Badge>
      </div>
      <p className={place}>
        <MapPinIcon size="1rem" />
        <bdi>{event.location_name}</bdi>
      </p>
      <p className={muted}>
        {m.profile_event_created({ when: dateTimeText(event.created_at, getLocale()) })}
      </p>
      {status === 'REJECTED' && reason ? (
        <p className={reasonText}>{m.profile_event_reason({ reason })}</p>
      ) : null}
      <OwnEventLinks event={event} />
    </li>
  )
}

/** The actions on an own event: a rejected one is corrected, of any other a new one can be made. */
function OwnEventLinks({ event: { id, title, status } }: { event: OwnEventRow }) {
  if (status === 'REJECTED') return <SubmitAgain id={id} title={title} />
  return (
    <div className={actions}>
      {status === 'PUBLISHED' ? (
        <Link
          to="/events/$id"
          params={{ id }}
          aria-label={m.profile_event_view_of({ title })}
          className={textLink()}
        >
          {m.profile_event_view()}
        </Link>
      ) : null}
      <Link
        to="/add-event"
        search={{ like: id }}
        aria-label={m.outbox_use_again_of({ title })}
        className={textLink()}
      >
        {m.outbox_use_again()}
      </Link>
    </div>
  )
}

const row = css({ display: 'grid', gap: '1', paddingBlock: '4', borderTop: 'hairline', minWidth: '0' })
const head = css({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '2',
  alignItems: 'flex-start',
  justifyContent: 'space-between',
})
const heading = css({ fontWeight: 'bold', flex: '[1 1 12rem]', minWidth: '0', overflowWrap: 'anywhere' })
const muted = css({ textStyle: 'small', color: 'fg.muted' })
const place = css({
  display: 'flex',
  gap: '1.5',
  textStyle: 'small',
  color: 'fg.muted',
  minWidth: '0',
  overflowWrap: 'anywhere',
  '& svg': { flexShrink: '0', marginTop: '0.5' },
})
const reasonText = css({
  textStyle: 'small',
  whiteSpace: 'pre-line',
  overflowWrap: 'anywhere',
  marginTop: '1',
})
const actions = css({ display: 'flex', flexWrap: 'wrap', columnGap: '4', rowGap: '2', marginTop: '1' })
