import { and, eq, inArray } from 'drizzle-orm'
import { isOnDay } from '@/domain/events/event-state'
import type { Occurrence } from '@/domain/timetables/occurrence'
import { occurrenceOfDay } from '@/domain/timetables/shown-occurrence'
import type { Timetable } from '@/domain/timetables/timetable'
import { secondsOf } from '../client'
import type { Queryable } from '../client'
import { eventDayStates, schedules } from '../schema'

/** Whether an event has an occurrence on a village day `YYYY-MM-DD`, stored or by its rule. */
export async function isDateOf(
  tx: Queryable,
  { id, timetable }: { id: string; timetable: Timetable },
  day: string,
): Promise<boolean> {
  return isDate(await storedOccurrences(tx, id), timetable, day)
}

/**
 * Deletes what was said of days on which an event has no date any more: it would come back with a date that has nothing to do with it. Call it
 * in every transaction that has written another timetable.
 */
export async function dropStatesWithoutDate(tx: Queryable, id: string, timetable: Timetable): Promise<void> {
  const dayStates = await tx
    .select({ day: eventDayStates.day })
    .from(eventDayStates)
    .where(eq(eventDayStates.eventId, id))
  if (dayStates.length === 0) return
  const occurrences = await storedOccurrences(tx, id)
  const gone = dayStates.map(({ day }) => day).filter((day) => !isDate(occurrences, timetable, day))
  if (gone.length === 0) return
  await tx
    .delete(eventDayStates)
    .where(and(eq(eventDayStates.eventId, id), inArray(eventDayStates.day, gone)))
}

/** The stored occurrences of an event, ordered by start. */
export async function storedOccurrences(tx: Queryable, id: string): Promise<Occurrence[]> {
  const stored = await tx
    .select({ startAt: schedules.startAt, endAt: schedules.endAt, is_all_day: schedules.isAllDay })
    .from(schedules)
    .where(eq(schedules.eventId, id))
    .orderBy(schedules.startAt)
  return stored.map(({ startAt, endAt, is_all_day }) => ({
    start_time: secondsOf(startAt),
    end_time: secondsOf(endAt),
    is_all_day,
  }))
}

function isDate(occurrences: readonly Occurrence[], timetable: Timetable, day: string): boolean {
  const rule = 'repeated' in timetable ? timetable.repeated : undefined
  const candidates = [...occurrences, occurrenceOfDay({ schedules: occurrences, rule }, day)]
  return candidates.some((one) => one !== undefined && isOnDay(one, day))
}
