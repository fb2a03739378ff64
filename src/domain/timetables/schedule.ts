import { isInWindow, endsOnNextDay, occurrenceOn, type ProgrammeWindow } from './recurrence'
import type { Recurrence, TimeBlock, Timetable } from './timetable'
import { SECONDS_PER_DAY, isCalendarDay, wallAt } from '@/domain/time/local-time'
import { endOfDay, parseDate, parseDateTime, startOfDay, toEpochSeconds } from '@/domain/time/village-time'

/** Recurring timetables are stored this far ahead; later occurrences are computed and carry no id (rules 4.5). */
export const MATERIALISED_DAYS = 90

/** One occurrence of an event, in epoch seconds. An all-day one runs 00:00:00 - 23:59:59 village time. */
export interface Schedule {
  id?: string | undefined
  start_time: number
  end_time: number
  is_all_day: boolean
}

/** They overlap `span` (epoch seconds), ordered by start. The timetable has passed `timetableProblems`; blocks that cannot be read yield nothing. */
export function schedulesOf(timetable: Timetable, span: { from: number; to: number }): Schedule[] {
  const schedules: Schedule[] = []
  for (const schedule of schedulesFrom(timetable, span.from)) {
    if (schedule.start_time > span.to) break
    schedules.push(schedule)
  }
  return schedules
}

export function firstScheduleOf(timetable: Timetable, window: ProgrammeWindow): Schedule | undefined {
  for (const schedule of schedulesFrom(timetable, window.from)) {
    if (isInWindow(schedule, window)) return schedule
    if (window.to !== undefined && schedule.start_time > window.to) return undefined
  }
  return undefined
}

export function predictedSchedules(timetable: Timetable, storedUntil: number, to: number): Schedule[] {
  return schedulesOf(timetable, { from: storedUntil, to }).filter((one) => one.start_time > storedUntil)
}

function schedulesFrom(timetable: Timetable, from: number): Iterable<Schedule> {
  if (!('list' in timetable)) return recurrenceSchedules(timetable.repeated, from)
  return timetable.list
    .flatMap(blockSchedule)
    .filter(({ end_time }) => end_time >= from)
    .toSorted((a, b) => a.start_time - b.start_time || a.end_time - b.end_time)
}

function blockSchedule(block: TimeBlock): Schedule[] {
  if (block.is_all_day) {
    const start = parseDate(block.start_time)
    const end = parseDate(block.end_time)
    return start && end ? [{ start_time: startOfDay(start), end_time: endOfDay(end), is_all_day: true }] : []
  }
  const start = parseDateTime(block.start_time)
  const end = parseDateTime(block.end_time)
  return start && end
    ? [{ start_time: toEpochSeconds(start), end_time: toEpochSeconds(end), is_all_day: false }]
    : []
}

/** One by one, because a period of years is asked for a week of it; days are those since 1970, which take a tenth of Temporal's time. */
function* recurrenceSchedules(rule: Recurrence, from: number): Generator<Schedule> {
  const first = dayNumber(rule.period_start_date)
  const last = dayNumber(rule.period_end_date)
  if (first === undefined || last === undefined) return
  const today = Math.floor(wallAt(from) / SECONDS_PER_DAY)
  // The occurrence of the evening before may still be under way.
  const earliest = endsOnNextDay(rule) ? today - 1 : today
  for (let day = Math.max(first, earliest); day <= last; day += 1) {
    const text = new Date(day * SECONDS_PER_DAY * 1000).toISOString().slice(0, 10)
    const schedule = occurrenceOn(text, rule)
    if (schedule !== undefined && schedule.end_time >= from) yield schedule
  }
}

function dayNumber(text: string): number | undefined {
  return isCalendarDay(text) ? Date.parse(`${text}T00:00Z`) / 1000 / SECONDS_PER_DAY : undefined
}
