import ICAL from 'ical.js'
import cldr from 'cldr-core/supplemental/windowsZones.json' with { type: 'json' }
import { instantOfWall, SECONDS_PER_DAY } from '@/domain/time/local-time'
import { SITE } from '@/site/site'
import type { Property } from './ics-components'
import { parseRule } from './ics-rules'

/** The instant, epoch seconds, at which the clocks of a zone show a time; that time in seconds as if it were UTC's. */
export type Zone = (wall: number) => number

export const VILLAGE: Zone = instantOfWall
const UTC: Zone = (wall) => wall

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
  const isDay = hour === undefined
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
  const [hours = 0, minutes = 0] = (offset.match(/\d\d/g) ?? []).map(Number)
  const seconds = (offset.startsWith('-') ? -1 : 1) * (hours * 3600 + minutes * 60)
  return (wall) => wall - seconds
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

function isYearly(rule: string): boolean {
  const { freq, interval } = parseRule(rule) ?? {}
  return freq === 'YEARLY' && interval === 1
}

/** Those of the file itself are yearly in all calendars that there are; the library searches for ever for the days of some others. */
function zoneOfDefinition(lines: readonly string[]): Zone | undefined {
  const rules = lines.flatMap((line) => /^RRULE[^:]*:(.*)$/i.exec(line)?.[1] ?? [])
  if (!rules.every(isYearly)) return undefined
  try {
    const text = ['BEGIN:VTIMEZONE', ...lines, 'END:VTIMEZONE'].join('\n')
    const zone = new ICAL.Timezone({ component: ICAL.Component.fromString(text), tzid: 'own' })
    return (wall) => {
      const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = (
        new Date(wall * 1000).toISOString().match(/\d+/g) ?? []
      ).map(Number)
      const time = { year, month, day, hour, minute, isDate: false }
      return wall - zone.utcOffset(new ICAL.Time(time, ICAL.Timezone.localTimezone))
    }
  } catch {
    return undefined
  }
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
