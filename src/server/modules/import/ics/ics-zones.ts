import ICAL from 'ical.js'
import cldr from 'cldr-core/supplemental/windowsZones.json' with { type: 'json' }
import { SECONDS_PER_DAY } from '@/domain/time/local-time'
import { SITE } from '@/site/site'
import { writtenValue } from './ics-text'

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
