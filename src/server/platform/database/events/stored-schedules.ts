import { randomUUID } from 'node:crypto'
import { MATERIALISED_DAYS, firstScheduleOf, schedulesOf } from '@/domain/timetables/schedule'
import type { Schedule } from '@/domain/timetables/schedule'
import type { Timetable } from '@/domain/timetables/timetable'
import { SECONDS_PER_DAY } from '@/domain/time/local-time'
import { endOfDay, parseDate } from '@/domain/time/village-time'
import { atSeconds } from '../client'

export interface Materialised {
  schedules: Schedule[]
  /** Epoch seconds up to which a recurring timetable is stored; null when nothing is left to store. */
  until: number | null
}

/**
 * The schedules of a timetable to store now: every one-time block, and of a recurring timetable the occurrences of
 * the next 90 days (rules 4.5). One that begins later stores its first occurrence, or it would be in no list.
 */
export function materialise(timetable: Timetable, nowSeconds: number): Materialised {
  const everything = { from: 0, to: Number.MAX_SAFE_INTEGER }
  if ('list' in timetable) return { schedules: schedulesOf(timetable, everything), until: null }
  const lastDay = parseDate(timetable.repeated.period_end_date)
  if (lastDay === undefined) return { schedules: [], until: null }
  const end = endOfDay(lastDay)
  const horizon = nowSeconds + MATERIALISED_DAYS * SECONDS_PER_DAY
  if (end <= horizon) return { schedules: schedulesOf(timetable, everything), until: null }
  const near = schedulesOf(timetable, { from: 0, to: horizon })
  if (near.length > 0) return { schedules: near, until: horizon }
  const first = firstScheduleOf(timetable, { from: 0 })
  return first === undefined
    ? { schedules: [], until: horizon }
    : { schedules: [first], until: first.start_time }
}

/** Rows of the table `schedules`. */
export function scheduleRows(eventId: string, schedules: readonly Schedule[]) {
  return distinct(schedules).map((schedule) => ({
    id: randomUUID(),
    eventId,
    startAt: atSeconds(schedule.start_time),
    endAt: atSeconds(schedule.end_time),
    isAllDay: schedule.is_all_day,
  }))
}

/** Leaves out repeated schedules: somebody may enter one block twice, and it is one occurrence. */
function distinct(schedules: readonly Schedule[]): Schedule[] {
  return [
    ...new Map(
      schedules.map((schedule) => [`${schedule.start_time} ${schedule.end_time}`, schedule]),
    ).values(),
  ]
}
