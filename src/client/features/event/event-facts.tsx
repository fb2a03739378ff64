import { Link } from '@tanstack/react-router'
import { MapPinIcon, RepeatIcon } from 'lucide-react'
import { Fragment } from 'react'
import { Badge } from '@/client/design-system/badge'
import { Fold } from '@/client/design-system/fold'
import { mutedText } from '@/client/design-system/text'
import { SocialLinks } from '@/client/shared/links/social-links'
import { webUrl, writtenOut } from '@/client/shared/links/web-url'
import { StateLine } from '@/client/shared/programme/event-state'
import { factLabels } from '@/client/shared/programme/fact-labels'
import { DayTides } from '@/client/shared/tides/day-tides'
import { asLine, dayLine, everyUntilText, timeLine, timeText } from '@/client/shared/time/event-dates'
import type { ProgrammeEvent, PublicEvent } from '@/contract/events/events'
import { announced, announcementOn, isCalledOff, type AnnouncedOccurrence } from '@/domain/events/event-state'
import { splitLocationName } from '@/domain/places/place'
import { foldText } from '@/domain/text/plain-text'
import { eveningWindow, villageDay, dayAfter, daysBetween, noonOf } from '@/domain/time/local-time'
import {
  consecutiveDays,
  isOfOneDay,
  isOnDay,
  isSameEveryDay,
  lastDay,
  occurrenceOfDay,
  type Occurrence,
} from '@/domain/timetables/recurrence'
import { TextLink } from '@/client/shared/links/link'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { priceLine } from '@/messages/price-text'
import { GAZETTEER } from '@/site/places'
import { TIDE_STATION } from '@/site/site'
import { css, cx } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'
import { badge, textLink } from 'styled-system/recipes'

export interface WhenProps {
  /** The event with the times of the occurrence that is shown. */
  event: ProgrammeEvent
  /** The days of the festival that this occurrence is a part of, ordered by start; empty for one day. */
  days: readonly AnnouncedOccurrence[]
  now: number
}

/**
 * `days` of the festival that the shown occurrence is a part of; empty for one day. A festival's page is about all of them: its event
 * has what is said of every one to come alike, else what is said of the event as a whole. What is said of one day is that
 * day's (`DayStates`). `now` is epoch seconds.
 */
export function withFestivalState<E extends ProgrammeEvent>(event: E, now: number) {
  const days = consecutiveDays(event, event.start_time)
  const toCome = days.filter(({ end_time }) => end_time > now)
  const [first] = toCome
  if (first === undefined) return { event, days }
  const isSame = (field: 'state' | 'note') => toCome.every((one) => one[field] === first[field])
  const { state, note } = isSame('state')
    ? { state: first.state, note: isSame('note') ? first.note : undefined }
    : announced(event.states?.whole)
  return { event: { ...event, state, note }, days }
}

/** 'Tonight · Sat, Nov 28 · 9:00 PM – 2:00 AM', and for a series its days. */
export function When({ event, days, now }: WhenProps) {
  const locale = getLocale()
  const live = liveWords({ event, days, now })
  const parts = [...(live === undefined ? [] : [live]), ...dateAndTimes({ event, days, now })]
  const rule = event.schedules.length > 1 ? event.rule : undefined
  return (
    <div className={whenBox}>
      <p>
        <time dateTime={new Date(event.start_time * 1000).toISOString()} className={whenLine}>
          {parts.map((part, index) => (
            <Fragment key={part}>
              <span className={part === live ? onScreen : undefined}>
                {index > 0 ? <span className={dot}>· </span> : null}
                {part}
              </span>{' '}
            </Fragment>
          ))}
        </time>
      </p>
      {days.length > 0 && !isSameEveryDay(days) ? (
        <DateList event={event} dates={days} now={now} className={festivalDays} />
      ) : null}
      {rule ? (
        <p className={series}>
          <RepeatIcon size="1rem" />
          {everyUntilText(rule, now, locale)}
        </p>
      ) : null}
    </div>
  )
}

const SOON_MINUTES = 90

