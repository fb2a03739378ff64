/** An evening lasts until this hour of the next morning. */
const EVENING_END_SECONDS = 6 * 3600
/** What lasts longer is more than an evening. */
const EVENING_MAX_SECONDS = 12 * 3600
const DAY = 86_400

/**
 * Whether an event is of the one day that it begins on: it ends on that day, at midnight, or as one evening that goes on
 * until 06:00 and lasts at most 12 hours. Both are wall clocks of the village as if they were UTC's, in seconds
 * (`wallSeconds`).
 */
export function isOneDay(start: number, end: number): boolean {
  const midnight = (Math.floor(start / DAY) + 1) * DAY
  return end <= midnight || (end <= midnight + EVENING_END_SECONDS && end - start <= EVENING_MAX_SECONDS)
}
