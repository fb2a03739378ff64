import { SECONDS_PER_DAY, isCalendarDay, villageDay, villageMidnight } from '@/domain/time/local-time'

/** Noon in UTC of a village day `YYYY-MM-DD`, epoch seconds: an instant that is of that day in the village as well. */
export function noonOf(day: string): number {
  return Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, Number(day.slice(8)), 12) / 1000
}

/** The village day `count` days after another, both `YYYY-MM-DD`; what is no day stays as it is. */
export function dayAfter(day: string, count: number): string {
  return isCalendarDay(day) ? villageDay(villageMidnight(day, count)) : day
}

/** How many days the second is after the first; not a number when one of them is no day. */
export function daysBetween(first: string, last: string): number {
  return isCalendarDay(first) && isCalendarDay(last)
    ? (noonOf(last) - noonOf(first)) / SECONDS_PER_DAY
    : Number.NaN
}

/** 0, Sunday, to 6, Saturday, of a village day. */
export function weekdayOf(day: string): number {
  return new Date(noonOf(day) * 1000).getUTCDay()
}
