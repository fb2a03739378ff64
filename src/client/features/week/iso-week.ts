import { dayAfter, isDay, noonOf } from '@/client/shared/time/village-days'
import { SECONDS_PER_DAY } from '@/domain/time/local-time'

/**
 * Weeks as ISO 8601 counts them: `2026-W49`, from Monday on; the first of a year has its first Thursday. They are counted without Temporal.
 */

const WEEK = /^(\d{4})-W(\d{2})$/

/** The week of a village day `YYYY-MM-DD`. */
export function weekOf(day: string): string {
  const thursday = dayAfter(mondayOf(day), 3)
  const year = thursday.slice(0, 4)
  const days = (noonOf(thursday) - noonOf(`${year}-01-01`)) / SECONDS_PER_DAY
  return `${year}-W${String(Math.floor(days / 7) + 1).padStart(2, '0')}`
}

/** The seven village days of a week, from Monday on; undefined when there is no such week. */
export function daysOfWeek(week: string): string[] | undefined {
  const [, year = '', number = ''] = WEEK.exec(week) ?? []
  // The fourth of January is always in the first week.
  const first = `${year}-01-04`
  if (!isDay(first)) return undefined
  const monday = dayAfter(mondayOf(first), (Number(number) - 1) * 7)
  return weekOf(monday) === week ? Array.from({ length: 7 }, (_, n) => dayAfter(monday, n)) : undefined
}

/** The days that are not over; undefined when there is no such week. */
export function daysToCome(week: string, today: string): string[] | undefined {
  return daysOfWeek(week)?.filter((day) => day >= today)
}

function mondayOf(day: string): string {
  const weekday = new Date(noonOf(day) * 1000).getUTCDay()
  return dayAfter(day, -((weekday + 6) % 7))
}
