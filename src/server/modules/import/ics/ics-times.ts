import ICAL from 'ical.js'
import cldr from 'cldr-core/supplemental/windowsZones.json' with { type: 'json' }
import { formatDateTime, toEpochSeconds, villageClock } from '@/domain/time/village-time'
import type { TimeBlock } from '@/domain/timetables/timetable'
import { SECONDS_PER_DAY } from '@/domain/time/local-time'
import { SITE } from '@/site/site'
import { writtenValue } from './ics-text'

/** A timed event without an end. */
const GUESSED_SECONDS = 3600

export interface ReadBlock {
  block: TimeBlock
  isEndGuessed: boolean
  isZoneUnknown: boolean
}

/**
 * One occurrence in village time. An all-day end is the day after (RFC 5545, 3.6.1), and here the last day. `giveZones` has given each
 * time its zone; one that is still floating had a zone that nobody knows.
 */
export function blockOf(start: ICAL.Time, end: ICAL.Time): ReadBlock {
  if (start.isDate) {
    const first = dateOf(start)
    const last = dateOf(end).subtract({ days: 1 })
    const isBackwards = Temporal.PlainDate.compare(last, first) < 0
    return {
      block: {
        start_time: first.toString(),
        end_time: (isBackwards ? first : last).toString(),
        is_all_day: true,
      },
      isEndGuessed: false,
      isZoneUnknown: false,
    }
  }
  const startsAt = instantOf(start)
  const from = villageClock(startsAt)
  // As its own clock counts it: in the hour that one skips in March, both are the same instant.
  const length = end.isDate ? 0 : end.subtractDate(start).toSeconds()
  const isEndGuessed = length === 0
  const read = villageClock(isEndGuessed ? startsAt + GUESSED_SECONDS : instantOf(end))
  // Where the village's clock is set in between, an end may be read before its start.
  const isReadBackwards = length >= 0 && Temporal.PlainDateTime.compare(read, from) <= 0
  const to = isReadBackwards ? from.add({ seconds: length || GUESSED_SECONDS }) : read
  return {
    block: { start_time: formatDateTime(from), end_time: formatDateTime(to), is_all_day: false },
    isEndGuessed,
    isZoneUnknown: start.zone === ICAL.Timezone.localTimezone,
  }
}

function dateOf({ year, month, day }: ICAL.Time): Temporal.PlainDate {
  return Temporal.PlainDate.from({ year, month, day })
}

/** The instant of a time; one in a zone that nobody knows is taken for the village's. */
function instantOf(time: ICAL.Time): number {
  if (time.zone !== ICAL.Timezone.localTimezone) return time.toUnixTime()
  const { year, month, day, hour, minute } = time
  return toEpochSeconds(Temporal.PlainDateTime.from({ year, month, day, hour, minute }))
}

/** Whether a text is a day or a time that there is: the library reads the 32nd as the first of the next month. */
export function isMoment(text: string): boolean {
  try {
    Temporal.PlainDateTime.from(text.replace(/Z$/, ''), { overflow: 'reject' })
    return true
  } catch {
    return false
  }
}

/** What lasts longer is no event; the library counts it month by month, for each occurrence. */
const LENGTH_MAX_SECONDS = 10 * 366 * SECONDS_PER_DAY

/** Dates of an event that are written out, besides those of its rules. */
interface WrittenDates {
  /** Each with its end where it has one of its own (RDATE;VALUE=PERIOD). */
  extra: { start: ICAL.Time; end: ICAL.Time | undefined }[]
  excepted: OccurrenceKeys
  /** Whether some could not be read, and are left out. */
  hasUnreadable: boolean
}

/** Occurrences by what names them: their instant, or a day, which stands for whatever begins on it. */
class OccurrenceKeys {
  readonly #keys: ReadonlySet<string>

  constructor(times: readonly ICAL.Time[], nameOf: (time: ICAL.Time) => string) {
    this.#keys = new Set(times.map(nameOf))
  }

  has(time: ICAL.Time): boolean {
    return this.#keys.has(keyOf(time)) || this.#keys.has(dayOf(time))
  }
}

/** The same instant, whatever zone it is written in; of a day its date. */
export function keyOf(time: ICAL.Time): string {
  return time.isDate ? dayOf(time) : String(time.toUnixTime())
}

/**
 * The names of the occurrences of a series: their instants, or of whole days their dates. Exchange writes such a date as a midnight in its
 * zone, others as the instant of one: the date is that of the midnight which is nearest in UTC.
 */
export function namesOf(start: ICAL.Time): (time: ICAL.Time) => string {
  if (!start.isDate) return keyOf
  return (time) => {
    if (time.isDate || time.zone !== ICAL.Timezone.utcTimezone) return dayOf(time)
    const noon = time.clone()
    noon.adjust(0, 12, 0, 0)
    return dayOf(noon)
  }
}

