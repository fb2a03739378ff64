import pLimit from 'p-limit'
import { and, eq, isNotNull, lt } from 'drizzle-orm'
import { MATERIALISED_DAYS } from '@/domain/timetables/schedule'
import { SECONDS_PER_DAY } from '@/domain/time/local-time'
import { nextChange } from '@/server/platform/database/events/change-log'
import { atSeconds, secondsOf } from '@/server/platform/database/client'
import type { Database, Queryable } from '@/server/platform/database/client'
import { storeEventDays } from '@/server/platform/database/events/event-days'
import { events, schedules } from '@/server/platform/database/schema'
import { materialise, scheduleRows } from '@/server/platform/database/events/stored-schedules'

const BATCH = 100
/** Connections that it takes of the pool: visitors need the others, and all of them end at the one change counter anyway. */
const AT_A_TIME = 2

/**
 * Keeps recurring events stored 90 days ahead (rules 4.5), and adds what is new to the next delta of replicas. Returns how many events
 * were processed. An event is locked while it is topped up, so that two servers never add the same occurrence twice. Stops between two
 * events when it is aborted: they stay due.
 */
export async function topUpSchedules(
  db: Database,
  nowSeconds: number,
  signal?: AbortSignal,
): Promise<number> {
  const limit = pLimit(AT_A_TIME)
  const horizon = atSeconds(nowSeconds + (MATERIALISED_DAYS - 1) * SECONDS_PER_DAY)
  let count = 0
  for (;;) {
    const due = await db
      .select({ id: events.id })
      .from(events)
      .where(and(isNotNull(events.materialisedUntil), lt(events.materialisedUntil, horizon)))
      .orderBy(events.materialisedUntil)
      .limit(BATCH)
    const topUpOne = async (id: string) => {
      if (signal?.aborted === true) return false
      count += 1
      return db.transaction((tx) => topUp(tx, id, nowSeconds))
    }
    const changed = await Promise.all(due.map(({ id }) => limit(topUpOne, id)))
    // An event whose next occurrence is beyond the horizon stays due; one pass over such is enough.
    if (due.length < BATCH || !changed.some(Boolean)) return count
  }
}

async function topUp(tx: Queryable, id: string, nowSeconds: number): Promise<boolean> {
  const [event] = await tx.select().from(events).where(eq(events.id, id)).for('update')
  if (event === undefined || event.materialisedUntil === null) return false
  const storedUntil = secondsOf(event.materialisedUntil)
  const { schedules: all, until } = materialise(event.timetable, nowSeconds)
  const added = all.filter((schedule) => schedule.start_time > storedUntil)
  if (added.length > 0) {
    await tx.insert(schedules).values(scheduleRows(id, added))
    await storeEventDays(tx, [id])
  }
  const isNews = added.length > 0 && event.status === 'PUBLISHED'
  await tx
    .update(events)
    .set({
      materialisedUntil: until === null ? null : atSeconds(Math.max(until, storedUntil)),
      ...(isNews && { changeSeq: await nextChange(tx) }),
    })
    .where(eq(events.id, id))
  return until === null || until > storedUntil
}
