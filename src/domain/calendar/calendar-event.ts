import { EVENT_FACTS, FACT_NAMES, type EventFacts } from '@/domain/events/event-fields'
import type { Announcement, AnnouncedOccurrence, EventState, EventStates } from '@/domain/events/event-state'
import { isLocated, type StoredPlace } from '@/domain/places/place'
import type { Occurrence } from '@/domain/timetables/recurrence'
import type { Recurrence } from '@/domain/timetables/timetable'
import { clockText, isRepeated, villageDay, wallAt } from '@/domain/time/local-time'
import { writableText } from '@/domain/text/markup'
import { SITE } from '@/site/site'

export interface CalendarEvent extends StoredPlace, EventFacts {
  id: string
  title: string
  description: string
  /** Names in the calendar's language. */
  tags: readonly { name: string }[]
  schedules: readonly Occurrence[]
  rule?: Recurrence | undefined
  states?: EventStates | undefined
  revision?: number | undefined
  /** Epoch seconds. */
  updated_at?: number | undefined
}

export interface CalendarContext {
  /** Scheme and host of the site: of links and, the host, of unique ids. */
  origin: string
  stateLabels: Readonly<Record<EventState, string>>
}

/** One date of an event, known by the minute that it begins at: which other dates its day has depends on filter and clock. */
export function dateComponent(
  event: CalendarEvent,
  occurrence: AnnouncedOccurrence,
  context: CalendarContext,
): Component {
  const { start_time } = occurrence
  const day = villageDay(start_time)
  const minute = clockText(wallAt(start_time)).slice(0, 'yyyy-mm-ddThh:mm'.length)
  return [
    'vevent',
    [
      text('uid', `${event.id}-${minute.replaceAll(/[-:]/g, '')}@${new URL(context.origin).hostname}`),
      ...stamps(event),
      ...times(occurrence),
      ...facts(event, occurrence, context, `?date=${day}`),
    ],
    [],
  ]
}

function stamps({ updated_at = 0, revision = 1 }: CalendarEvent): Property[] {
  const stamp = `${clockText(updated_at)}Z`
  return [
    ['dtstamp', {}, 'date-time', stamp],
    ['last-modified', {}, 'date-time', stamp],
    ['sequence', {}, 'integer', revision - 1],
  ]
}

/** Parsers do not agree on a time in the hour that the clock repeats in October: such a date is in UTC. */
function times({ start_time, end_time, is_all_day }: Occurrence): Property[] {
  const isUnclear = isRepeated(start_time) || isRepeated(end_time)
  const property = (name: string, instant: number): Property => {
    if (is_all_day) return [name, {}, 'date', villageDay(instant)]
    if (isUnclear) return [name, {}, 'date-time', `${clockText(instant)}Z`]
    return [name, { tzid: SITE.timeZone }, 'date-time', clockText(wallAt(instant))]
  }
  return [property('dtstart', start_time), property('dtend', is_all_day ? end_time + 1 : end_time)]
}

function facts(
  event: CalendarEvent,
  { state, note }: Partial<Announcement>,
  { origin, stateLabels }: CalendarContext,
  query: string,
): Property[] {
  const url = `${origin}/events/${event.id}${query}`
  const label = state === undefined || state === 'on' ? undefined : stateLabels[state]
  const news = [label, note].filter((one) => one !== undefined).join(': ')
  const description = [...(news === '' ? [] : [news]), event.description, url].join('\n\n')
  return [
    text('summary', label === undefined ? event.title : `${label.toUpperCase()}: ${event.title}`),
    text('description', description),
    ...(event.location_name === '' ? [] : [text('location', event.location_name.replaceAll(' - ', ', '))]),
    ...(isLocated(event) ? [['geo', {}, 'float', [event.latitude, event.longitude]] satisfies Property] : []),
    ['url', {}, 'uri', url],
    ...(event.tags.length === 0
      ? []
      : [['categories', {}, 'text', ...event.tags.map(({ name }) => writableText(name))] satisfies Property]),
    ...factProperties(event),
    text('status', statusOf(state)),
    // Nobody is busy because a festival is in their calendar.
    text('transp', 'TRANSPARENT'),
  ]
}

function factProperties(event: EventFacts): Property[] {
  return FACT_NAMES.flatMap((name) => {
    const said = [event[name] ?? []].flat().join(FACT_SEPARATOR)
    return said === '' ? [] : [text(EVENT_FACTS[name].property, said)]
  })
}

function statusOf(state: EventState | undefined): string {
  if (state === 'cancelled') return 'CANCELLED'
  return state === 'postponed' ? 'TENTATIVE' : 'CONFIRMED'
}

/** A comma would be escaped in a property that other programs do not know. */
const FACT_SEPARATOR = '|'

/** Outlook knows no zone by its name alone, and of a zone's changes only those that are yearly rules. */
export const timeZone = (): Component => [
  'vtimezone',
  [text('tzid', SITE.timeZone)],
  SITE.clockChanges.map(({ kind, since, from, to, yearly }) => [
    kind,
    [
      ['dtstart', {}, 'date-time', since],
      ['tzoffsetfrom', {}, 'utc-offset', from],
      ['tzoffsetto', {}, 'utc-offset', to],
      ['rrule', {}, 'recur', { freq: 'YEARLY', ...yearly }],
    ],
    [],
  ]),
]

/** Calendars as jCal (RFC 7265), which ical.js writes as iCalendar (RFC 5545): it folds lines and escapes text. */

type Parameters = Record<string, string>

export type Property = [name: string, parameters: Parameters, type: string, ...values: unknown[]]

export type Component = [name: string, properties: Property[], components: Component[]]

export function text(name: string, value: string): Property {
  return [name, {}, 'text', writableText(value)]
}
