import ICAL from 'ical.js'
import { formatDateTime, villageClock } from '@/domain/time/village-time'
import type { TimeBlock } from '@/domain/timetables/timetable'
import { zoneOfWindows, zoneOfWindowsLabel } from './windows-zones'

/** A timed event without an end. */
const GUESSED_MINUTES = 60

export interface ReadBlock {
  block: TimeBlock
  isEndGuessed: boolean
  isZoneUnknown: boolean
}

/**
 * One occurrence in village time. Floating times are the village's already (RFC 5545, 3.3.5 form 1); an all-day end is the day after
 * (3.6.1), and here the last day. `zoneName`: the TZID of its property, which may be none of the file's.
 */
export function blockOf(start: ICAL.Time, end: ICAL.Time, zoneName: string | undefined): ReadBlock {
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
  const from = villageWallOf(start, zoneName)
  const isEndGuessed = end.isDate || end.compare(start) === 0
  const to = isEndGuessed ? from.wall.add({ minutes: GUESSED_MINUTES }) : villageWallOf(end, zoneName).wall
  return {
    block: { start_time: formatDateTime(from.wall), end_time: formatDateTime(to), is_all_day: false },
    isEndGuessed,
    isZoneUnknown: from.isZoneUnknown,
  }
}

function dateOf({ year, month, day }: ICAL.Time): Temporal.PlainDate {
  return Temporal.PlainDate.from({ year, month, day })
}

function villageWallOf(
  time: ICAL.Time,
  zoneName: string | undefined,
): { wall: Temporal.PlainDateTime; isZoneUnknown: boolean } {
  if (time.zone === ICAL.Timezone.utcTimezone)
    return { wall: villageClock(time.toUnixTime()), isZoneUnknown: false }
  const { year, month, day, hour, minute } = time
  const wall = Temporal.PlainDateTime.from({ year, month, day, hour, minute })
  const tzid = time.zone?.tzid ?? 'floating'
  // The library reads a time in a zone that the file does not define as a floating one.
  const name = tzid === 'floating' ? (zoneName ?? tzid) : tzid
  if (name === 'floating') return { wall, isZoneUnknown: false }
  const zone = knownZone(name)
  if (zone !== undefined)
    return { wall: villageClock(wall.toZonedDateTime(zone).epochMilliseconds / 1000), isZoneUnknown: false }
  // The file's own definition of its zone goes before the words that Windows has for it.
  if (time.zone?.component != null) return { wall: villageClock(time.toUnixTime()), isZoneUnknown: false }
  const labelled = zoneOfWindowsLabel(name)
  return labelled === undefined
    ? { wall, isZoneUnknown: true }
    : { wall: villageClock(wall.toZonedDateTime(labelled).epochMilliseconds / 1000), isZoneUnknown: false }
}

/** No zone has a longer name; the pattern looks from every letter of it. */
const MAX_ZONE_LENGTH = 64

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

/** Whether a text is a day or a time that there is: the library reads the 32nd as the first of the next month. */
export function isMoment(text: string): boolean {
  try {
    Temporal.PlainDateTime.from(text.replace(/Z$/, ''), { overflow: 'reject' })
    return true
  } catch {
    return false
  }
}
