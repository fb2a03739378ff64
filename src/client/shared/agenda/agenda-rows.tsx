import { memo } from 'react'
import type { PublicEvent } from '@/contract/events/events'
import { Fold } from '@/client/design-system/fold'
import * as m from '@/messages/compiled/messages.js'
import { VisuallyHidden } from '@/client/design-system/visually-hidden'
import { getLocale } from '@/messages/compiled/runtime.js'
import { SaveHeart } from '@/client/shared/saved/save-heart'
import { dateBlockDay, shortDateText, timeText, dayNames } from '@/client/shared/time/event-dates'
import { splitLocationName } from '@/domain/places/place'
import { villageDay, villageMidnight, dayAfter } from '@/domain/time/local-time'
import type { EventCardProps } from '@/client/shared/programme/event-card'
import { EventLink, shortFacts } from '@/client/shared/programme/event-link'
import { StateLine } from '@/client/shared/programme/event-state'
import { Photo } from '@/client/shared/photos/photo'
import { isLongEvent } from '@/domain/events/event'
import { isInWindow, isOfOneDay, listedDay } from '@/domain/timetables/recurrence'
import { css, cx } from 'styled-system/css'
import { cluster, column } from 'styled-system/patterns'

export interface AgendaRowsProps extends Pick<AgendaRowProps, 'now' | 'from' | 'isInList' | 'isPlain'> {
  events: readonly PublicEvent[]
  distanceOf?: ((event: PublicEvent) => string | undefined) | undefined
  firstCount?: number
}

export function AgendaRows({ events, firstCount = 0, distanceOf, ...row }: AgendaRowsProps) {
  return (
    <ul className={rows}>
      {events.map((event, index) => (
        <li key={event.id} className={cx(cell, index >= firstCount && unseen)}>
          <AgendaRow event={event} distance={distanceOf?.(event)} isFirst={index < firstCount} {...row} />
        </li>
      ))}
    </ul>
  )
}

/** Events that last more than three days stand after a day's own: folded, unless the day has nothing else. */
export function AlsoOn({ isOpen, ...rows }: AgendaRowsProps & { isOpen: boolean }) {
  if (rows.events.length === 0) return null
  return (
    <Fold summary={m.events_also_on({ n: rows.events.length })} isOpen={isOpen}>
      <AgendaRows {...rows} />
    </Fold>
  )
}

const rows = css({
  containerType: 'inline-size',
  bg: 'bg.surface',
  border: 'hairline',
  borderRadius: 'lg',
  boxShadow: 'low',
  overflow: 'clip',
})
const cell = css({ '& + &': { borderTop: 'hairline' } })
// Rows out of view cost no layout; a row that is seen at once would move what is below it.
const unseen = css({ contentVisibility: 'auto', containIntrinsicHeight: '[auto 6.25rem]' })

/** `lead`: '9:00 PM', 'All day', 'Now', 'until Jan 24'. `note`: 'in 40 min', 'until 11:00 PM'. */
interface AgendaTime {
  lead: string
  note?: string
  state?: 'now' | 'soon' | 'over'
}

const SOON_SECONDS = 90 * 60

/** `from` is the beginning of days to come under which the event stands: the hour of an earlier day is none of theirs. */
export function agendaTime(
  event: Pick<PublicEvent, 'start_time' | 'end_time' | 'is_all_day'>,
  nowSeconds: number,
  from = 0,
): AgendaTime {
  const { start_time, end_time, is_all_day } = event
  const locale = getLocale()
  if (end_time <= nowSeconds) return { lead: m.events_over(), state: 'over' }
  const isShort = isOfOneDay(event)
  const until = m.events_until_time({
    time: isShort ? timeText(end_time, locale) : shortDateText(end_time - 1, locale),
  })
  if (isLongEvent(event) || start_time < from) return { lead: until }
  const untilLastDay = isShort ? {} : { note: until }
  if (is_all_day) return { lead: m.events_all_day(), ...untilLastDay }
  const seconds = start_time - nowSeconds
  if (seconds <= 0) return { lead: m.events_now(), note: until, state: 'now' }
  const lead = timeText(start_time, locale)
  if (seconds > SOON_SECONDS) return { lead, ...untilLastDay }
  return { lead, note: m.events_in_minutes({ n: Math.ceil(seconds / 60) }), state: 'soon' }
}

interface AgendaRowProps extends Pick<
  EventCardProps,
  'event' | 'now' | 'from' | 'distance' | 'isInList' | 'isFirst'
> {
  /** Without the heart. */
  isPlain?: boolean
}

