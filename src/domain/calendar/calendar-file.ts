import ICAL from 'ical.js'
import { isOff, withState, type AnnouncedOccurrence } from '@/domain/events/event-state'
import { currentOccurrences } from '@/domain/events/programme'
import { type Occurrence, occurrenceOfDay } from '@/domain/timetables/recurrence'
import { firstScheduleOf } from '@/domain/timetables/schedule'
import { villageDay } from '@/domain/time/local-time'
import { SITE } from '@/site/site'
import {
  dateComponent,
  timeZone,
  text,
  type CalendarContext,
  type CalendarEvent,
  type Component,
  type Property,
} from './calendar-event'

/** The date that a calendar file is asked for, by its village day `YYYY-MM-DD`; all to come without one. */
export interface CalendarFileQuery {
  day: string | undefined
}

/** The same text from the server's row and the replica (rules 2.6). 'missing': it has no date on that day. Needs no Temporal. */
export function calendarFile(
  event: CalendarEvent,
  { day }: CalendarFileQuery,
  { nowSeconds, ...context }: CalendarContext & { nowSeconds: number },
): { text: string } | 'over' | 'missing' {
  const listed = upcoming(event, nowSeconds)
  const known = { schedules: listed, rule: event.rule }
  if (day !== undefined && day < villageDay(nowSeconds) && occurrenceOfDay(known, day) === undefined)
    return 'over'
  if (listed.length === 0) return 'over'
  const asked = day === undefined ? listed : [occurrenceOfDay(known, day, nowSeconds)]
  const found = asked.filter((one) => one !== undefined)
  if (found.length === 0) return 'missing'
  const toCome = found.filter(({ end_time }) => end_time > nowSeconds)
  if (toCome.length === 0) return 'over'
  return {
    text: calendarOfDates(
      toCome.map((occurrence) => ({ event, occurrence })),
      context,
    ),
  }
}

function upcoming(event: CalendarEvent, nowSeconds: number): readonly Occurrence[] {
  const { rule } = event
  const listed = currentOccurrences(event, nowSeconds)
  if (listed.length > 0 || rule === undefined) return listed
  const next = firstScheduleOf({ repeated: rule }, { from: nowSeconds })
  return next === undefined ? [] : [next]
}

export function calendarOfDates(
  chosen: readonly { event: CalendarEvent; occurrence: Occurrence }[],
  context: CalendarContext,
): string {
  return writeCalendar(
    chosen.map(({ event, occurrence }) => {
      const announcement = announced(event, occurrence)
      return withAlarm(dateComponent(event, announcement, context), event.title, announcement)
    }),
  )
}

/** The occurrence with what holds on the day that it begins on. */
export function announced(event: CalendarEvent, occurrence: Occurrence): AnnouncedOccurrence {
  return withState(occurrence, event.states, occurrence.start_time)
}

/** An hour before, or at 18:00 of the day before where it is all day (RFC 5545 3.6.6); none for what does not take place as published. */
function withAlarm(component: Component, title: string, date: AnnouncedOccurrence): Component {
  if (isOff(date.state)) return component
  const [name, properties, components] = component
  const alarm: Component = [
    'valarm',
    [
      text('action', 'DISPLAY'),
      text('description', title),
      ['trigger', {}, 'duration', date.is_all_day ? '-PT6H' : '-PT1H'],
    ],
    [],
  ]
  return [name, properties, [...components, alarm]]
}

const REFRESH = 'PT3H'

export function writeCalendar(
  components: readonly Component[],
  subscription?: { name: string; address: string },
): string {
  // A continued line begins with a blank, which ical.js does not count among its 75 octets.
  ICAL.foldLength = 74
  return ICAL.stringify([
    'vcalendar',
    [
      text('version', '2.0'),
      text('prodid', `-//${SITE.name}//Guide//EN`),
      text('calscale', 'GREGORIAN'),
      text('method', 'PUBLISH'),
      ...(subscription === undefined ? [] : subscriptionProperties(subscription)),
    ],
    [timeZone(), ...components],
  ])
}

function subscriptionProperties({ name, address }: { name: string; address: string }): Property[] {
  return [
    text('name', name),
    ['x-wr-calname', {}, 'unknown', name.replaceAll(/([\\;,])/g, String.raw`\$1`)],
    ['x-wr-timezone', {}, 'unknown', SITE.timeZone],
    ['source', {}, 'uri', address],
    ['refresh-interval', {}, 'duration', REFRESH],
    ['x-published-ttl', {}, 'unknown', REFRESH],
  ]
}
