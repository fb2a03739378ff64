import { memo, startTransition, useCallback, useEffect, useRef, useState } from 'react'
import type { RefObject, MouseEvent } from 'react'
import { Link } from '@tanstack/react-router'
import type { BackOfficeEvent } from '@/contract/back-office/back-office-events'
import { cardDate, dateText, timeText } from '@/client/shared/time/event-dates'
import { EventPoster } from '@/client/shared/photos/photo'
import { STATE_LABELS, stateTone } from '@/client/shared/programme/event-state'
import { Badge } from '@/client/design-system/badge'
import { IconButton } from '@/client/design-system/button'
import { Trash2Icon, CheckIcon } from 'lucide-react'
import { isReviewable, photoVariant } from '@/domain/events/event'
import { RowButton } from '@/client/back-office/shared/table'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { STATUS_LABELS, STATUS_TONES } from '@/client/back-office/shared/event-labels'
import type { BatchAction } from './use-batch'
import { css, cx } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'
import { button, card, textLink, checkbox } from 'styled-system/recipes'

const NONE: ReadonlySet<string> = new Set()
/** Heights (px) of pages by density and the id of their first event: a list that is shown again has its length at once. */
const heights = new Map<string, number>()
/** The height of a row (px), before any was measured. */
const rowHeights = { comfortable: 150, dense: 45 }

interface Rows extends EventRowActions {
  events: readonly BackOfficeEvent[]
  selectedIds: ReadonlySet<string>
  busyId: string | undefined
}

/**
 * The rows of one page. Far from the viewport they are not much more than titles: thousands of them cost little, and are still
 * found in the page, reached by keyboard and read aloud.
 */
export function EventRows({ isNearViewportAtFirst, ...rows }: Rows & { isNearViewportAtFirst: boolean }) {
  const element = useRef<HTMLDivElement>(null)
  const density = rows.isDense ? 'dense' : 'comfortable'
  const heightKey = `${density} ${rows.events[0]?.id}`
  const count = rows.events.length
  const remember = useCallback(
    (px: number) => {
      if (px === 0 || count === 0) return
      heights.set(heightKey, px)
      rowHeights[density] = px / count
    },
    [heightKey, density, count],
  )
  const isNearViewport = useNearViewport(element, isNearViewportAtFirst, remember)
  if (count === 0) return null
  return (
    <div
      ref={element}
      className={cx(eventRowsFrame, rows.isDense && dense, !isNearViewport && far)}
      style={isNearViewport ? undefined : { height: heights.get(heightKey) ?? rowHeights[density] * count }}
    >
      <RowsOf
        {...rows}
        isNearViewport={isNearViewport}
        // A change that a far row does not show must not render it again.
        selectedIds={isNearViewport ? rows.selectedIds : NONE}
        busyId={isNearViewport ? rows.busyId : undefined}
      />
    </div>
  )
}

const RowsOf = memo(function RowsOf({
  events,
  selectedIds,
  busyId,
  ...row
}: Rows & { isNearViewport: boolean }) {
  return events.map((event) => (
    <EventRow
      key={event.id}
      event={event}
      isSelected={selectedIds.has(event.id)}
      isBusy={busyId === event.id}
      {...row}
    />
  ))
})

const eventRowsFrame = css({ display: 'grid', gap: '3', minWidth: '0' })
const dense = css({ gap: '0' })
const far = css({ contentVisibility: 'auto', gridAutoRows: '[1fr]', overflow: 'clip' })

/** How much around the viewport is near: a screen and a half, both ways. */
const MARGIN = '150% 0px'

/**
 * IntersectionObserver: whether an element is in the viewport or near it. What has the focus stays near. `onHeight` gets the
 * element's height (px) as it leaves.
 */
function useNearViewport(
  element: RefObject<HTMLElement | null>,
  isNearViewportAtFirst: boolean,
  onHeight: (px: number) => void,
): boolean {
  const [isNearViewport, setIsNearViewport] = useState(isNearViewportAtFirst)
  useEffect(() => {
    const { current } = element
    if (current === null) return
    const observer = new IntersectionObserver(
      (entries) => {
        const entry = entries.at(-1)
        if (entry === undefined) return
        if (!entry.isIntersecting && current.contains(document.activeElement)) return
        if (!entry.isIntersecting) onHeight(entry.boundingClientRect.height)
        startTransition(() => setIsNearViewport(entry.isIntersecting))
      },
      { rootMargin: MARGIN },
    )
    observer.observe(current)
    return () => observer.disconnect()
  }, [element, onHeight])
  return isNearViewport
}

/** The same functions in every rendering, so that only rows that change are rendered again. */
interface EventRowActions {
  isDense: boolean
  eventSearch: string
  onSelect: (press: { id: string; isRange: boolean }) => void
  onAction: (action: BatchAction | 'state', event: BackOfficeEvent) => void
  onOpen: (click: MouseEvent, id: string) => void
}

interface EventRowProps extends EventRowActions {
  event: BackOfficeEvent
  /** Whether the row is near the viewport; elsewhere it renders only what is searched for in the page, and what leads to the event. */
  isNearViewport: boolean
  isSelected: boolean
  isBusy: boolean
}

