import { Link } from '@tanstack/react-router'
import { dateTimeText } from '@/client/kit/event-dates'
import { Badge } from '@/client/ui/badge'
import { PinIcon } from '@/client/ui/icons'
import type { OwnEventRow } from '@/contract/own-events'
import type { EventStatus } from '@/domain/event'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { css } from 'styled-system/css'
import { button } from 'styled-system/recipes'

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

/** One submission: title, place, status, created time, and what can be done with it. */
export function OwnEvent({ event }: { event: OwnEventRow }) {
  const { id, title, status, review_reason: reason } = event
  return (
    <li tabIndex={-1} className={row}>
      <div className={facts}>
        <h3 className={heading}>{title}</h3>
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
      </div>
      <div className={side}>
        <Badge tone={TONES[status]}>{LABELS[status]()}</Badge>
        {status === 'PUBLISHED' ? (
          <Link
            to="/events/$id"
            params={{ id }}
            aria-label={m.profile_event_view_of({ title })}
            className={button({ variant: 'ghost', size: 'sm' })}
          >
            {m.profile_event_view()}
          </Link>
        ) : null}
        {status === 'REJECTED' ? (
          <Link
            to="/add-event"
            search={{ again: id }}
            aria-label={m.profile_event_again_of({ title })}
            className={button({ variant: 'secondary', size: 'sm' })}
          >
            {m.profile_event_again()}
          </Link>
        ) : null}
      </div>
    </li>
  )
}

const row = css({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '3',
  justifyContent: 'space-between',
  paddingBlock: '4',
  borderTop: 'hairline',
})
const facts = css({ display: 'grid', gap: '1', flex: '[1 1 14rem]', minWidth: '0', overflowWrap: 'anywhere' })
const heading = css({ fontWeight: 'bold' })
const muted = css({ textStyle: 'small', color: 'fg.muted' })
const place = css({
  display: 'flex',
  gap: '1.5',
  textStyle: 'small',
  color: 'fg.muted',
  '& svg': { flexShrink: '0', marginTop: '0.5' },
})
const reasonText = css({
  textStyle: 'small',
  whiteSpace: 'pre-line',
  overflowWrap: 'anywhere',
  marginTop: '1',
})
const side = css({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '2',
  alignItems: 'center',
  alignSelf: 'flex-start',
})
