import { sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import { LONG_EVENT_SECONDS } from '@/domain/events/event'
import { MAX_OCCURRENCE_DAYS } from '@/domain/timetables/timetable'
import { SECONDS_PER_DAY } from '@/domain/time/village-time'
import type { Queryable } from '@/server/platform/database/client'
import { eventColumns, instant, seconds, textArray } from './event-columns'
import type { EventRow, Occurrence } from './event-shape'

/** What a list shows: a window in epoch seconds, any of some tags, a slice of the order. */
export interface ListQuery {
  from: number
  to: number | undefined
  tagKeys: readonly string[]
  offset: number
  limit: number
}

export type ListedEvent = EventRow & Occurrence

/** A time after any schedule; `infinity` is no number in JSON. */
const NEVER_SECONDS = 253_402_300_799
const LONGEST_SECONDS = (MAX_OCCURRENCE_DAYS + 1) * SECONDS_PER_DAY

/**
 * Published events with a schedule in the window, each with its first, ordered as `GET /events` promises
 * (decisions). Schedule-first: three indexes give them in the order of the response, so that a full page ends the scan:
 * short ones, long ones that begin in the window, and long ones under way, which sort by the window's start.
 */
export async function listUpcoming(db: Queryable, query: ListQuery): Promise<ListedEvent[]> {
  const tagIds = await idsOfTags(db, query.tagKeys)
  if (tagIds?.length === 0) return []
  const { from, to = NEVER_SECONDS, offset, limit } = query
  const first = firstOfPublished(from, tagIds)
  const branch = (sortAt: SQL, where: SQL, order: SQL) => sql`(
    select s.event_id, s.start_at, s.end_at, ${sortAt} as sort_at
    from schedules s join events e on e.id = s.event_id and e.status = 'PUBLISHED'
    where ${where} and ${first} order by ${order} limit ${offset + limit})`
  const { rows } = await db.execute<ListedEvent & Record<string, unknown>>(sql`
    with page as (
      select * from (
        ${branch(
          sql`s.start_at`,
          sql`not s.is_long and s.start_at > ${instant(from - LONG_EVENT_SECONDS - 1)}
            and s.start_at <= ${instant(to)} and s.end_at > ${instant(from)}`,
          sql`s.start_at, s.event_id`,
        )}
        union all
        ${branch(
          sql`s.start_at`,
          sql`s.is_long and s.start_at >= ${instant(from)} and s.start_at <= ${instant(to)}`,
          sql`s.start_at, s.event_id`,
        )}
        union all
        ${branch(
          instant(from),
          sql`s.is_long and s.start_at < ${instant(from)} and s.start_at > ${instant(from - LONGEST_SECONDS)}
            and s.end_at > ${instant(from)}`,
          sql`s.event_id`,
        )}
      ) found
      order by sort_at, event_id offset ${offset} limit ${limit}
    )
    select ${eventColumns}, ${seconds('s.start_at')} as start_time, ${seconds('s.end_at')} as end_time,
      s.is_all_day
    from page
    join schedules s on s.event_id = page.event_id and s.start_at = page.start_at and s.end_at = page.end_at
    join events e on e.id = page.event_id
    order by page.sort_at, page.event_id`)
  return rows
}

/** No earlier schedule of the same event is in the window, and the event bears one of the tags. */
function firstOfPublished(from: number, tagIds: readonly string[] | undefined): SQL {
  const isFirst = sql`not exists (
    select 1 from schedules earlier
    where earlier.event_id = s.event_id and earlier.end_at > ${instant(from)}
      and (earlier.start_at, earlier.end_at) < (s.start_at, s.end_at))`
  if (tagIds === undefined) return isFirst
  return sql`${isFirst} and exists (
    select 1 from event_tags et
    where et.event_id = s.event_id and et.tag_id = any(${sql.param([...tagIds])}::uuid[]))`
}

/** Read before the list: the planner then knows how rare a tag is. Undefined when the filter has none. */
async function idsOfTags(db: Queryable, keys: readonly string[]): Promise<string[] | undefined> {
  if (keys.length === 0) return undefined
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from tags where key = any(${textArray(keys)})`,
  )
  return rows.map(({ id }) => id)
}
