import cldr from 'cldr-core/supplemental/windowsZones.json' with { type: 'json' }

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
