import { isDay, noonOf } from './event-dates'

const DAY = 86_400

/** The village day `count` days after another, both `YYYY-MM-DD`; what is no day stays as it is. */
export function dayAfter(day: string, count: number): string {
  return isDay(day) ? new Date((noonOf(day) + count * DAY) * 1000).toISOString().slice(0, 10) : day
}

/** How many days the second is after the first; not a number when one of them is no day. */
export function daysBetween(first: string, last: string): number {
  return isDay(first) && isDay(last) ? (noonOf(last) - noonOf(first)) / DAY : Number.NaN
}

/** 0, Sunday, to 6, Saturday, of a village day. */
export function weekdayOf(day: string): number {
  return new Date(noonOf(day) * 1000).getUTCDay()
}