/** The date of a time in its own zone, `YYYY-MM-DD`. */
function dayOf(time: ICAL.Time): string {
  return time.toString().slice(0, 'yyyy-mm-dd'.length)
}

/** How many dates are written out in an event, readable or not. */
export function countOfDates(component: ICAL.Component): number {
  return writtenValues(component, 'rdate').length + writtenValues(component, 'exdate').length
}

/** Whether an event may last so many seconds, forwards or by mistake backwards. */
export function isLength(seconds: number): boolean {
  return Math.abs(seconds) <= LENGTH_MAX_SECONDS
}

/** The extra and the excepted dates of an event. One that cannot be read costs no other. */
export function datesOf({ component, startDate }: ICAL.Event): WrittenDates {
  const extra = writtenValues(component, 'rdate').map(periodOf)
  const excepted = writtenValues(component, 'exdate').map(periodOf)
  return {
    extra: extra.filter((date) => date !== undefined),
    excepted: new OccurrenceKeys(
      excepted.flatMap((date) => date?.start ?? []),
      namesOf(startDate),
    ),
    hasUnreadable: [...extra, ...excepted].includes(undefined),
  }
}

interface WrittenValue {
  property: ICAL.Property
  /** The value as jCal has it (RFC 7265, 3.6): a text, or of a period its start and its end or length. */
  value: unknown
}

/** The values as they are written: the library reads all values of a property or none. */
function writtenValues(component: ICAL.Component, name: 'rdate' | 'exdate'): WrittenValue[] {
  return component.getAllProperties(name).flatMap((property) =>
    // Name, parameters and type come before the values (RFC 7265, 3.4).
    (property.toJSON() as unknown[]).slice(3).map((value) => ({ property, value })),
  )
}

function periodOf({ property, value }: WrittenValue): WrittenDates['extra'][number] | undefined {
  const [from, to] = Array.isArray(value) ? value.map(String) : [String(value)]
  const start = timeOf(from, property)
  if (start === undefined || to === undefined) return start && { start, end: undefined }
  if (!to.startsWith('P')) {
    const end = timeOf(to, property)
    return end && { start, end }
  }
  try {
    const duration = ICAL.Duration.fromString(to)
    if (!isLength(duration.toSeconds())) return undefined
    const end = start.clone()
    end.addDuration(duration)
    return { start, end }
  } catch {
    return undefined
  }
}

/** A date in the zone of its property. One without a time that does not say so (VALUE=DATE) ends in an empty time. */
function timeOf(text = '', property: ICAL.Property): ICAL.Time | undefined {
  const written = text.replace(/T::$/, '')
  return isMoment(written) ? ICAL.Time.fromString(written, property) : undefined
}

/** No zone has a longer name; the pattern looks from every letter of it. */
const MAX_ZONE_LENGTH = 64
const MAX_OFFSETS = 5000

/**
 * A calendar whose times are in the zones that their names say, whether the file defines those or not. Its definition goes before the
 * words that Windows shows to people. Times of a zone that nobody knows are floating.
 */
export class ZonedCalendar extends ICAL.Component {
  readonly #zones = new Map<string, ICAL.Timezone>()
  #definitions: ReadonlyMap<string, ICAL.Component> | undefined

  override getTimeZoneByID(tzid: string): ICAL.Timezone {
    const zone = this.#zones.get(tzid) ?? this.#zoneOf(tzid)
    this.#zones.set(tzid, zone)
    return zone
  }

  #zoneOf(tzid: string): ICAL.Timezone {
    const known = knownZone(tzid)
    if (known !== undefined) return new NamedZone(tzid, known)
    // The library would look through all events of the file for each name.
    this.#definitions ??= new Map(
      this.getAllSubcomponents('vtimezone').map((zone) => [writtenValue(zone, 'tzid'), zone]),
    )
    const component = this.#definitions.get(tzid)
    if (component !== undefined) return new ICAL.Timezone({ component, tzid })
    const labelled = zoneOfWindowsLabel(tzid)
    return labelled === undefined ? ICAL.Timezone.localTimezone : new NamedZone(tzid, labelled)
  }
}

/** An IANA time zone, under the name that a calendar has for it. */
class NamedZone extends ICAL.Timezone {
  readonly #zone: string
  /** Temporal is slow, and all but two days of a year have one offset: by days since 1970. */
  readonly #offsets = new Map<number, number>()

  constructor(tzid: string, zone: string) {
    super({ tzid })
    this.#zone = zone
  }

  /** In the hour that a clock repeats, of the first of the two; in one that it skips, of that before (Temporal's 'compatible'). */
  override utcOffset({ year, month, day, hour, minute, second }: ICAL.Time): number {
    const wall = Date.UTC(year, month - 1, day, hour, minute, second) / 1000
    const days = Math.floor(wall / SECONDS_PER_DAY)
    const offset = this.#offsetAtStartOf(days)
    return offset === this.#offsetAtStartOf(days + 1) ? offset : this.#offsetAt(wall)
  }

