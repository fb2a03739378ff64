import { CheckIcon, Trash2Icon } from 'lucide-react'
import { Badge } from '@/client/design-system/badge'
import { IconButton } from '@/client/design-system/button'
import { Photo } from '@/client/shared/photos/photo'
import { STATE_LABELS, stateTone } from '@/client/shared/programme/event-state'
import { dateTimeText, weekdayDate } from '@/client/shared/time/event-dates'
import { timeAgo } from '@/client/shared/time/saved-age'
import type { BackOfficeEvent } from '@/contract/back-office/back-office-events'
import { isReviewable } from '@/domain/events/event'
import { ButtonLink, TextLink } from '@/client/shared/links/link'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { STATUS_LABELS, STATUS_TONES, eventDate } from '@/client/back-office/shared/event-labels'
import type { EventsSearch } from '@/client/back-office/shared/events-search'
import type { BatchAction } from '@/client/back-office/shared/review'
import { RowButton } from '@/client/back-office/shared/table'
import { css, cx } from 'styled-system/css'
import { checkbox } from 'styled-system/recipes'

interface EventRowProps {
  event: BackOfficeEvent
  isSelected: boolean
  isBusy: boolean
  /** Epoch ms. */
  nowMs: number
  /** The filters of the list go with the event: they are its review queue. */
  queue: EventsSearch
  onSelect: (id: string, isRange: boolean) => void
  onAction: (action: BatchAction | 'state', event: BackOfficeEvent) => void
}

export function EventRow(props: EventRowProps) {
  const { event, isSelected, nowMs, queue, onSelect } = props
  const { id, title, created_at: createdAt } = event
  const locale = getLocale()
  return (
    <li className={cx(row, isSelected && selected)} data-event={id}>
      <RowCheckbox
        label={m.admin_events_select({ title })}
        isSelected={isSelected}
        onSelect={(isRange) => onSelect(id, isRange)}
      />
      <Photo event={event} sizes="2.25rem" alt="" className={picture} />
      <div className={facts}>
        <div className={line}>
          <h2 className={cx(name, cut)}>
            <TextLink to="/backoffice/events/$id" params={{ id }} search={queue} state={{ cameFrom: 'list' }}>
              <bdi>{title}</bdi>
            </TextLink>
          </h2>
          {/* An event on review says so by its buttons. */}
          {isReviewable(event.status) ? null : (
            <Badge tone={STATUS_TONES[event.status]}>{STATUS_LABELS[event.status]()}</Badge>
          )}
          {event.state ? <Badge tone={stateTone(event.state)}>{STATE_LABELS[event.state]()}</Badge> : null}
          {event.duplicates.length > 0 ? (
            <span title={perhapsTheSame(event)}>
              <Badge tone="danger">{m.admin_duplicate()}</Badge>
            </span>
          ) : null}
        </div>
        <p className={cx(muted, cut)}>
          {eventDate(event)} · <bdi>{event.location_name}</bdi>
        </p>
      </div>
      <div className={submitter}>
        <p className={cut}>
          <bdi>{submitterOf(event)}</bdi>
        </p>
        <p
          className={muted}
          title={m.admin_submitted({ when: weekdayDate(createdAt, dateTimeText(createdAt, locale), locale) })}
        >
          {timeAgo(createdAt * 1000, nowMs, locale)}
        </p>
      </div>
      <RowActions {...props} />
    </li>
  )
}

/** An imported event has no address. */
function submitterOf({ imported_from: source, email }: BackOfficeEvent): string {
  return source === undefined ? email : m.import_from_of({ name: source.name })
}

/** 'Perhaps the same as “Fado” (Published, Ribamar)'. */
export function perhapsTheSame({ duplicates }: BackOfficeEvent): string {
  const others = duplicates.map(
    ({ title, status, location_name: place }) => `“${title}” (${STATUS_LABELS[status]()}, ${place})`,
  )
  return m.admin_duplicate_of({ others: others.join(', ') })
}

