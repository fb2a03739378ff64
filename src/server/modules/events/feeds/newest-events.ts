import { sql } from 'drizzle-orm'
import { announced, withState } from '@/domain/events/event-state'
import type { Announcement } from '@/domain/events/event-state'
import type { PublicEvent } from '@/contract/events'
import type { Queryable } from '@/server/platform/database/client'
import { eventColumns, instant, seconds } from '../event-columns'
import { publicEvent } from '../event-shape'
import type { EventRow, Occurrence, Reader } from '../event-shape'
import { statesOf } from '../../../platform/database/events/state-columns'
import { passes } from './feed-filter'
import type { FeedFilter } from './feed-filter'

const MAX_EVENTS = 50

export interface NewestEvent extends PublicEvent, Partial<Announcement> {
  /** Epoch seconds: when it was first to be read, and when it was changed last. */
  published_at: number
  updated_at: number
}

/** The published events with a date to come in the filter's window, shown for the first: the newest in the guide first. */
export async function newestEvents(
  db: Queryable,
  filter: FeedFilter,
  { nowSeconds, ...reader }: Reader & { nowSeconds: number },
): Promise<NewestEvent[]> {
  const { rows } = await db.execute<
    EventRow & Occurrence & Pick<NewestEvent, 'published_at' | 'updated_at'> & Record<string, unknown>
  >(sql`
    select ${eventColumns}, floor(extract(epoch from coalesce(e.reviewed_at, e.created_at)))::float8 as published_at,
      ${seconds('e.updated_at')} as updated_at, first.*
    from events e
    cross join lateral (
      select ${seconds('s.start_at')} as start_time, ${seconds('s.end_at')} as end_time, s.is_all_day
      from schedules s
      where s.event_id = e.id and s.end_at > ${instant(Math.max(filter.from, nowSeconds))}
        and s.start_at <= ${instant(filter.to)}
      order by s.start_at, s.end_at limit 1
    ) first
    where ${passes(filter)}
    order by coalesce(e.reviewed_at, e.created_at) desc, e.id limit ${MAX_EVENTS}`)
  return rows.map(({ published_at, updated_at, start_time, end_time, is_all_day, ...row }) => {
    const occurrence = withState({ start_time, end_time, is_all_day }, statesOf(row, nowSeconds), nowSeconds)
    return { ...publicEvent(row, occurrence, reader), ...announced(occurrence), published_at, updated_at }
  })
}
