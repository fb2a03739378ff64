import cldr from 'cldr-core/supplemental/windowsZones.json' with { type: 'json' }
import { instantOfWall, SECONDS_PER_DAY } from '@/domain/time/local-time'
import { SITE } from '@/site/site'
import { daysOfRule, parseRule } from './ics-rules'
import type { Rule } from './ics-rules'

/** The instant, epoch seconds, at which the clocks of a zone show a time; that time in seconds as if it were UTC's. */
export type Zone = (wall: number) => number

export const VILLAGE: Zone = instantOfWall
const UTC: Zone = (wall) => wall

/** A property of a calendar file. */
export interface Property {
  name: string
  parameters: Readonly<Record<string, unknown>>
  values: readonly unknown[]
  /** Its value as it is written. */
  written: string
}

/** A day, or a time of one. */
export interface Moment {
  /** What the clock of its zone shows, in seconds as if it were UTC's. */
  wall: number
  isDay: boolean
  zone: Zone
  /** Epoch seconds; of a day its beginning in the village. */
  at: number
  isZoneUnknown: boolean
}

const MOMENT =
  /^(\d{4})-?(\d{2})-?(\d{2})(?:[T ](\d{2}):?(\d{2})(?::?(\d{2})(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/i

/**
 * Reads a date or a time, written as RFC 5545 says (3.3.4, 3.3.5) or as ISO 8601 does; undefined for one that there is not. A text without a
 * time is a day, whatever its property calls it. `floating`: the zone of a time that names none.
 */
export function readMoment(
  text: string,
  { parameters }: Pick<Property, 'parameters'>,
  { zones, floating }: { zones: Zones; floating: Zone },
): Moment | undefined {
  const [, year, month, day, hour, minute = '0', second = '0', offset] = MOMENT.exec(text.trim()) ?? []
  if (year === undefined) return undefined
  const midnight = Date.UTC(Number(year), Number(month) - 1, Number(day)) / 1000
  const isThere = new Date(midnight * 1000).toISOString().startsWith(`${year}-${month}-${day}`)
  const seconds = Number(hour ?? 0) * 3600 + Number(minute) * 60 + Number(second)
  if (!isThere || Number(minute) > 59 || Number(second) > 60 || seconds > SECONDS_PER_DAY) return undefined
  const isDay = hour === undefined || (seconds === 0 && String(parameters['value']).toUpperCase() === 'DATE')
  if (isDay)
    return { wall: midnight, isDay, zone: VILLAGE, at: instantOfWall(midnight), isZoneUnknown: false }
  const { tzid } = parameters
  const named = typeof tzid === 'string' && offset === undefined ? zones(tzid) : floating
  const zone = offset === undefined ? (named ?? floating) : zoneOfOffset(offset)
  const wall = midnight + seconds
  return { wall, isDay, zone, at: zone(wall), isZoneUnknown: named === undefined }
}

function zoneOfOffset(offset: string): Zone {
  if (offset.toUpperCase() === 'Z') return UTC
  const seconds = offsetSeconds(offset)
  return (wall) => wall - seconds
}

function offsetSeconds(offset: string): number {
  const [hours, minutes, seconds = 0] = (offset.slice(1).replaceAll(':', '').match(/\d\d/g) ?? []).map(Number)
  return (offset.startsWith('-') ? -1 : 1) * ((hours ?? 0) * 3600 + (minutes ?? 0) * 60 + seconds)
}

/** The zone of a name; undefined when nobody knows it. */
export type Zones = (tzid: string) => Zone | undefined

/** The zones of a file: by the names of the IANA and of Windows, else as the file defines them (its VTIMEZONEs, line by line). */
export function zonesOf(definitions: readonly (readonly string[])[]): Zones {
  const known = new Map<string, Zone | undefined>()
  return (tzid) => {
    if (!known.has(tzid)) {
      const definition = definitions.find((lines) =>
        lines.some((line) => /^TZID[:;]/i.test(line) && line.endsWith(`:${tzid}`)),
      )
      known.set(tzid, zoneOfName(tzid) ?? (definition && zoneOfDefinition(definition)))
    }
    return known.get(tzid)
  }
}

/** No zone has a longer name; the pattern looks from every letter of it. */
const MAX_ZONE_LENGTH = 64
/** CLDR's zone for each name of Windows, wherever in the world that is. */
const OF_WINDOWS = new Map(
  cldr.supplemental.windowsZones.mapTimezones.flatMap(({ mapZone: { _territory, _other, _type } }) =>
    _territory === '001' ? [[_other, _type] as const] : [],
  ),
)

/** Some calendars put a path before a name. */
function zoneOfName(tzid: string): Zone | undefined {
  const path = /[A-Z][A-Za-z]+\/[A-Z][A-Za-z_]+$/.exec(tzid.slice(-MAX_ZONE_LENGTH))?.[0]
  const name = [tzid, OF_WINDOWS.get(tzid), path].find((one) => one !== undefined && isZone(one))
  if (name === undefined) return undefined
  if (name === SITE.timeZone) return VILLAGE
  return (wall) =>
    Temporal.Instant.fromEpochMilliseconds(wall * 1000)
      .toZonedDateTimeISO('UTC')
      .toPlainDateTime()
      .toZonedDateTime(name).epochMilliseconds / 1000
}

function isZone(name: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name)
    return true
  } catch {
    return false
  }
}

/** A time from which on clocks have another offset, once or each year. */
interface Observance {
  start: number
  offset: number
  rule: Rule | undefined
  until: number
}

function zoneOfDefinition(lines: readonly string[]): Zone | undefined {
  const observances: Observance[] = []
  let values = new Map<string, string>()
  for (const line of lines) {
    const [, name = '', value = ''] = /^([A-Z-]+)(?:;[^:]*)?:(.*)$/i.exec(line) ?? []
    if (/^BEGIN$/i.test(name)) values = new Map()
    values.set(name.toUpperCase(), value.trim())
    if (!/^END$/i.test(name) || !values.has('TZOFFSETTO')) continue
    const start = readMoment(values.get('DTSTART') ?? '', { parameters: {} }, OF_NO_ZONE)
    if (start === undefined) continue
    const rule = parseRule(values.get('RRULE') ?? '')
    const until = readMoment(rule?.until ?? '', { parameters: {} }, OF_NO_ZONE)?.wall ?? Infinity
    const offset = offsetSeconds(values.get('TZOFFSETTO') ?? '')
    observances.push({ start: start.wall, offset, rule, until })
  }
  if (observances.length === 0) return undefined
  const offsets = new Map<number, number>()
  return (wall) => {
    // To the hour: clocks are set at full hours.
    const hour = Math.floor(wall / 3600)
    const offset = offsets.get(hour) ?? offsetAt(observances, wall)
    offsets.set(hour, offset)
    return wall - offset
  }
}

const OF_NO_ZONE = { zones: () => undefined, floating: UTC }

/** The offset of the observance that began last. */
function offsetAt(observances: readonly Observance[], wall: number): number {
  const day = Math.floor(wall / SECONDS_PER_DAY)
  const onsets = observances.map(({ start, offset, rule, until }) => {
    const startDay = Math.floor(start / SECONDS_PER_DAY)
    const days = rule === undefined ? [] : [...daysOfRule(rule, startDay, { from: day - 366, to: day })]
    const latest = [startDay, ...days].map(
      (one) => one * SECONDS_PER_DAY + (start - startDay * SECONDS_PER_DAY),
    )
    return { offset, at: Math.max(...latest.filter((at) => at <= Math.min(wall, until))) }
  })
  const begun = onsets.filter(({ at }) => Number.isFinite(at))
  const last = begun.toSorted((a, b) => b.at - a.at)[0] ?? onsets[0]
  return last?.offset ?? 0
}

const DURATION =
  /^([+-])?P(?:(\d{1,6})W)?(?:(\d{1,6})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,6})S)?)?$/i

/** Seconds of a length as `PT1H30M` (3.3.6); undefined for one that is none, or of millions of years. */
export function readDuration(text: string): number | undefined {
  const [whole, sign, ...parts] = DURATION.exec(text.trim()) ?? []
  if (whole === undefined) return undefined
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = parts.map((part) => Number(part ?? 0))
  const length = ((weeks * 7 + days) * 24 + hours) * 3600 + minutes * 60 + seconds
  return sign === '-' ? -length : length
}