/** The words for the time at this minute; undefined where that is its date. */
function liveWords({ event, days, now }: WhenProps): string | undefined {
  const { start_time, end_time, is_all_day, state } = event
  if (end_time <= now) return m.events_over()
  if (isCalledOff(state)) return undefined
  const isUnderWay = start_time <= now
  if (isUnderWay && !is_all_day && isOfOneDay(event))
    return m.event_now_until({ time: timeText(end_time, getLocale()) })
  const minutes = Math.ceil((start_time - now) / 60)
  if (!isUnderWay && !is_all_day && minutes <= SOON_MINUTES)
    return asLine(m.events_in_minutes({ n: minutes }))
  const today = villageDay(now)
  const [first] = days
  if (first !== undefined && villageDay(first.start_time) <= today) {
    const dayOf = (day: string) => daysBetween(villageDay(first.start_time), day) + 1
    return m.event_day_of({ n: dayOf(today), total: dayOf(lastDayOf(days)) })
  }
  if (isUnderWay && !isOfOneDay(event)) return m.event_now()
  const day = villageDay(start_time)
  if (day === today)
    return start_time >= eveningWindow(day).from && !is_all_day ? m.events_tonight() : m.events_today()
  return day === dayAfter(today, 1) ? m.events_tomorrow() : undefined
}

/** 'Fri, Dec 11 – Sun, Dec 13' and 'Daily, 10:00 AM – 6:00 PM'. */
export function dateAndTimes({ event, days, now }: WhenProps): string[] {
  const locale = getLocale()
  const [first] = days
  if (first === undefined) return [dayLine(event, locale, now), timesOf(event)]
  const { start_time } = first
  const date = dayLine({ start_time, end_time: noonOf(lastDayOf(days)) }, locale, now)
  if (!isSameEveryDay(days)) return [date]
  return [date, event.is_all_day ? m.event_all_day() : m.event_daily({ times: timesOf(event) })]
}

/** The day that a festival ends on: what begins last is not always what ends last. */
function lastDayOf(days: readonly Occurrence[]): string {
  return days.map(lastDay).toSorted().at(-1) ?? ''
}

const timesOf = (one: Occurrence) => (one.is_all_day ? m.event_all_day() : timeLine(one, getLocale()))

