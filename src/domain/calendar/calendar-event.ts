import type { EventFacts } from '@/domain/events/facts/event-facts'
import type { Announcement, AnnouncedOccurrence, EventState, EventStates } from '@/domain/events/event-state'
import { isLocated } from '@/domain/places/place'
import type { StoredPlace } from '@/domain/places/place'
import type { Occurrence } from '@/domain/timetables/recurrence'
import type { Recurrence } from '@/domain/timetables/timetable'
import { villageDay, villageOffset, SECONDS_PER_DAY } from '@/domain/time/local-time'
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
  const minute = wallText(start_time + villageOffset(start_time)).slice(0, 'yyyy-mm-ddThh:mm'.length)
  return [
    'vevent',
    [
      text('uid', `${event.id}-${minute.replaceAll(/[-:]/g, '')}@${new URL(context.origin).hostname}`),
      ...stamps(event),
      dateTime('dtstart', occurrence),
      dateTime('dtend', occurrence),
      ...facts(event, occurrence, context, `?date=${day}`),
    ],
    [],
  ]
}

function stamps({ updated_at = 0, revision = 1 }: CalendarEvent): Property[] {
  const stamp = `${wallText(updated_at)}Z`
  return [
    ['dtstamp', {}, 'date-time', stamp],
    ['last-modified', {}, 'date-time', stamp],
    ['sequence', {}, 'integer', revision - 1],
  ]
}

function dateTime(name: 'dtstart' | 'dtend', { start_time, end_time, is_all_day }: Occurrence): Property {
  const instant = name === 'dtstart' ? start_time : is_all_day ? end_time + 1 : end_time
  return is_all_day
    ? [name, {}, 'date', villageDay(instant)]
    : [name, { tzid: SITE.timeZone }, 'date-time', wallText(instant + villageOffset(instant))]
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
      : [['categories', {}, 'text', ...event.tags.map(({ name }) => name)] satisfies Property]),
    ...factProperties(event),
    text('status', statusOf(state)),
    // Nobody is busy because a festival is in their calendar.
    text('transp', 'TRANSPARENT'),
  ]
}

function factProperties({ audience, access = [], languages = [] }: EventFacts): Property[] {
  const stated = { audience: audience ? [audience] : [], access, languages }
  return FACT_NAMES.flatMap((name) =>
    stated[name].length === 0 ? [] : [text(FACT_PROPERTIES[name], stated[name].join(FACT_SEPARATOR))],
  )
}

function statusOf(state: EventState | undefined): string {
  if (state === 'cancelled') return 'CANCELLED'
  return state === 'postponed' ? 'TENTATIVE' : 'CONFIRMED'
}

/** The properties of a calendar that hold the facts of an event; jCal has their names in lower case. */
export const FACT_PROPERTIES = {
  audience: 'x-guide-audience',
  access: 'x-guide-access',
  languages: 'x-guide-languages',
} as const

const FACT_NAMES = ['audience', 'access', 'languages'] as const

/** A comma would be escaped in a property that other programs do not know. */
const FACT_SEPARATOR = '|'

const YEAR = 366 * SECONDS_PER_DAY

interface ClockChange {
  /** Epoch seconds. */
  at: number
  /** Seconds ahead of UTC, before and after. */
  from: number
  to: number
}

/** VTIMEZONE with the changes from a year before to a year after, epoch seconds: Outlook knows no zone by its name alone. */
export function timeZoneComponent(first: number, last: number): Component {
  const changes = clockChanges(startOfYear(first) - YEAR, startOfYear(last) + 2 * YEAR)
  const observances =
    changes.length === 0
      ? [observance([{ at: 0, from: villageOffset(first), to: villageOffset(first) }])]
      : [...new Set(changes.map(offsetsOf))].map((offsets) =>
          observance(changes.filter((change) => offsetsOf(change) === offsets)),
        )
  return ['vtimezone', [text('tzid', SITE.timeZone)], observances]
}

function offsetsOf({ from, to }: ClockChange): string {
  return `${from} ${to}`
}

function startOfYear(epochSeconds: number): number {
  return Date.UTC(new Date(epochSeconds * 1000).getUTCFullYear(), 0, 1) / 1000
}

function clockChanges(from: number, to: number): ClockChange[] {
  const changes: ClockChange[] = []
  for (let day = from; day < to; day += SECONDS_PER_DAY) {
    const [before, after] = [villageOffset(day), villageOffset(day + SECONDS_PER_DAY)]
    if (before !== after)
      changes.push({ at: changeWithin(day, day + SECONDS_PER_DAY), from: before, to: after })
  }
  return changes
}

function changeWithin(start: number, end: number): number {
  const after = villageOffset(end)
  let [low, high] = [start, end]
  while (high - low > 60) {
    const middle = Math.floor((low + high) / 120) * 60
    if (villageOffset(middle) === after) high = middle
    else low = middle
  }
  return high
}

function observance(changes: readonly ClockChange[]): Component {
  const [{ at, from, to } = { at: 0, from: 0, to: 0 }, ...rest] = changes
  const begins = (change: ClockChange) => wallText(change.at + change.from)
  const properties: Property[] = [
    ['dtstart', {}, 'date-time', wallText(at + from)],
    ['tzoffsetfrom', {}, 'utc-offset', offsetText(from)],
    ['tzoffsetto', {}, 'utc-offset', offsetText(to)],
  ]
  if (rest.length > 0) properties.push(['rdate', {}, 'date-time', ...rest.map(begins)])
  return [to > from ? 'daylight' : 'standard', properties, []]
}

/** A wall clock in seconds as if it were UTC's, as jCal writes it. */
function wallText(wallSeconds: number): string {
  return new Date(wallSeconds * 1000).toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length)
}

function offsetText(seconds: number): string {
  const [hours, minutes] = wallText(Math.abs(seconds)).slice('yyyy-mm-ddT'.length).split(':')
  return `${seconds < 0 ? '-' : '+'}${hours}:${minutes}`
}

/** Calendars as jCal (RFC 7265), which ical.js writes as iCalendar (RFC 5545): it folds lines and escapes text. */

type Parameters = Record<string, string>

export type Property = [name: string, parameters: Parameters, type: string, ...values: unknown[]]

export type Component = [name: string, properties: Property[], components: Component[]]

const LINE_BREAK = /\r\n?/g

const NOT_PRINTED = /[^\P{Cc}\n]/gu

/** A line break is one character, and no other that is not printed is of use in a calendar. */
export function text(name: string, value: string): Property {
  return [name, {}, 'text', value.replaceAll(LINE_BREAK, '\n').replaceAll(NOT_PRINTED, ' ')]
}
