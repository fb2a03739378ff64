import ICAL from 'ical.js'
import { formatDateTime, toEpochSeconds, villageClock } from '@/domain/time/village-time'
import type { TimeBlock } from '@/domain/timetables/timetable'

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
