import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import {
  dayLine,
  dayRange,
  dateBlockDay,
  dateBlockOf,
  timeLine,
  weekdayAndDay,
  everyUntilText,
} from '@/client/shared/time/event-dates'
import { daysBetween, noonOf } from '@/client/shared/time/village-days'
import { lastDay } from '@/domain/timetables/recurrence'
import { villageDay } from '@/domain/time/local-time'
import { factLines } from '@/client/shared/programme/fact-labels'
import { priceLine } from '@/messages/price-text'
import { DayTides } from '@/client/shared/tides/day-tides'
import { DateBlock } from '@/client/design-system/badge'
import {
  EuroIcon,
  RepeatIcon,
  SunIcon,
  WavesIcon,
  ClockIcon,
  MapPinIcon,
  UserIcon,
  CheckIcon,
} from 'lucide-react'
import type { ProgrammeEvent } from '@/contract/events/events'
import { isSameEveryDay } from '@/domain/timetables/recurrence'
import type { Occurrence } from '@/domain/timetables/recurrence'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { placeLines } from '@/client/shared/places/place-lines'
import { foldText } from '@/domain/text/plain-text'
import { splitLocationName } from '@/domain/places/place'
import type { StoredPlace } from '@/domain/places/place'
import { GAZETTEER } from '@/site/places'
import { TIDE_STATION } from '@/site/site'
import { css, cx } from 'styled-system/css'
import { textLink } from 'styled-system/recipes'
import { DateLink } from './event-states'

/** Days of a festival whose times are listed; those of a longer one are among the other dates. */
export const LISTED_DAYS = 6

interface EventFactsProps {
  /** The event with the times of the occurrence that is shown. */
  event: ProgrammeEvent
  /** The days of the festival that this occurrence is a part of, ordered by start; empty for one day. */
  days: readonly Occurrence[]
  /** Epoch seconds. */
  now: number
  /** The time from which occurrences are shown, epoch seconds: now, or a chosen day. */
  from: number
}

export function EventFacts({ event, days, now, from }: EventFactsProps) {
  const locale = getLocale()
  const price = priceLine(event, locale)
  const { name, lines } = placeLines(event)
  const [first, last] = [days[0], lastOf(days)]
  return (
    <section className={box} aria-label={m.event_facts()}>
      <div className={when}>
        <DateBlock {...dateBlockOf(dateBlockDay(event, from), locale)} size="lg" />
        <div className={day}>
          <p>
            <time dateTime={new Date(event.start_time * 1000).toISOString()}>
              {first && last ? dayRange(first.start_time, noonOf(last), locale) : dayLine(event, locale)}
            </time>
          </p>
          <DayOfFestival days={days} now={now} />
        </div>
      </div>
      <ul className={list}>
        <Fact icon={event.is_all_day ? <SunIcon size="1.25rem" /> : <ClockIcon size="1.25rem" />}>
          {days.length > 0 ? <FestivalTimes event={event} days={days} now={now} /> : timesOf(event)}
        </Fact>
        {event.rule !== undefined && event.schedules.length > 1 ? (
          <Fact icon={<RepeatIcon size="1.25rem" />}>{everyUntilText(event.rule, now, locale)}</Fact>
        ) : null}
        <Fact icon={<MapPinIcon size="1.25rem" />}>
          <span className={placeName}>
            <bdi>{name}</bdi>
          </span>
          {lines.map((line) => (
            <span key={line} className={placeLine}>
              {line}
            </span>
          ))}
        </Fact>
        {event.organiser ? (
          <Fact icon={<UserIcon size="1.25rem" />}>
            <Link to="/organisers/$slug" params={{ slug: event.organiser.slug }} className={textLink()}>
              {m.organiser_by({ name: event.organiser.name })}
            </Link>
          </Fact>
        ) : null}
        {isAtBeach(event) ? (
          <Fact icon={<WavesIcon size="1.25rem" />}>
            <Link to="/tides" className={cx(textLink(), placeLine)}>
              {m.tides_link()}
            </Link>
            <span className={cx(placeLine, tides)}>
              <DayTides day={villageDay(dateBlockDay(event, from))} />
            </span>
          </Fact>
        ) : null}
        {price === undefined ? null : <Fact icon={<EuroIcon size="1.25rem" />}>{price}</Fact>}
        {factLines(event).map(({ field, label, text }) => (
          <Fact key={field} icon={<CheckIcon size="1.25rem" />}>
            <span className={placeLine}>{label}</span>
            {text}
          </Fact>
        ))}
      </ul>
    </section>
  )
}

