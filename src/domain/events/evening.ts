import type { ProgrammeWindow } from '@/domain/timetables/occurrence'
import { SECONDS_PER_DAY, instantOfWall, villageOffset } from '@/domain/time/local-time'

/** An evening begins at this hour. */
const EVENING_START_SECONDS = 18 * 3600
/** An evening lasts until this hour of the next morning. */
const EVENING_END_SECONDS = 6 * 3600
/** An event that lasts longer is more than an evening. */
const EVENING_MAX_SECONDS = 12 * 3600

/**
 * Whether an event is of the one day that it begins on: it ends on that day, at midnight, or as one evening that goes on
 * until 06:00 and lasts at most 12 hours. Both are wall clocks of the village as if they were UTC's, in seconds
 * (`wallSeconds`).
 */
export function isOneDay(start: number, end: number): boolean {
  const midnight = (Math.floor(start / SECONDS_PER_DAY) + 1) * SECONDS_PER_DAY
  return end <= midnight || (end <= midnight + EVENING_END_SECONDS && end - start <= EVENING_MAX_SECONDS)
}

/** The village day `YYYY-MM-DD` whose evening is 'tonight' at an instant in epoch seconds: until 06:00 that of the day before. */
export function dayOfTonight(epochSeconds: number): string {
  const wall = epochSeconds + villageOffset(epochSeconds)
  return new Date((wall - EVENING_END_SECONDS) * 1000).toISOString().slice(0, 10)
}

/** The evening of a village day `YYYY-MM-DD`, with the night: from 18:00 to the last second before 06:00. */
export function eveningWindow(day: string): Required<ProgrammeWindow> {
  const midnight = Date.parse(`${day}T00:00Z`) / 1000
  return {
    from: instantOfWall(midnight + EVENING_START_SECONDS),
    to: instantOfWall(midnight + SECONDS_PER_DAY + EVENING_END_SECONDS) - 1,
  }
}
