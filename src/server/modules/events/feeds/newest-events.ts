import { sql } from 'drizzle-orm'
import { firstScheduleOf } from '@/domain/timetables/schedule'
import { announced, withState } from '@/domain/events/event-state'
import type { Announcement } from '@/domain/events/event-state'
import type { PublicEvent } from '@/contract/events/events'
import type { Queryable } from '@/server/platform/database/client'
import { eventColumns, instant, seconds, uuidArray } from '../event-columns'
import { publicEvent } from '../event-shape'
import type { EventRow, Occurrence, Reader } from '../event-shape'
import { statesOf } from '../../../platform/database/events/state-columns'
import { isFarAhead } from '../list-events'
import { unfinishedEvents } from '../unfinished-events'
import { passes } from './feed-filter'
import type { FeedFilter } from './feed-filter'

const MAX_EVENTS = 50

export interface NewestEvent extends PublicEvent, Partial<Announcement> {
  /** Epoch seconds: when it was first to be read, and when it was changed last. */
  published_at: number
  updated_at: number
}

/** The published events with a date to come in the filter's window, shown for the first: the newest in the programme first. */
export async function newestEvents(
  db: Queryable,
  filter: FeedFilter,
  { nowSeconds, ...reader }: Reader & { nowSeconds: number },
): Promise<NewestEvent[]> {
  const computed = isFarAhead(filter.from, nowSeconds)
    ? await computedDates(db, filter)
    : new Map<string, Occurrence>()
  const { rows } = await db.execute<
    EventRow &
      Nullable<Occurrence> &
      Pick<NewestEvent, 'published_at' | 'updated_at'> &
      Record<string, unknown>
  >(sql`
    select ${eventColumns}, floor(extract(epoch from coalesce(e.reviewed_at, e.created_at)))::float8 as published_at,
      ${seconds('e.updated_at')} as updated_at, first.*
    from events e
    left join lateral (
      select ${seconds('s.start_at')} as start_time, ${seconds('s.end_at')} as end_time, s.is_all_day
      from schedules s
      where s.event_id = e.id and s.end_at > ${instant(Math.max(filter.from, nowSeconds))}
        and s.start_at <= ${instant(filter.to)}
      order by s.start_at, s.end_at limit 1
    ) first on true
    where ${passes(filter)} and (first.start_time is not null or e.id = any(${uuidArray([...computed.keys()])}))
    order by coalesce(e.reviewed_at, e.created_at) desc, e.id limit ${MAX_EVENTS}`)
  return rows.flatMap(({ published_at, updated_at, start_time, end_time, is_all_day, ...row }) => {
    const isStored = start_time !== null && end_time !== null && is_all_day !== null
    const first = isStored ? { start_time, end_time, is_all_day } : computed.get(row.id)
    if (first === undefined) return []
    const occurrence = withState(first, statesOf(row, nowSeconds), nowSeconds)
    return [{ ...publicEvent(row, occurrence, reader), ...announced(occurrence), published_at, updated_at }]
  })
}

type Nullable<T> = { [K in keyof T]: T[K] | null }

/** The first date in the window of recurring events whose dates are not stored so far ahead, by event. */
async function computedDates(db: Queryable, filter: FeedFilter): Promise<Map<string, Occurrence>> {
  const dates = (await unfinishedEvents(db, filter)).flatMap(({ id, timetable }) => {
    const first = firstScheduleOf(timetable, filter)
    return first === undefined ? [] : [[id, first] as const]
  })
  return new Map(dates)
}
