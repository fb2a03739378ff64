import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import type { PublicEvent } from '@/contract/events/events'
import { Fold } from '@/client/design-system/fold'
import * as m from '@/messages/compiled/messages.js'
import { VisuallyHidden } from '@/client/design-system/visually-hidden'
import { getLocale } from '@/messages/compiled/runtime.js'
import { RowHeart } from '@/client/shared/saved/save-heart'
import {
  dateBlockDay,
  isOfOneDay,
  lastMoment,
  shortDateText,
  timeText,
} from '@/client/shared/time/event-dates'
import { splitLocationName } from '@/domain/places/location-name'
import { villageDay } from '@/domain/time/local-time'
import { StateLine, StatedTitle } from '@/client/shared/programme/event-state'
import { Photo } from '@/client/shared/photos/photo'
import { isLongEvent } from '@/domain/events/event'
import { css, cx } from 'styled-system/css'

interface AgendaRowsProps {
  events: readonly PublicEvent[]
  /** Epoch seconds. */
  now: number
  /** See `AgendaRow`. */
  from?: number | undefined
  headingLevel: 3 | 4
  /** How far away an event is, as text. */
  distanceOf?: ((event: PublicEvent) => string | undefined) | undefined
  isInList?: boolean
  /** How many of them are in the first viewport of the page. */
  firstCount?: number
}

/** Events in rows, in a frame. */
export function AgendaRows({ events, firstCount = 0, distanceOf, ...row }: AgendaRowsProps) {
  return (
    <ul className={rows}>
      {events.map((event, index) => (
        <li key={event.id} className={cell}>
          <AgendaRow event={event} distance={distanceOf?.(event)} isFirst={index < firstCount} {...row} />
        </li>
      ))}
    </ul>
  )
}

/**
 * Events that last more than three days stand after a day's own: folded, unless the day has nothing else.
 */
export function AlsoOn({ isOpen, ...rows }: AgendaRowsProps & { isOpen: boolean }) {
  if (rows.events.length === 0) return null
  return (
    <Fold summary={m.events_also_on({ n: rows.events.length })} isOpen={isOpen}>
      <AgendaRows {...rows} />
    </Fold>
  )
}

const rows = css({
  bg: 'bg.surface',
  border: 'hairline',
  borderRadius: 'lg',
  boxShadow: 'low',
  overflow: 'clip',
})
// Rows out of view cost no layout.
const cell = css({
  contentVisibility: 'auto',
  containIntrinsicHeight: '[auto 4.75rem]',
  '& + &': { borderTop: 'hairline' },
})

/** The time of an event as the agenda shows it. */
interface AgendaTime {
  /** '9:00 PM', 'All day', 'Now', 'until Jan 24'. */
  lead: string
  /** 'in 40 min', 'until 11:00 PM'. */
  note?: string
  state?: 'now' | 'soon' | 'over'
}

type Times = Pick<PublicEvent, 'start_time' | 'end_time' | 'is_all_day'>

/** How long before its start an event counts the minutes. */
const SOON_SECONDS = 90 * 60

/**
 * The time of an event as of `nowSeconds`; what a visitor reads first is whether to go now. `from` is the beginning of days to come
 * under which it stands: the hour of an earlier day is none of theirs.
 */
export function agendaTime(
  event: Times,
  nowSeconds: number,
  locale: ReturnType<typeof getLocale>,
  from = 0,
): AgendaTime {
  const { start_time, end_time, is_all_day } = event
  if (end_time <= nowSeconds) return { lead: m.events_over({}, { locale }), state: 'over' }
  const untilText = () => {
    const time = isOfOneDay(event) ? timeText(end_time, locale) : shortDateText(lastMoment(event), locale)
    return m.events_until_time({ time }, { locale })
  }
  if (isLongEvent(event) || start_time < from) return { lead: untilText() }
  const untilLastDay = isOfOneDay(event) ? {} : { note: untilText() }
  if (is_all_day) return { lead: m.events_all_day({}, { locale }), ...untilLastDay }
  const seconds = start_time - nowSeconds
  if (seconds <= 0) return { lead: m.events_now({}, { locale }), note: untilText(), state: 'now' }
  const lead = timeText(start_time, locale)
  if (seconds > SOON_SECONDS) return { lead, ...untilLastDay }
  return { lead, note: m.events_in_minutes({ n: Math.ceil(seconds / 60) }, { locale }), state: 'soon' }
}

