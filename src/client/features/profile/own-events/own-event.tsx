import { Link } from '@tanstack/react-router'
import { dateTimeText } from '@/client/shared/time/event-dates'
import { lazyPart } from '@/client/shared/loading/lazy-part'
import { Badge } from '@/client/design-system/badge'
import { PinIcon } from '@/client/design-system/icons/icons'
import type { OwnEventRow } from '@/contract/accounts/own-events'
import type { EventStatus } from '@/domain/events/event'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { css } from 'styled-system/css'
import { textLink } from 'styled-system/recipes'

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

/** An own submission: title, place, status, created time, and what can be done with it. */
export function OwnEvent({ event }: { event: OwnEventRow }) {
  const { title, status, review_reason: reason } = event
  return (
    <li tabIndex={-1} className={row}>
      <div className={head}>
        <h3 className={heading}>{title}</h3>
        <Badge tone={TONES[status]}>{LABELS[status]()}</Badge>
      </div>
      <p className={place}>
        <PinIcon size={16} />
        <span>{event.location_name}</span>
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
