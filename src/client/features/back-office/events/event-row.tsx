import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { cardDate, dateText, timeText } from '@/client/kit/event-dates'
import { EventPoster } from '@/client/kit/event-poster'
import { Badge } from '@/client/ui/badge'
import { Button } from '@/client/ui/button'
import { IconButton } from '@/client/ui/icon-button'
import { TrashIcon } from '@/client/ui/icons'
import type { BackOfficeEvent } from '@/contract/back-office-events'
import { isReviewable } from '@/domain/event'
import { photoVariant } from '@/domain/photo'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { css, cx } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'
import { button, card, textLink } from 'styled-system/recipes'
import { STATUS_LABELS, STATUS_TONES } from '../status-labels'
import { RowCheckbox } from './row-checkbox'
import type { BatchAction } from './use-batch'

interface EventRowProps {
  event: BackOfficeEvent
  isSelected: boolean
  isBusy: boolean
  /** The same function in every rendering, so that only rows that change are rendered again. */
  onSelect: (press: { id: string; isRange: boolean }) => void
  onAction: (action: BatchAction, event: BackOfficeEvent) => void
}

/** One event of the list, with what a reviewer looks at first. */
export const EventRow = memo(function EventRow(props: EventRowProps) {
  const { event, isSelected, isBusy, onSelect, onAction } = props
  const locale = getLocale()
  const { id, title } = event
  return (
    <li className={cx(card(), row, isSelected && selected)} data-event={id}>
      <RowCheckbox
        label={m.admin_events_select({ title })}
        isSelected={isSelected}
        onSelect={(isRange) => onSelect({ id, isRange })}
      />
      {event.photo ? (
        <img
          src={photoVariant(event.photo, '400')}
          alt=""
          loading="lazy"
          decoding="async"
          className={image}
        />
      ) : (
        <EventPoster event={event} className={image} />
      )}
      <div className={facts}>
        <div className={cluster({ gap: '2' })}>
          <Badge tone={STATUS_TONES[event.status]}>{STATUS_LABELS[event.status]()}</Badge>
          {event.duplicates.length > 0 ? <Badge tone="danger">{m.admin_duplicate()}</Badge> : null}
        </div>
        <h2 className={name}>
          <Link
            to="/backoffice/events/$id"
            params={{ id }}
            state={{ cameFrom: 'list' }}
            className={textLink()}
          >
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
      <div className={actions}>
        {isReviewable(event.status) ? (
          <>
            <Button
              size="sm"
              busy={isBusy}
              aria-label={m.admin_approve_of({ title })}
              onClick={() => onAction('approve', event)}
            >
              {m.admin_approve()}
            </Button>
            <Button
              variant="secondary"
              size="sm"
              busy={isBusy}
              aria-label={m.admin_reject_of({ title })}
              onClick={() => onAction('reject', event)}
            >
              {m.admin_reject()}
            </Button>
          </>
        ) : null}
        <Link
          to="/backoffice/events/$id/edit"
          params={{ id }}
          aria-label={m.admin_event_edit_of({ title })}
          className={button({ variant: 'ghost', size: 'sm' })}
        >
          {m.admin_event_edit()}
        </Link>
        <IconButton
          label={m.admin_events_delete_of({ title })}
          icon={<TrashIcon />}
          onClick={() => onAction('delete', event)}
        />
      </div>
    </li>
  )
})

// Rows out of view cost no layout; their height is remembered once they were seen.
const row = css({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '4',
  alignItems: 'center',
  padding: '4',
  contentVisibility: 'auto',
  containIntrinsicHeight: '[auto 8.5rem]',
})
const selected = css({ borderColor: 'focus', bg: 'sea.subtle' })
const image = css({
  flexShrink: '0',
  width: '20',
  height: '20',
  borderRadius: 'md',
  objectFit: 'cover',
  bg: 'bg.sunken',
})
const facts = css({ display: 'grid', gap: '1', flex: '[1 1 10rem]', minWidth: '0', overflowWrap: 'anywhere' })
const name = css({ fontWeight: 'bold', lineHeight: 'snug' })
const muted = css({ textStyle: 'small', color: 'fg.muted' })
const actions = css({ display: 'flex', gap: { base: '1', sm: '2' }, flexWrap: 'wrap', alignItems: 'center' })