export const EventRow = memo(function EventRow(props: EventRowProps) {
  const { event, isNearViewport, isSelected, isDense, eventSearch, onSelect, onOpen } = props
  const locale = getLocale()
  const { id, title } = event
  const frame = isDense ? denseRow : cx(card(), eventRowRow)
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- stands in a page of the list: no child of a <ul>
    <div role="listitem" className={cx(frame, isSelected && selected)} data-event={id}>
      {isNearViewport ? (
        <>
          <RowCheckbox
            label={m.admin_events_select({ title })}
            isSelected={isSelected}
            onSelect={(isRange) => onSelect({ id, isRange })}
          />
          <Picture event={event} className={isDense ? smallImage : image} />
        </>
      ) : null}
      <div className={isDense ? denseFacts : facts}>
        {isNearViewport ? (
          <div className={isDense ? denseBadges : cluster({ gap: '2' })}>
            {/* A dense row says it by its buttons. */}
            {isDense && isReviewable(event.status) ? null : (
              <Badge tone={STATUS_TONES[event.status]}>{STATUS_LABELS[event.status]()}</Badge>
            )}
            {event.state ? <Badge tone={stateTone(event.state)}>{STATE_LABELS[event.state]()}</Badge> : null}
            {event.duplicates.length > 0 ? <Badge tone="danger">{m.admin_duplicate()}</Badge> : null}
          </div>
        ) : null}
        <h2 className={cx(name, isDense && oneLine)}>
          {/* The link is not the router's: each of thousands of rows would follow the address. */}
          <a
            href={`/backoffice/events/${id}${eventSearch}`}
            className={textLink()}
            onClick={(click) => onOpen(click, id)}
          >
            <bdi>{title}</bdi>
          </a>
        </h2>
        <p className={cx(muted, isDense && oneLine)}>
          {isNearViewport ? `${cardDate(event, locale)} · ` : null}
          <bdi>{event.location_name}</bdi>
        </p>
        <p className={cx(muted, isDense && notShown)}>
          {isNearViewport
            ? m.admin_submitted({
                when: `${dateText(event.created_at, locale)}, ${timeText(event.created_at, locale)}`,
              })
            : null}
          {/* An imported event has no address. */}
          {event.email === '' ? null : `${isNearViewport ? ' · ' : ''}${event.email}`}
          {isNearViewport && event.imported_from
            ? ` · ${m.import_from_of({ name: event.imported_from.name })}`
            : null}
        </p>
      </div>
      {isNearViewport ? <RowActions {...props} /> : null}
    </div>
  )
})

function Picture({ event, className }: { event: BackOfficeEvent; className: string }) {
  if (!event.photo) return <EventPoster event={event} className={className} />
  return (
    <img
      src={photoVariant(event.photo, '400')}
      alt=""
      loading="lazy"
      decoding="async"
      className={className}
    />
  )
}

function RowActions({ event, isBusy, isDense, onAction }: EventRowProps) {
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
      <span className={isDense ? fromTablets : always}>
        {event.status === 'PUBLISHED' ? (
          <RowButton
            variant="ghost"
            name={m.admin_state_set_of({ title })}
            onClick={() => onAction('state', event)}
          >
            {m.admin_state_set()}
          </RowButton>
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
          icon={<Trash2Icon />}
          onClick={() => onAction('delete', event)}
        />
      </span>
    </div>
  )
}

const eventRowRow = css({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '4',
  alignItems: 'center',
  padding: '4',
})
const denseRow = css({
  display: 'flex',
  columnGap: '3',
  alignItems: 'center',
  minHeight: 'target',
  paddingInline: '3',
  borderBottom: 'hairline',
  bg: 'bg.surface',
  mdDown: { flexWrap: 'wrap', rowGap: '2', paddingBlock: '3' },
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
const smallImage = css({
  flexShrink: '0',
  width: '8',
  height: '8',
  borderRadius: 'sm',
  objectFit: 'cover',
  bg: 'bg.sunken',
})
// The row is one line: title, when and where; what does not fit is cut off, and whole on the event's page.
const denseFacts = css({
  display: 'grid',
  gap: { base: '1', md: '3' },
  flex: { base: '[1 1 10rem]', md: '[1 1 0]' },
  minWidth: '0',
  alignItems: 'center',
  gridTemplateColumns: { md: '[minmax(0, 1fr) minmax(0, 1fr) auto]' },
})
// The badges come after the rest, so that all titles begin at one edge.
const denseBadges = css({
  display: 'flex',
  gap: '2',
  flexWrap: { base: 'wrap', md: 'nowrap' },
  order: { md: '1' },
  _empty: { display: 'none' },
})
const notShown = css({ display: 'none' })
const oneLine = css({ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: { md: 'nowrap' } })
const facts = css({ display: 'grid', gap: '1', flex: '[1 1 10rem]', minWidth: '0', overflowWrap: 'anywhere' })
const name = css({ fontWeight: 'bold', lineHeight: 'snug' })
const muted = css({ textStyle: 'small', color: 'fg.muted' })
const actions = css({ display: 'flex', gap: { base: '1', sm: '2' }, flexWrap: 'wrap', alignItems: 'center' })
const always = css({ display: 'contents' })
// A phone has them on the event's page.
const fromTablets = css({ display: { base: 'none', md: 'contents' } })

interface RowCheckboxProps {
  label: string
  isSelected: boolean
  /** Selects the row; with Shift everything from the box before to this one. */
  onSelect: (isRange: boolean) => void
}

/** Looks like the other checkboxes, but is not Ark's: each of many rows would run a state machine. */
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