/** Lists the states of the days to come of a festival, or of an occurrence that lasts for days. */
export function DayStates({ event, days, now }: WhenProps) {
  const { states } = event
  const today = villageDay(now)
  const shown = days.length > 0 ? days : isOfOneDay(event) ? [] : [event]
  const stated = states?.days.filter(({ day }) => day >= today && shown.some((one) => isOnDay(one, day)))
  if (states === undefined || stated === undefined || stated.length === 0) return null
  return (
    <section>
      <h2 className={subheading}>{m.event_day_states()}</h2>
      <ul>
        {stated.map(({ day }) => (
          <li key={day} className={cluster()}>
            {dayLine({ start_time: noonOf(day), end_time: noonOf(day) }, getLocale(), now)}
            <StateLine event={announcementOn(states, day) ?? {}} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Enough dates to choose from; the others are folded away. */
const SHOWN = 4

/** When else the event is to come; each day leads to the page that shows it first. */
export function OtherDates({ event, days, now }: WhenProps) {
  const told = new Set([event, ...days].map((one) => one.start_time))
  const dates = event.schedules.filter((one) => !told.has(one.start_time) && one.end_time > now)
  if (dates.length === 0) return null
  return (
    <section className={others} data-part="dates">
      <h2 className={subheading}>{m.event_other_dates()}</h2>
      <DateList event={event} dates={dates.slice(0, SHOWN)} now={now} />
      {dates.length > SHOWN ? (
        <Fold summary={m.event_all_dates()}>
          <DateList event={event} dates={dates.slice(SHOWN)} now={now} />
        </Fold>
      ) : null}
    </section>
  )
}

type DateListProps = Omit<WhenProps, 'days'> & { dates: readonly AnnouncedOccurrence[]; className?: string }

function DateList({ event, dates, now, className }: DateListProps) {
  return (
    <ul className={className}>
      {dates.map((one) => (
        <li key={one.start_time} className={dateRow}>
          <DateLink event={event} date={one} now={now} />
          <StateLine event={{ state: one.state }} />
          <span className={mutedText}>{timesOf(one)}</span>
        </li>
      ))}
    </ul>
  )
}

/**
 * Shows another date of the event in place of this one: the way back leads to the list still. The address names a day, so that a later
 * time of the same day is no link.
 */
function DateLink({ event, date, now }: { event: ProgrammeEvent; date: Occurrence; now: number }) {
  const day = villageDay(date.start_time)
  const label = dayLine(date, getLocale(), now)
  if (date.end_time <= now || occurrenceOfDay(event, day)?.start_time !== date.start_time)
    return <span>{label}</span>
  return (
    <TextLink
      from="/events/$id"
      to="."
      search={(before) => ({ ...before, date: day })}
      state={(before) => before}
      replace
      // The link goes from the page with the date that it leads to.
      onClick={() => document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })}
    >
      {label}
    </TextLink>
  )
}

/** One line; what was moved is not at its place, and where it is its note says. */
export function PlaceAndPrice({ event }: { event: ProgrammeEvent }) {
  const name = <bdi>{splitLocationName(event.location_name).displayName}</bdi>
  const price = priceLine(event, getLocale())
  return (
    <>
      <p className={place}>
        <MapPinIcon size="1.25rem" />
        <span>
          {event.state === 'moved' ? (
            <>
              <s>{name}</s> {event.note}
            </>
          ) : (
            name
          )}
          {price === undefined ? null : (
            <>
              {' '}
              · <span>{price}</span>
            </>
          )}
        </span>
      </p>
      {event.organiser ? (
        <TextLink to="/organisers/$slug" params={{ slug: event.organiser.slug }}>
          {m.organiser_by({ name: event.organiser.name })}
        </TextLink>
      ) : null}
    </>
  )
}

export function Facts({ event }: { event: ProgrammeEvent }) {
  const labels = factLabels(event)
  const isTidal = event.state !== 'moved' && hasTides(event)
  if (labels.length === 0 && !isTidal) return null
  return (
    <div>
      {labels.length === 0 ? null : (
        <ul className={cluster()}>
          {labels.map((label) => (
            <li key={label}>
              <Badge>{label}</Badge>
            </li>
          ))}
        </ul>
      )}
      {isTidal ? (
        <p className={tides}>
          <DayTides day={villageDay(event.start_time)} isLink />
        </p>
      ) : null}
    </div>
  )
}

/** Places that nobody has listed say it themselves, in either language. */
const BEACH = /\b(?:praia|beach)\b/

/** It is at a beach, by the name of its place (what is nearby may stand on the cliff above it), at hours of one day. */
export function hasTides({ location_name, ...times }: PublicEvent): boolean {
  if (TIDE_STATION === undefined || times.is_all_day || !isOfOneDay(times)) return false
  const name = foldText(splitLocationName(location_name).displayName)
  return (
    BEACH.test(name) || GAZETTEER.some((place) => place.isBeach === true && foldText(place.name) === name)
  )
}

export function Links({ event }: { event: ProgrammeEvent }) {
  const info = webUrl(event.info_url)
  if (info === undefined && event.info_links.length === 0) return null
  return (
    <div>
      {info === undefined ? null : (
        <p>
          {m.event_additional_info()}{' '}
          <a
            href={info.href}
            className={cx(textLink(), writtenOut)}
            target="_blank"
            rel="noopener nofollow ugc"
          >
            {info.host}
          </a>
        </p>
      )}
      <SocialLinks links={event.info_links} />
    </div>
  )
}

export function Tags({ tags }: Pick<ProgrammeEvent, 'tags'>) {
  if (tags.length === 0) return null
  return (
    <ul className={cluster()} aria-label={m.event_tags()}>
      {tags.map(({ key, name }) => (
        <li key={key}>
          <Link to="/events" search={{ tags: key }} className={cx(badge({ tone: 'sea' }), tag)}>
            <bdi>{name}</bdi>
          </Link>
        </li>
      ))}
    </ul>
  )
}

// Paper does not know the minute.
const onScreen = css({ _print: { display: '[none!]' } })
const subheading = css({ textStyle: 'heading', marginBottom: '2', columnSpan: { _print: 'all' } })
const whenBox = css({ display: 'grid', gap: '1' })
const whenLine = css({
  textStyle: 'lead',
  // A line breaks between the parts rather than within one, and begins without its dot, which stands outside.
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: '[1em]',
  overflow: 'clip',
  '& > :first-child': { fontWeight: 'bold', color: 'accent.fg' },
})
const dot = css({ display: 'inline-block', width: '[0.75em]', marginLeft: '[-0.75em]' })
const series = cluster({ flexWrap: 'nowrap', gap: '1.5', textStyle: 'small', color: 'fg.muted' })
const festivalDays = css({ maxWidth: '[24rem]' })
const others = css({ _print: { columnCount: 3, '& summary': { display: 'none' } } })
const dateRow = css({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  columnGap: { base: '4', _print: '2' },
  paddingBlock: { base: '2', _print: '0.5' },
  fontSize: { _print: 'sm' },
  borderBottom: 'hairline',
})
const place = css({
  display: 'flex',
  gap: '2',
  '& > svg': { flexShrink: '0', marginTop: '0.5', color: 'accent.fg' },
})
// Two lines on phones, before the tide table is loaded: what is below does not move.
const tides = css({ 'ul + &': { marginTop: '2' }, mdDown: { minHeight: '[2lh]' } })
// The link is as high as a finger is sure of (WCAG 2.5.8), and its edge tells it from a badge.
const tag = css({
  minHeight: '8',
  paddingInline: '3',
  border: '[1px solid transparent]',
  _hover: { borderColor: 'focus', textDecoration: 'underline' },
})
