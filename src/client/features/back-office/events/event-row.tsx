import { Link } from '@tanstack/react-router'
import { cardDate, dateText, timeText } from '@/client/kit/event-dates'
import { EventPoster } from '@/client/kit/event-poster'
import { Badge } from '@/client/ui/badge'
import { Button } from '@/client/ui/button'
import type { BackOfficeEvent } from '@/contract/back-office-events'
import { isReviewable } from '@/domain/event'
import { photoVariant } from '@/domain/photo'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { css, cx } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'
import { card, textLink } from 'styled-system/recipes'
import { STATUS_LABELS, STATUS_TONES } from '../status-labels'

interface EventRowProps {
  event: BackOfficeEvent
  isBusy: boolean
  onApprove: () => void
  onReject: () => void
}

/** One event of the list, with what a reviewer looks at first. */
export function EventRow({ event, isBusy, onApprove, onReject }: EventRowProps) {
  const locale = getLocale()
  const { title } = event
  return (
    <li className={cx(card({ pad: true }), row)}>
      {event.photo ? (
        <img src={photoVariant(event.photo, '400')} alt="" loading="lazy" className={image} />
      ) : (
        <EventPoster event={event} className={image} />
      )}
      <div className={facts}>
        <div className={cluster({ gap: '2' })}>
          <Badge tone={STATUS_TONES[event.status]}>{STATUS_LABELS[event.status]()}</Badge>
          {event.duplicates.length > 0 ? <Badge tone="danger">{m.admin_duplicate()}</Badge> : null}
        </div>
        <h2 className={name}>
          <Link to="/backoffice/events/$id" params={{ id: event.id }} className={textLink()}>
            {title}
          </Link>
        </h2>
        <p className={muted}>
          {cardDate(event, locale)} · {event.location_name}
        </p>
        <p className={muted}>
          {m.admin_submitted({
            when: `${dateText(event.created_at, locale)}, ${timeText(event.created_at, locale)}`,
          })}
          {' · '}
          {event.email || '–'}
        </p>
      </div>
      {isReviewable(event.status) ? (
        <div className={actions}>
          <Button size="sm" busy={isBusy} aria-label={m.admin_approve_of({ title })} onClick={onApprove}>
            {m.admin_approve()}
          </Button>
          <Button
            variant="secondary"
            size="sm"
            busy={isBusy}
            aria-label={m.admin_reject_of({ title })}
            onClick={onReject}
          >
            {m.admin_reject()}
          </Button>
        </div>
      ) : null}
    </li>
  )
}

const row = css({ display: 'flex', flexWrap: 'wrap', gap: '4', alignItems: 'center' })
const image = css({
  flexShrink: '0',
  width: '20',
  height: '20',
  borderRadius: 'md',
  objectFit: 'cover',
  bg: 'bg.sunken',
})
const facts = css({ display: 'grid', gap: '1', flex: '[1 1 14rem]', minWidth: '0', overflowWrap: 'anywhere' })
const name = css({ fontWeight: 'bold', lineHeight: 'snug' })
const muted = css({ textStyle: 'small', color: 'fg.muted' })
const actions = css({ display: 'flex', gap: '2', flexWrap: 'wrap' })
