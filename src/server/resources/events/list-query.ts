import { sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import { LONG_EVENT_SECONDS } from '@/domain/event'
import { MAX_OCCURRENCE_DAYS } from '@/domain/timetable'
import { SECONDS_PER_DAY } from '@/domain/village-time'
import type { Queryable } from '@/server/database/client'
import { isLongSchedule } from '@/server/database/schema'
import { eventColumns, instant, seconds, textArray } from './event-columns'
import type { EventRow, Occurrence } from './event-shape'

/** What a list shows: a window in epoch seconds, any of some tags, a slice of the order. */
export interface ListQuestion {
  from: number
  to: number | undefined
  tagKeys: readonly string[]
  offset: number
  limit: number
}

export type ListedEvent = EventRow & Occurrence

/** A time after any schedule; `infinity` is no number in JSON. */
const NEVER_SECONDS = 253_402_300_799

/**
 * Published events with a schedule in the window, each with its first, ordered as `GET /events` promises
 * (decisions). Schedule-first: the index on the start gives them in the order of the answer, so a page ends the scan.
 * Long events sort by their start within the window; they are few and come from their own partial index.
 */
export async function listUpcoming(db: Queryable, question: ListQuestion): Promise<ListedEvent[]> {
  const { from, offset, limit } = question
  const reach = offset + limit
  const rows = await db.execute<ListedEvent & Record<string, unknown>>(sql`
    with page as (
      select * from (
        (select s.id, s.event_id, s.start_at as sort_at from ${candidates(question, LONG_EVENT_SECONDS)}
          and not ${isLongSchedule}
          order by s.start_at, s.event_id limit ${reach})
        union all
        (select s.id, s.event_id, greatest(s.start_at, ${instant(from)}) as sort_at
          from ${candidates(question, (MAX_OCCURRENCE_DAYS + 1) * SECONDS_PER_DAY)}
          and ${isLongSchedule}
          order by 3, s.event_id limit ${reach})
      ) found
      order by sort_at, event_id offset ${offset} limit ${limit}
    )
    select ${eventColumns}, ${seconds('s.start_at')} as start_time, ${seconds('s.end_at')} as end_time,
      s.is_all_day
    from page join schedules s on s.id = page.id join events e on e.id = page.event_id
    order by page.sort_at, page.event_id`)
  return rows.rows
}

/** Schedules in the window that are the first of their published event there. `lookBack`: no candidate is longer. */
function candidates({ from, to = NEVER_SECONDS, tagKeys }: ListQuestion, lookBackSeconds: number): SQL {
  return sql`schedules s join events e on e.id = s.event_id and e.status = 'PUBLISHED'
    where s.start_at > ${instant(from - lookBackSeconds - 1)} and s.start_at <= ${instant(to)}
      and s.end_at > ${instant(from)}
      and not exists (
        select 1 from schedules earlier
        where earlier.event_id = s.event_id and earlier.end_at > ${instant(from)}
          and (earlier.start_at, earlier.end_at, earlier.id) < (s.start_at, s.end_at, s.id)
      ) ${withAnyTag(tagKeys)}`
}

function withAnyTag(tagKeys: readonly string[]): SQL {
  if (tagKeys.length === 0) return sql``
  return sql`and exists (
    select 1 from event_tags et where et.event_id = s.event_id
      and et.tag_id = any(array(select id from tags where key = any(${textArray(tagKeys)})))
  )`
}
