import { infiniteQueryOptions, queryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { outcomeOf } from '@/client/shared/offline/client-call'
import { useFocusAfterRemoval } from '@/client/shared/layout/focus-after-removal'
import { itemsOf } from '@/client/shared/loading/query-client'
import { failureText } from '@/client/shared/forms/server-error-text'
import { Badge } from '@/client/design-system/badge'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import { Skeleton } from '@/client/design-system/skeleton'
import { LiveRegion } from '@/client/design-system/visually-hidden'
import { smallText } from '@/client/design-system/text'
import { callAsUser, OWN, ownKey, PERSISTED_OWN } from '@/client/shared/session/own-queries'
import { getProfile, listOwnEvents, type OwnEventRow } from '@/contract/accounts/profile'
import type { EventStatus } from '@/domain/events/event'
import { ButtonLink, TextLink } from '@/client/shared/links/link'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { useLiveOutbox } from '@/client/shared/offline/use-live-device'
import { dateTimeText } from '@/client/shared/time/event-dates'
import { InboxIcon, MapPinIcon } from 'lucide-react'
import { isUnsent } from '@/offline/outbox/entry'
import { css, cx } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'
import { Section } from './section'

/** rules 9: 10 of my events. */
const PER_PAGE = 10

export function profileQuery(userId: string) {
  return queryOptions({
    ...OWN,
    queryKey: ownKey(userId, 'profile'),
    queryFn: ({ signal }) => callAsUser(userId, getProfile, {}, signal),
    meta: PERSISTED_OWN,
  })
}

export function ownEventsQuery(userId: string) {
  return infiniteQueryOptions({
    ...OWN,
    queryKey: ownKey(userId, 'events'),
    queryFn: ({ pageParam, signal }) =>
      callAsUser(userId, listOwnEvents, { query: { page: pageParam, per_page: PER_PAGE } }, signal),
    initialPageParam: 1,
    getNextPageParam: (last, _, page) => (last.has_more ? page + 1 : undefined),
    meta: PERSISTED_OWN,
  })
}

/** 'My Events' (rules 2.11), the newest first; on top what has not left this device yet. */
export function OwnEvents({ userId }: { userId: string }) {
  const list = useInfiniteQuery(ownEventsQuery(userId))
  const events = itemsOf(list.data?.pages)
  const heading = useRef<HTMLHeadingElement>(null)
  // The button goes with the last page.
  useFocusAfterRemoval(heading, list.hasNextPage ? 1 : 0)
  return (
    <Section
      title={m.profile_events()}
      headingRef={heading}
      fetched={{ query: list, loading: m.profile_events_loading(), failed: m.profile_events_failed() }}
    >
      <WaitingEvents userId={userId} />
      {list.isPending ? ['a', 'b', 'c'].map((key) => <Skeleton key={key} height="4.5rem" />) : null}
      {list.isSuccess && events.length === 0 ? (
        <>
          <p>{m.profile_events_none()}</p>
          <ButtonLink to="/add-event" variant="secondary" className={start}>
            {m.profile_events_add()}
          </ButtonLink>
        </>
      ) : null}
      <ul className={listOfEvents}>
        {events.map((event) => (
          <OwnEvent key={event.id} event={event} />
        ))}
      </ul>
      <LiveRegion>{events.length > 0 ? m.profile_events_shown({ n: events.length }) : null}</LiveRegion>
      {list.isFetchNextPageError ? (
        <Banner tone="danger" role="alert" title={m.profile_events_more_failed()}>
          {failureText(outcomeOf(list.error))}
        </Banner>
      ) : null}
      {list.hasNextPage ? (
        <Button
          variant="secondary"
          busy={list.isFetchingNextPage}
          className={more}
          onClick={() => void list.fetchNextPage()}
        >
          {list.isFetchingNextPage ? m.profile_events_more_loading() : m.profile_events_more()}
        </Button>
      ) : null}
    </Section>
  )
}

/** The status of an event, and what its account calls the way to change it. */
const STATUSES = {
  ON_REVIEW: { tone: 'warning', label: m.profile_status_on_review, manage: m.manage_change },
  PUBLISHED: { tone: 'success', label: m.profile_status_published, manage: m.manage_change_or_cancel },
  REJECTED: { tone: 'danger', label: m.profile_status_rejected, manage: m.profile_event_again },
} as const satisfies Record<EventStatus, object>

function OwnEvent({ event: { id, title, status, ...event } }: { event: OwnEventRow }) {
  const { tone, label, manage } = STATUSES[status]
  return (
    <li className={row}>
      <div className={cluster({ align: 'flex-start', justify: 'space-between' })}>
        <h3 className={heading}>
          <bdi>{title}</bdi>
        </h3>
        <Badge tone={tone}>{label()}</Badge>
      </div>
      <p className={cx(smallText, place)}>
        <MapPinIcon size="1rem" />
        <bdi>{event.location_name}</bdi>
      </p>
      <p className={smallText}>
        {m.profile_event_created({ when: dateTimeText(event.created_at, getLocale()) })}
      </p>
      {event.review_reason ? (
        <p className={reasonText}>{m.profile_event_reason({ reason: event.review_reason })}</p>
      ) : null}
      <div className={cluster({ columnGap: '4', marginTop: '2' })}>
        <ButtonLink
          to="/manage/$id"
          params={{ id }}
          aria-label={m.profile_event_do({ what: manage(), title })}
          variant="secondary"
          size="sm"
        >
          {manage()}
        </ButtonLink>
        {status === 'PUBLISHED' ? (
          <TextLink to="/events/$id" params={{ id }} aria-label={m.profile_event_view_of({ title })}>
            {m.profile_event_view()}
          </TextLink>
        ) : null}
        {status === 'REJECTED' ? null : (
          <TextLink to="/add-event" search={{ like: id }} aria-label={m.outbox_use_again_of({ title })}>
            {m.outbox_use_again()}
          </TextLink>
        )}
      </div>
    </li>
  )
}

/** This account's events in the outbox of this device; one that is sent joins the list below. */
function WaitingEvents({ userId }: { userId: string }) {
  const found = useLiveOutbox((outbox) => outbox.list(), [])
  const queryClient = useQueryClient()
  const waiting = (Array.isArray(found) ? found : [])
    .filter((entry) => entry.owner === userId && isUnsent(entry))
    .filter((entry) => entry.kind === 'submitEvent')
  const before = useRef(0)
  useEffect(() => {
    if (waiting.length < before.current)
      void queryClient.invalidateQueries({ queryKey: ownEventsQuery(userId).queryKey })
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
      <TextLink to="/outbox">{m.profile_waiting_link()}</TextLink>
    </Banner>
  )
}

const listOfEvents = css({ display: 'grid', minWidth: '0', '&:empty': { display: 'none' } })
const start = css({ justifySelf: 'start' })
const more = css({ justifySelf: 'center' })
const row = css({ display: 'grid', gap: '1', paddingBlock: '4', borderTop: 'hairline', minWidth: '0' })
const heading = css({ fontWeight: 'bold', flex: '[1 1 12rem]', minWidth: '0', overflowWrap: 'anywhere' })
const place = css({ display: 'flex', gap: '1.5', '& svg': { flexShrink: '0', marginTop: '0.5' } })
const reasonText = css({ textStyle: 'small', whiteSpace: 'pre-line', marginTop: '1' })
