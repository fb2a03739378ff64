import type { PublicEvent } from '@/contract/events/events'
import { withState } from '@/domain/events/event-state'
import { inProgrammeOrder } from '@/domain/events/programme'
import { MATERIALISED_DAYS, firstScheduleOf, predictedSchedules } from '@/domain/timetables/schedule'
import { SECONDS_PER_DAY } from '@/domain/time/local-time'
import type { Queryable } from '@/server/platform/database/client'
import { publicEvent } from './event-shape'
import { statesOf } from '@/server/platform/database/events/state-columns'
import type { Occurrence, Reader } from './event-shape'
import { listUpcoming } from './list-query'
import type { ListQuery, ListedEvent } from './list-query'
import { unfinishedEvents } from './unfinished-events'

/** A weekly event has its next occurrence within this time, so a window that begins earlier finds it stored. */
const WEEK_AND_A_DAY = 8 * SECONDS_PER_DAY

/** One page of `GET /events` (rules 4.5). */
export async function listEvents(
  db: Queryable,
  query: ListQuery,
  { nowSeconds, ...reader }: Reader & { nowSeconds: number },
): Promise<{ items: PublicEvent[]; has_more: boolean }> {
  // A long event would overlap even a window that ends before it begins.
  if (query.to !== undefined && query.to < query.from) return { items: [], has_more: false }
  const oneMore = { ...query, limit: query.limit + 1 }
  // An event whose end is far ahead has only dates there that are not stored.
  const begins = query.isEachDate && query.to !== undefined ? query.to : query.from
  const found = await (isFarAhead(begins, nowSeconds) ? listFar(db, oneMore) : listUpcoming(db, oneMore))
  return {
    items: found.slice(0, query.limit).map((event) => {
      const states = statesOf(event, nowSeconds)
      return publicEvent(event, withState(timesOf(event), states, query.from), reader)
    }),
    has_more: found.length > query.limit,
  }
}

/** Whether recurring events may have dates from then on alone that are not stored. */
export function isFarAhead(from: number, nowSeconds: number): boolean {
  return from > nowSeconds + MATERIALISED_DAYS * SECONDS_PER_DAY - WEEK_AND_A_DAY
}

function timesOf({ start_time, end_time, is_all_day }: ListedEvent): Occurrence {
  return { start_time, end_time, is_all_day }
}

/** A window that begins where recurring events are not stored yet: their occurrences are computed, then merged in. */
async function listFar(db: Queryable, query: ListQuery): Promise<ListedEvent[]> {
  const { from, to, offset, limit, isEachDate } = query
  const stored = await listUpcoming(db, { ...query, offset: 0, limit: offset + limit })
  const known = new Set(stored.map(({ id }) => id))
  const computed = (await unfinishedEvents(db, query)).flatMap(({ timetable, ...event }) => {
    if (isEachDate && to !== undefined)
      return predictedSchedules(timetable, event.stored_until, to)
        .filter(({ end_time }) => end_time > from)
        .map((one) => ({ ...event, ...one }))
    const first = firstScheduleOf(timetable, { from, to })
    return first === undefined || known.has(event.id) ? [] : [{ ...event, ...first }]
  })
  return inProgrammeOrder([...stored, ...computed], from).slice(offset, offset + limit)
}