  #offsetAtStartOf(days: number): number {
    const known = this.#offsets.get(days)
    if (known !== undefined) return known
    if (this.#offsets.size >= MAX_OFFSETS) this.#offsets.clear()
    const offset = this.#offsetAt(days * SECONDS_PER_DAY)
    this.#offsets.set(days, offset)
    return offset
  }

  #offsetAt(wall: number): number {
    const clock = Temporal.Instant.fromEpochMilliseconds(wall * 1000)
      .toZonedDateTimeISO('UTC')
      .toPlainDateTime()
    return wall - clock.toZonedDateTime(this.#zone).epochMilliseconds / 1000
  }
}

/**
 * Gives each time of an event a zone: where it says none, that of its start, and to what names an occurrence that of the series.
 * Floating times are the village's (RFC 5545, 3.3.5 form 1); those in UTC and days are left as they are.
 */
export function giveZones(master: ICAL.Component, components: readonly ICAL.Component[]): void {
  const ofSeries = zoneNameOf(master)
  for (const component of components) {
    const own = zoneNameOf(component)
    for (const property of component.getAllProperties()) {
      const zone = ['dtstart', 'dtend'].includes(property.name) ? own : ofSeries
      const isTime = ['dtstart', 'dtend', 'recurrence-id', 'exdate', 'rdate'].includes(property.name)
      if (isTime && property.getParameter('tzid') === undefined) property.setParameter('tzid', zone)
    }
  }
}

function zoneNameOf(component: ICAL.Component): string {
  const name: unknown = component.getFirstProperty('dtstart')?.getParameter('tzid')
  return typeof name === 'string' ? name : SITE.timeZone
}

/** The name of a zone as we know it; some calendars put a path before it. */
function knownZone(tzid: string): string | undefined {
  const candidates = [
    tzid === 'Z' ? 'UTC' : tzid,
    zoneOfWindows(tzid),
    /[A-Z][A-Za-z]+\/[A-Z][A-Za-z_]+$/.exec(tzid.slice(-MAX_ZONE_LENGTH))?.[0],
  ]
  return candidates.find((name) => name !== undefined && isZone(name))
}

function isZone(name: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name)
    return true
  } catch {
    return false
  }
}

/** The table of the Unicode CLDR: what Windows calls a zone, a territory, and the zones of the IANA there. */
const ROWS = cldr.supplemental.windowsZones.mapTimezones.map(({ mapZone }) => mapZone)
/** CLDR's territory for the world: the zone that stands for a Windows zone wherever that is. */
const WORLD = '001'

const ZONES = new Map(
  ROWS.filter(({ _territory }) => _territory === WORLD).map(({ _other, _type }) => [_other, _type]),
)
/** The zones by the city that names each, as people write it. */
const ZONES_OF_CITIES = new Map(
  ROWS.flatMap(({ _type }) =>
    _type.split(' ').map((zone) => [zone.replace(/^.*\//, '').replaceAll('_', ' '), zone] as const),
  ),
)

/** The IANA zone that Windows calls so ("W. Europe Standard Time"); undefined when it calls none so. */
export function zoneOfWindows(name: string): string | undefined {
  return ZONES.get(name)
}

/**
 * The IANA zone of a name that Windows shows to people, which Outlook on the web writes into calendars: "(UTC-05:00) Eastern Time (US &
 * Canada)", "(UTC+01:00) Brussels, Copenhagen, Madrid, Paris". Undefined when the words name none, or one with another offset.
 */
export function zoneOfWindowsLabel(label: string): string | undefined {
  const [, offset = '+00:00', words] = /^\((?:UTC|GMT)([+-]\d\d:\d\d)?\) (.+)$/.exec(label) ?? []
  if (words === undefined) return undefined
  const [, region] = /^(\w+) Time \(/.exec(words) ?? []
  const names = words.split(/[,;:]/).map((word) => word.replace(/\(.*$/, '').trim())
  const candidates = [
    words === 'Coordinated Universal Time' ? 'UTC' : undefined,
    region === undefined ? undefined : ZONES.get(`${region} Standard Time`),
    ...names.map((name) => ZONES_OF_CITIES.get(name)),
  ]
  return candidates.find((zone) => zone !== undefined && isAtOffset(zone, offset))
}

/** Whether a zone has that offset from UTC in one half of a year. */
function isAtOffset(zone: string, offset: string): boolean {
  return ['2026-01-15', '2026-07-15'].some(
    (day) => Temporal.PlainDate.from(day).toZonedDateTime(zone).offset === offset,
  )
}
