import type { Occurrence } from './occurrence'
import type { Recurrence } from './timetable'
import { SECONDS_PER_DAY, instantOfWall } from '@/domain/time/local-time'

/** A period may not end later than this many days after it starts. */
export const MAX_PERIOD_DAYS = 3 * 366

/**
 * The occurrence that a rule has on a village day `YYYY-MM-DD`; undefined when the day is not one of its weekdays. Whether the
 * day is within the period is for the caller to say. An end at an earlier hour than the start is on the next day.
 */
export function occurrenceOn(day: string, rule: Recurrence): Occurrence | undefined {
  const midnight = Date.parse(`${day}T00:00Z`) / 1000
  if (!rule.days.includes(new Date(midnight * 1000).getUTCDay())) return undefined
  if (rule.is_all_day)
    return {
      start_time: instantOfWall(midnight),
      end_time: instantOfWall(midnight + SECONDS_PER_DAY) - 1,
      is_all_day: true,
    }
  const startsAt = secondsOfDay(rule.start_hour, rule.start_minute)
  const endsAt = secondsOfDay(rule.end_hour, rule.end_minute)
  const start = instantOfWall(midnight + startsAt)
  const end = instantOfWall(midnight + endsAt + (endsOnNextDay(rule) ? SECONDS_PER_DAY : 0))
  // In the hour that March skips both ends can land on one instant: keep it a minute long rather than lose it.
  return { start_time: start, end_time: Math.max(end, start + 60), is_all_day: false }
}

/** Whether an occurrence goes on past midnight: it ends at an earlier hour than it starts. */
export function endsOnNextDay(rule: Recurrence): boolean {
  const startsAt = secondsOfDay(rule.start_hour, rule.start_minute)
  return !rule.is_all_day && secondsOfDay(rule.end_hour, rule.end_minute) < startsAt
}

/**
 * The days `YYYY-MM-DD` on which a rule has an occurrence; none while its period or its days are not entered yet or make no
 * sense.
 */
export function datesOf({ days, period_start_date: first, period_end_date: last }: Recurrence): string[] {
  const start = Date.parse(`${first}T00:00Z`)
  const length = (Date.parse(`${last}T00:00Z`) - start) / (SECONDS_PER_DAY * 1000)
  if (!(length >= 0 && length <= MAX_PERIOD_DAYS)) return []
  return Array.from({ length: length + 1 }, (_, n) => new Date(start + n * SECONDS_PER_DAY * 1000))
    .filter((day) => days.includes(day.getUTCDay()))
    .map((day) => day.toISOString().slice(0, 10))
}

function secondsOfDay(hour = 0, minute = 0): number {
  return hour * 3600 + minute * 60
}