/** 'Today is day 2 of 3', while the festival is on. */
function DayOfFestival({ days, now }: Pick<EventFactsProps, 'days' | 'now'>) {
  const [first, last, today] = [days[0], lastOf(days), villageDay(now)]
  if (first === undefined || last === undefined || today > last) return null
  const dayOf = (day: string) => daysBetween(villageDay(first.start_time), day) + 1
  const n = dayOf(today)
  return n > 0 ? <p className={placeLine}>{m.event_day_of({ n, total: dayOf(last) })}</p> : null
}

/** The day that a festival ends on: what begins last is not always what ends last. */
function lastOf(days: readonly Occurrence[]): string | undefined {
  return days.map(lastDay).toSorted().at(-1)
}

/** 'Daily, 10:00 AM – 6:00 PM', or the times of each day, which lead to it unless it is over. */
function FestivalTimes({ event, days, now }: Pick<EventFactsProps, 'event' | 'days' | 'now'>) {
  const locale = getLocale()
  if (isSameEveryDay(days))
    return event.is_all_day ? m.event_all_day() : m.event_daily({ times: timeLine(event, locale) })
  if (days.length > LISTED_DAYS) return m.event_times_differ()
  return (
    <span className={dayTimes}>
      {days.map((one) => (
        <span key={one.start_time} className={dayTime}>
          {one.end_time > now ? (
            <DateLink event={event} start={one.start_time}>
              {weekdayAndDay(one.start_time, locale)}
            </DateLink>
          ) : (
            <span>{weekdayAndDay(one.start_time, locale)}</span>
          )}
          <span>{timesOf(one)}</span>
        </span>
      ))}
    </span>
  )
}

function timesOf(one: Occurrence): string {
  return one.is_all_day ? m.event_all_day() : timeLine(one, getLocale())
}

function Fact({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className={fact}>
      {icon}
      <span>{children}</span>
    </li>
  )
}

const box = css({ display: 'grid', gridTemplateColumns: '[minmax(0, 1fr)]', gap: '4', width: 'full' })
const when = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4' })
const day = css({ textStyle: 'subheading', minWidth: '0', flex: '[1 1 10rem]' })
const list = css({ display: 'grid', gridTemplateColumns: '[minmax(0, 1fr)]', gap: '2' })
const placeName = css({ display: 'block', fontWeight: 'medium' })
const placeLine = css({ display: 'block', textStyle: 'small', color: 'fg.muted' })
// Two lines on phones, before the tide table is loaded: what is below does not move.
const tides = css({ mdDown: { minHeight: '[2lh]' } })
const dayTimes = css({ display: 'grid', gap: '1' })
const dayTime = css({ display: 'flex', flexWrap: 'wrap', columnGap: '3' })

const fact = css({
  display: 'grid',
  gridTemplateColumns: '[auto minmax(0, 1fr)]',
  gap: '3',
  '& > svg': { marginTop: '0.5', color: 'accent.fg' },
})

/** Places that nobody has listed say it themselves, in either language. */
const BEACH = /\b(?:praia|beach)\b/

/** Whether an event takes place at a beach, by the name of its place: what is nearby may stand on the cliff above it. */
export function isAtBeach({ location_name }: Pick<StoredPlace, 'location_name'>): boolean {
  if (TIDE_STATION === undefined) return false
  const name = foldText(splitLocationName(location_name).displayName)
  return (
    BEACH.test(name) || GAZETTEER.some((place) => place.isBeach === true && foldText(place.name) === name)
  )
}
