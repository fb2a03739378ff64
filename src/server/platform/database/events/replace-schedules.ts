import { eq, inArray } from 'drizzle-orm'
import type { Schedule } from '@/domain/timetables/schedule'
import type { Timetable } from '@/domain/timetables/timetable'
import { atSeconds, secondsOf } from '../client'
import type { Queryable } from '../client'
import { schedules } from '../schema'
import type { events } from '../schema'
import { materialise, scheduleRows } from './stored-schedules'

/**
 * Brings the stored schedules of an event to a new timetable: what is over stays as it was when the event was ever
 * published, everything else becomes what the timetable says. An occurrence that both know keeps its id. An event without
 * a past gets the timetable's own, so that it is never without a schedule. Returns up to when it is stored now; null when
 * all is.
 */
export async function replaceSchedules(
  tx: Queryable,
  { id: eventId, changeSeq }: Pick<typeof events.$inferSelect, 'id' | 'changeSeq'>,
  timetable: Timetable,
  nowSeconds: number,
): Promise<Date | null> {
  const { schedules: materialised, until } = materialise(timetable, nowSeconds)
  const stored = await tx.select().from(schedules).where(eq(schedules.eventId, eventId))
  // An event that never was in the programme did not take place.
  const wasPublished = changeSeq > 0
  const coming = stored.filter(({ endAt }) => !wasPublished || secondsOf(endAt) > nowSeconds)
  const hasPast = coming.length < stored.length

  const wanted = new Map<string, Schedule>()
  for (const one of materialised) if (!hasPast || one.end_time > nowSeconds) wanted.set(keyOf(one), one)
  const dropped = coming.flatMap(({ id, startAt, endAt, isAllDay }) => {
    const key = keyOf({ start_time: secondsOf(startAt), end_time: secondsOf(endAt), is_all_day: isAllDay })
    return wanted.delete(key) ? [] : [id]
  })
  if (dropped.length > 0) await tx.delete(schedules).where(inArray(schedules.id, dropped))
  if (wanted.size > 0) await tx.insert(schedules).values(scheduleRows(eventId, [...wanted.values()]))
  return until === null ? null : atSeconds(until)
}

function keyOf({ start_time, end_time, is_all_day }: Schedule): string {
  return `${start_time} ${end_time} ${is_all_day}`
}