function RowActions({ event, isBusy, onAction }: EventRowProps) {
  const { id, title } = event
  return (
    <div className={actions}>
      {isReviewable(event.status) ? (
        <>
          <RowButton
            variant="primary"
            busy={isBusy}
            name={m.admin_approve_of({ title })}
            onClick={() => onAction('approve', event)}
          >
            {m.admin_approve()}
          </RowButton>
          <RowButton
            busy={isBusy}
            name={m.admin_reject_of({ title })}
            onClick={() => onAction('reject', event)}
          >
            {m.admin_reject()}
          </RowButton>
        </>
      ) : null}
      {event.status === 'PUBLISHED' ? (
        <RowButton
          variant="ghost"
          name={m.admin_state_set_of({ title })}
          onClick={() => onAction('state', event)}
        >
          {m.admin_state_set()}
        </RowButton>
      ) : null}
      <ButtonLink
        to="/backoffice/events/$id/edit"
        params={{ id }}
        aria-label={m.admin_event_edit_of({ title })}
        variant="ghost"
        size="sm"
      >
        {m.admin_event_edit()}
      </ButtonLink>
      <IconButton
        label={m.admin_events_delete_of({ title })}
        icon={<Trash2Icon size="1.25rem" />}
        onClick={() => onAction('delete', event)}
      />
    </div>
  )
}

// Far rows cost nothing to paint, and are found in the page and by the keyboard all the same.
const row = css({
  display: 'flex',
  columnGap: '3',
  alignItems: 'center',
  minHeight: '[2.875rem]',
  paddingInline: '3',
  borderBottom: 'hairline',
  bg: 'bg.surface',
  contentVisibility: 'auto',
  containIntrinsicHeight: '[auto 2.875rem]',
  xlDown: { flexWrap: 'wrap', rowGap: '2', paddingBlock: '3' },
})
const selected = css({ borderColor: 'focus', bg: 'sea.subtle' })
const picture = css({
  flexShrink: '0',
  width: '9',
  height: '9',
  borderRadius: 'sm',
  objectFit: 'cover',
  bg: 'bg.sunken',
})
// Where the buttons leave it too little room they stand below, beside who sent it.
const facts = css({ flex: { base: '[1 1 12rem]', md: '[1 1 70%]', xl: '[1 1 12rem]' }, minWidth: '0' })
const line = css({
  display: 'flex',
  gap: '2',
  alignItems: 'center',
  minWidth: '0',
  xlDown: { flexWrap: 'wrap' },
})
// A text that does not fit is cut off; the event's page has all of it.
const cut = css({ xl: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } })
const name = css({ fontWeight: 'bold', lineHeight: 'snug', minWidth: '0', overflowWrap: 'anywhere' })
const muted = css({ textStyle: 'small', lineHeight: 'snug', color: 'fg.muted' })
const submitter = css({
  display: { base: 'flex', xl: 'block' },
  flexWrap: 'wrap',
  columnGap: '3',
  textStyle: 'small',
  lineHeight: 'snug',
  minWidth: '0',
  overflowWrap: 'anywhere',
  flex: { base: '[1 1 100%]', md: '[1 1 11rem]', xl: '[0 1 11rem]' },
  // Below the title, as the rest.
  paddingLeft: { base: '[5.5rem]', xl: '0' },
})
const actions = css({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '1',
  flex: { base: '[1 1 100%]', md: '[0 0 auto]' },
  alignItems: 'center',
  justifyContent: 'flex-end',
})

interface RowCheckboxProps {
  label: string
  isSelected: boolean
  /** With Shift everything from the box before to this one. */
  onSelect: (isRange: boolean) => void
}

/** Looks like the other checkboxes, but is not Ark's: it says whether Shift was held, and many rows run no state machine each. */
function RowCheckbox({ label, isSelected, onSelect }: RowCheckboxProps) {
  return (
    <label className={box}>
      <input
        type="checkbox"
        className={cx(control, tick)}
        data-state={isSelected ? 'checked' : 'unchecked'}
        aria-label={label}
        checked={isSelected}
        onChange={({ nativeEvent }) => onSelect(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
      />
      {isSelected ? (
        <span className={mark}>
          <CheckIcon size="1.125rem" />
        </span>
      ) : null}
    </label>
  )
}

const box = css({
  display: 'grid',
  placeItems: 'center',
  width: 'target',
  height: 'target',
  margin: '[-0.5rem]',
  userSelect: 'none',
})
const { control } = checkbox()
const tick = css({ appearance: 'none', gridArea: '[1 / 1]' })
const mark = css({ gridArea: '[1 / 1]', color: 'fg.onAccent', pointerEvents: 'none' })
