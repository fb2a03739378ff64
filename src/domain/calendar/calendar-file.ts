import { announcementOn, isOff, withState } from '@/domain/events/event-state'
import type { AnnouncedOccurrence } from '@/domain/events/event-state'
import { currentOccurrences } from '@/domain/events/programme'
import type { Occurrence } from '@/domain/timetables/occurrence'
import type { Recurrence } from '@/domain/timetables/timetable'
import { datesOf, occurrenceOn } from '@/domain/timetables/recurrence'
import { occurrenceOfDay } from '@/domain/timetables/shown-occurrence'
import { villageDay } from '@/domain/time/local-time'
import { writeCalendar } from './calendar'
import { dateComponent, exceptionComponent, seriesComponent } from './calendar-event'
import type { CalendarContext, CalendarEvent } from './calendar-event'
import { text } from './jcal'
import type { Component } from './jcal'

/** The dates that a calendar file is asked for: all to come, or that of a village day `YYYY-MM-DD`, else the next one. */
export interface CalendarFileQuery {
  isSeries: boolean
  day: string | undefined
}

/**
 * The calendar file of one event (rules 2.6), from the server's row and from the device's replica: the same text. 'over': nothing of it is
 * to come; 'missing': it has no date on that day. `nowSeconds` are epoch seconds. Needs no Temporal, which a worker does not have.
 */
export function calendarFile(
  event: CalendarEvent,
  { isSeries, day }: CalendarFileQuery,
  { nowSeconds, ...context }: CalendarContext & { nowSeconds: number },
): { text: string } | 'over' | 'missing' {
  const listed = upcoming(event, nowSeconds)
  const known = { schedules: listed, rule: event.rule }
  if (day !== undefined && day < villageDay(nowSeconds) && occurrenceOfDay(known, day) === undefined)
    return 'over'
  if (listed.length === 0) return 'over'
  if (isSeries) return { text: series(event, listed, context) }
  const chosen =
    day === undefined
      ? listed.find(({ end_time }) => end_time > nowSeconds)
      : occurrenceOfDay(known, day, nowSeconds)
  if (chosen === undefined) return 'missing'
  if (chosen.end_time <= nowSeconds) return 'over'
  return { text: dates(event, [chosen], context) }
}

/** The dates that are listed; for a rule whose period begins later than the server stores dates, its first. */
function upcoming(event: CalendarEvent, nowSeconds: number): readonly Occurrence[] {
  const { rule } = event
  const listed = currentOccurrences(event, nowSeconds)
  if (listed.length > 0 || rule === undefined) return listed
  for (const day of datesOf(rule)) {
    const occurrence = occurrenceOn(day, rule)
    if (occurrence !== undefined && occurrence.end_time > nowSeconds) return [occurrence]
  }
  return []
}

/** Each date as a component of its own. */
function dates(event: CalendarEvent, chosen: readonly Occurrence[], context: CalendarContext): string {
  return calendarOfDates(
    chosen.map((occurrence) => ({ event, occurrence })),
    context,
  )
}

/** One date of an event. */
export interface CalendarDate {
  event: CalendarEvent
  occurrence: Occurrence
}

/** The text of a calendar file of dates, of one event or of several. */
export function calendarOfDates(chosen: readonly CalendarDate[], context: CalendarContext): string {
  const times = chosen.map(({ occurrence }) => occurrence)
  return writeCalendar({
    components: chosen.map(({ event, occurrence }) => {
      const announcement = announced(event, occurrence)
      return withAlarm(dateComponent(event, announcement, context), event.title, announcement)
    }),
    first: Math.min(...times.map(({ start_time }) => start_time)),
    last: Math.max(...times.map(({ end_time }) => end_time)),
  })
}

function series(event: CalendarEvent, listed: readonly Occurrence[], context: CalendarContext): string {
  const { rule } = event
  const days = rule === undefined ? [] : datesOf(rule)
  const [firstDay, lastDay] = [days[0], days.at(-1)]
  const first = rule && firstDay ? occurrenceOn(firstDay, rule) : undefined
  const last = rule && lastDay ? occurrenceOn(lastDay, rule) : undefined
  if (rule === undefined || first === undefined || last === undefined) return dates(event, listed, context)
  const announcements = announcedDays(event, rule)
  const off = announcements.filter(({ state }) => state === 'cancelled')
  const others = announcements.filter(({ state }) => state !== 'cancelled')
  return writeCalendar({
    components: [
      withAlarm(
        seriesComponent(event, { first, lastStart: last.start_time, rule, off }, context),
        event.title,
        {
          ...first,
          ...event.states?.whole,
        },
      ),
      ...others.map((one) => withAlarm(exceptionComponent(event, one, context), event.title, one)),
    ],
    first: first.start_time,
    last: last.end_time,
  })
}

/** The dates of a rule of which something is said alone; none while the series is off as a whole. */
function announcedDays({ states }: CalendarEvent, rule: Recurrence): AnnouncedOccurrence[] {
  if (states === undefined || states.whole?.state === 'cancelled' || states.whole?.state === 'postponed')
    return []
  return states.days.flatMap(({ day }) => {
    const occurrence = occurrenceOn(day, rule)
    const isOfPeriod = rule.period_start_date <= day && day <= rule.period_end_date
    return occurrence && isOfPeriod ? [{ ...occurrence, ...announcementOn(states, day) }] : []
  })
}

/** The occurrence with what holds on the day that it begins on. */
export function announced(event: CalendarEvent, occurrence: Occurrence): AnnouncedOccurrence {
  return withState(occurrence, event.states, occurrence.start_time)
}

/**
 * The date with an alarm (RFC 5545 3.6.6), which needs no network: an hour before, or at 18:00 of the day before where it is all day. What does
 * not take place as it was published has none. Files have it that a person adds date by date; a feed of a year of dates would
 * ring all day.
 */
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