// It is lazy: it reads IndexedDB, which the first paint does not wait for.

interface AgendaRowProps {
  event: PublicEvent
  /** Epoch seconds. */
  now: number
  /** The beginning of the days that are looked for, in epoch seconds; now without it. The event's page opens on that day. */
  from?: number | undefined
  headingLevel: 3 | 4
  /** How far away it is, as text. */
  distance?: string | undefined
  /** It stands in the list of events: what leads back from its page goes back to the list as it was left. */
  isInList?: boolean
  /** The row is in the first viewport of the page. */
  isFirst?: boolean
}

/** An event in one row: time, title, place, a small picture. The title is the link; the whole row is its target. */
const AgendaRow = memo(Row, isSameRow)

/** With each minute only the rows change whose time reads otherwise. */
function isSameRow(before: AgendaRowProps, after: AgendaRowProps): boolean {
  const names = Object.keys({ ...before, ...after }) as (keyof AgendaRowProps)[]
  return names.every((name) =>
    name === 'now' ? agendaRowTimeText(before) === agendaRowTimeText(after) : before[name] === after[name],
  )
}

function agendaRowTimeText({ event, now, from }: AgendaRowProps): string {
  const { lead, note } = agendaTime(event, now, getLocale(), from)
  return `${lead} ${note}`
}

function Row({ event, now, from = 0, headingLevel, distance, isInList, isFirst = false }: AgendaRowProps) {
  const Heading = `h${headingLevel}` as const
  const { lead, note, state } = agendaTime(event, now, getLocale(), from)
  const day = from > now ? villageDay(dateBlockDay(event, from)) : undefined
  return (
    <article className={agendaRowRow} data-part="row" data-event={event.id}>
      <p className={cx(agendaRowTime, state && states[state])}>
        <span className={leading}>{lead}</span>
        {note === undefined ? null : (
          <>
            <VisuallyHidden>, </VisuallyHidden>
            <span className={noted}>{note}</span>
          </>
        )}
      </p>
      <div className={body}>
        <StateLine event={event} isShort />
        <Heading className={title}>
          <Link
            to="/events/$id"
            params={{ id: event.id }}
            search={day === undefined ? {} : { date: day }}
            state={isInList ? { cameFrom: 'list' } : {}}
          >
            <StatedTitle event={event} />
          </Link>
        </Heading>
        <p className={place}>
          {distance === undefined ? null : `${distance} · `}
          {splitLocationName(event.location_name).displayName}
        </p>
      </div>
      <div className={media}>
        <Photo event={event} alt="" isFirst={isFirst} className={picture} sizes="4rem" />
        <RowHeart event={event} day={day} />
      </div>
    </article>
  )
}

// With large text on a small phone its parts go below one another.
const agendaRowRow = css({
  position: 'relative',
  display: 'flex',
  flexWrap: 'wrap',
  gap: '3',
  alignItems: 'center',
  paddingBlock: '1.5',
  paddingInline: '3',
  breakInside: 'avoid',
  _hover: { bg: 'sea.subtle' },
})
// The column is as wide for every time, so that the titles stand in one line and nothing moves with the minutes.
const agendaRowTime = css({ flex: '[0 0 4.5rem]', lineHeight: 'snug', fontSize: 'sm', textWrap: 'balance' })
const leading = css({ display: 'block', fontWeight: 'bold' })
const noted = css({ display: 'block', fontSize: 'xs', color: 'fg.muted' })
const states = {
  now: css({ color: 'success.fg' }),
  soon: css({ '& > :last-child': { color: 'accent.fg', fontWeight: 'bold' } }),
  over: css({ color: 'fg.muted' }),
}
const body = css({ order: '[1]', flex: '[1 1 5rem]', minWidth: '0' })
const title = css({
  fontFamily: 'display',
  fontWeight: 'bold',
  lineHeight: 'snug',
  lineClamp: 2,
  '& a': {
    _after: { content: '""', position: 'absolute', inset: '0', borderRadius: 'md', zIndex: 'base' },
    _focusVisible: { outline: '[none]', boxShadow: '[none]' },
    '&:focus-visible::after': { outline: '[2px solid {colors.focus}]', outlineOffset: '[-2px]' },
  },
})
const place = css({ textStyle: 'small', color: 'fg.muted', truncate: true })
const media = css({ position: 'relative', flexShrink: '0', _print: { display: 'none' } })
const picture = css({ width: '16', height: '16', objectFit: 'cover', borderRadius: 'md' })
