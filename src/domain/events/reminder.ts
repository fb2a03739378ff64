import type { Occurrence } from '@/domain/timetables/recurrence'
import { SECONDS_PER_DAY, instantOfWall, villageDay } from '@/domain/time/local-time'

/** A browser can be reminded of these: an hour before a date, at 18:00 of the day before, and what changes about it. */
export const REMINDER_KINDS = ['hour', 'evening', 'change'] as const
export type ReminderKind = (typeof REMINDER_KINDS)[number]
export type TimedReminder = Exclude<ReminderKind, 'change'>

export const MAX_REMINDERS_A_BROWSER = 50

const HOUR_SECONDS = 3600

/** Epoch seconds: an hour before in time that passes, or at 18:00 of the village day before. An all-day date has the evening alone. */
export function reminderMoment(
  { start_time, is_all_day }: Pick<Occurrence, 'start_time' | 'is_all_day'>,
  kind: TimedReminder,
): number {
  if (kind === 'hour' && !is_all_day) return start_time - HOUR_SECONDS
  return instantOfWall(Date.parse(`${villageDay(start_time)}T18:00Z`) / 1000 - SECONDS_PER_DAY)
}

/** The reminders that can still come of a date at an instant in epoch seconds; none of one that has begun. */
export function possibleReminders(
  occurrence: Pick<Occurrence, 'start_time' | 'is_all_day'>,
  nowSeconds: number,
): ReminderKind[] {
  if (occurrence.start_time <= nowSeconds) return []
  return REMINDER_KINDS.filter((kind) => {
    if (kind === 'change') return true
    if (kind === 'hour' && occurrence.is_all_day) return false
    return reminderMoment(occurrence, kind) > nowSeconds
  })
}
