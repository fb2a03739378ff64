import type { Occurrence } from '@/domain/timetables/recurrence'
import { SECONDS_PER_DAY, instantOfWall, villageDay } from '@/domain/time/local-time'

/** A browser can be reminded of these: an hour before a date, at 18:00 of the day before, and what changes about it. */
export const TIMED_REMINDERS = ['hour', 'evening'] as const
export const REMINDER_KINDS = [...TIMED_REMINDERS, 'change'] as const
export type TimedReminder = (typeof TIMED_REMINDERS)[number]
export type ReminderKind = (typeof REMINDER_KINDS)[number]

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

/** The timed reminders among these whose moment is after an instant in epoch seconds. */
export function remindersToCome(
  date: Pick<Occurrence, 'start_time' | 'is_all_day'>,
  kinds: readonly ReminderKind[],
  nowSeconds: number,
): TimedReminder[] {
  return TIMED_REMINDERS.filter((kind) => kinds.includes(kind) && reminderMoment(date, kind) > nowSeconds)
}

/** The notices that can still be shown of a date at an instant in epoch seconds; none of one that has begun. */
export function possibleReminders(
  occurrence: Pick<Occurrence, 'start_time' | 'is_all_day'>,
  nowSeconds: number,
): ReminderKind[] {
  if (occurrence.start_time <= nowSeconds) return []
  const kinds = occurrence.is_all_day ? (['evening'] as const) : TIMED_REMINDERS
  return [...remindersToCome(occurrence, kinds, nowSeconds), 'change']
}

/** A person who wants to go to a date has to know these of it. */
export interface DateFacts {
  /** Absent when the event has no such date any more. */
  date?: Occurrence | undefined
  place: { slug: string; latitude: number; longitude: number }
  state?: string | undefined
  note?: string | undefined
}

const METRES_PER_DEGREE = 111_320
/** Two pins of one place, as people set them. */
const SAME_PLACE_METRES = 150

/** Somebody who was told the first hears of another time, place or state, not of another spelling. */
export function isNews(told: DateFacts, now: DateFacts): boolean {
  const timesOf = ({ date }: DateFacts) => date && [date.start_time, date.end_time, date.is_all_day].join()
  return (
    timesOf(told) !== timesOf(now) ||
    told.state !== now.state ||
    told.note !== now.note ||
    !isSamePlace(told.place, now.place)
  )
}

/** A place that was written without a position is known by its name alone. */
function isSamePlace(a: DateFacts['place'], b: DateFacts['place']): boolean {
  if (a.slug === b.slug && a.slug !== '') return true
  const hasPosition = [a, b].every(({ latitude, longitude }) => latitude !== 0 || longitude !== 0)
  if (!hasPosition) return false
  const north = a.latitude - b.latitude
  const east = (a.longitude - b.longitude) * Math.cos((a.latitude * Math.PI) / 180)
  return Math.hypot(north, east) * METRES_PER_DEGREE <= SAME_PLACE_METRES
}