const AgendaRow = memo(function Row(props: AgendaRowProps) {
  const { event, now, from = 0, distance, isInList, isPlain, isFirst = false } = props
  const { lead, note, state } = agendaTime(event, now, from)
  const day = from > now ? villageDay(dateBlockDay(event, from)) : undefined
  const facts = shortFacts(event)
  return (
    <article className={rowFrame} data-part="row" data-event={event.id}>
      <div className={picture} data-part="picture">
        <Photo event={event} alt="" isFirst={isFirst} className={image} sizes="4rem" />
      </div>
      <p className={cx(time, state && states[state])}>
        <span className={leading}>{lead}</span>
        {note === undefined ? null : (
          <>
            <VisuallyHidden>, </VisuallyHidden>
            <bdi className={noted}>{note}</bdi>
          </>
        )}
      </p>
      <div className={body}>
        <StateLine event={event} isShort />
        <h3 className={title}>
          <EventLink event={event} day={day} isInList={isInList} />
        </h3>
      </div>
      <p className={place}>
        {distance === undefined ? null : `${distance} · `}
        <bdi>{splitLocationName(event.location_name).displayName}</bdi>
      </p>
      {facts.length > 0 ? (
        <ul className={factList}>
          {facts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
      ) : null}
      {isPlain ? null : <SaveHeart event={event} day={day} isInRow className={heart} />}
    </article>
  )
})

// Picture, time over title and place, heart; where there is room, columns.
const WIDE = '@container (width >= 52rem)'
const rowFrame = css({
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: '[4rem minmax(0, 1fr) auto]',
  gridTemplateAreas: '"picture time heart" "picture body heart" "picture place heart" "picture facts heart"',
  gridTemplateRows: '[auto auto auto 1fr]',
  columnGap: '3',
  paddingBlock: '2',
  paddingInline: '3',
  breakInside: 'avoid',
  _hover: { bg: 'sea.subtle' },
  // With large text on a small phone the words need the room of the picture.
  '@container (width < 15rem)': { gridTemplateColumns: '[0 minmax(0, 1fr) auto]', columnGap: '0' },
  [WIDE]: {
    gridTemplateColumns: '[4rem 6.5rem minmax(0, 1.6fr) minmax(0, 1fr) minmax(0, 12rem) auto]',
    gridTemplateAreas: '"picture time body place facts heart"',
    gridTemplateRows: '[auto]',
    columnGap: '4',
    alignItems: 'center',
  },
})
const picture = css({
  gridArea: '[picture]',
  width: '16',
  height: '16',
  _print: { display: 'none' },
  '@container (width < 15rem)': { display: 'none' },
})
const image = css({ width: 'full', height: 'full', objectFit: 'cover', borderRadius: 'md' })
const time = css({ gridArea: '[time]', fontSize: 'sm', lineHeight: 'snug' })
const leading = css({ fontWeight: 'bold', marginInlineEnd: '1.5' })
const noted = css({ color: 'fg.muted', [WIDE]: { display: 'block', fontSize: 'xs' } })
const states = {
  now: css({ color: 'success.fg' }),
  soon: css({ '& > :last-child': { color: 'accent.fg', fontWeight: 'bold' } }),
  over: css({ color: 'fg.muted' }),
}
const body = css({ gridArea: '[body]', minWidth: '0' })
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
const place = css({ gridArea: '[place]', textStyle: 'small', color: 'fg.muted', truncate: true })
const factList = css({
  gridArea: '[facts]',
  textStyle: 'small',
  color: 'fg.muted',
  '& > li': { display: 'inline', [WIDE]: { display: 'block', textAlign: 'end' } },
  '& > li + li::before': { content: '" · "', [WIDE]: { content: 'none' } },
})
const heart = css({
  gridArea: '[heart]',
  alignSelf: 'center',
  marginInlineEnd: '-2',
  zIndex: 'raised',
  _print: { display: 'none' },
})

interface DayHeadingProps {
  day: string
  today: string
  isEvening?: boolean
}

export function DayHeading({ day, today, isEvening = false }: DayHeadingProps) {
  const { weekday, date } = dayNames(day, today, getLocale())
  const near = isEvening
    ? m.events_tonight()
    : { [today]: m.events_today(), [dayAfter(today, 1)]: m.events_tomorrow() }[day]
  return (
    <h2 className={heading}>
      <span className={dayName}>
        {near ?? weekday}
        <VisuallyHidden>,</VisuallyHidden>
      </span>{' '}
      <span className={rest}>{near ? `${weekday}, ${date}` : date}</span>
    </h2>
  )
}

const heading = cluster({
  position: 'sticky',
  top: '16',
  zIndex: 'raised',
  align: 'baseline',
  rowGap: '0',
  paddingBlock: '1',
  borderTop: 'hairline',
  bg: 'bg.page',
  breakAfter: 'avoid',
  _print: { position: 'static' },
})
const dayName = css({ textStyle: 'subheading', _firstLetter: { textTransform: 'uppercase' } })
const rest = css({ textStyle: 'small', color: 'fg.muted' })

/** Events in rows by day; a recurring event stands under the date of its that is shown. */
export function AgendaDays({ events, ...shown }: Omit<AgendaRowsProps, 'firstCount'>) {
  const today = villageDay(shown.now)
  const firstDay = villageDay(shown.from ?? shown.now)
  return (
    <ul className={column()}>
      {dayGroups(events, { now: shown.now, firstDay }).map(({ day, own, alsoOn }) => (
        <li key={day}>
          <DayHeading day={day} today={today} />
          {own.length > 0 ? <AgendaRows events={own} {...shown} /> : null}
          <AlsoOn events={alsoOn} isOpen={own.length === 0} {...shown} />
        </li>
      ))}
    </ul>
  )
}

export interface DayGroup {
  day: string
  own: readonly PublicEvent[]
  alsoOn: readonly PublicEvent[]
}

/** A page stays open past midnight: what is not of these days any more is left out. `now` is epoch seconds. */
export function dayGroups(
  events: readonly PublicEvent[],
  {
    now,
    firstDay = villageDay(now),
    lastDay,
  }: { now: number; firstDay?: string; lastDay?: string | undefined },
): DayGroup[] {
  const groups = new Map<string, { day: string; own: PublicEvent[]; alsoOn: PublicEvent[] }>()
  const window = { from: villageMidnight(firstDay), now }
  for (const event of events) {
    if (!isInWindow(event, window)) continue
    const day = listedDay(event, firstDay, lastDay)
    const group = groups.get(day) ?? { day, own: [], alsoOn: [] }
    groups.set(day, group)
    group[isLongEvent(event) ? 'alsoOn' : 'own'].push(event)
  }
  return [...groups.values()]
}
