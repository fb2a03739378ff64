import { sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import { LONG_EVENT_SECONDS } from '@/domain/events/event'
import type { FactsFilter } from '@/domain/events/facts/facts-filter'
import { MAX_OCCURRENCE_DAYS } from '@/domain/timetables/timetable'
import { SECONDS_PER_DAY, nextVillageMidnight } from '@/domain/time/local-time'
import type { Queryable } from '@/server/platform/database/client'
import { SITE } from '@/site/site'
import { eventColumns, hasKey, instant, seconds } from './event-columns'
import type { EventRow, Occurrence } from './event-shape'
import { factConditions, organiserConditions, placeConditions } from './filter-conditions'
import { foundBy, wholeWordConditions, wordConditions } from './search-condition'
import type { SearchedWord } from './search-condition'

/** The query of a list: a window in epoch seconds, any of some tags, all of some words, a slice of the order. */
export interface ListQuery {
  from: number
  to: number | undefined
  tagKeys: readonly string[]
  /** The words that an event must have; empty: any event. */
  words: readonly SearchedWord[]
  /** The facts that an event must say; absent: any event. */
  facts?: FactsFilter | undefined
  /** The slug of the place that an event must be at. */
  place?: string | undefined
  /** A row each date in the window, in place of one an event; the window then has an end. */
  isEachDate?: boolean
  /** The slug of the organiser that an event must be by. */
  organiser?: string | undefined
  offset: number
  limit: number
}

export type ListedEvent = EventRow & Occurrence

/** A time after any schedule; `infinity` is no number in JSON. */
const NEVER_SECONDS = 253_402_300_799
const LONGEST_SECONDS = (MAX_OCCURRENCE_DAYS + 1) * SECONDS_PER_DAY

/** 00:00 of the village day after the one that a schedule begins on. */
const endOfFirstDay = sql`(date_trunc('day', s.start_at at time zone ${SITE.timeZone}) + interval '1 day')
  at time zone ${SITE.timeZone}`

/** Long ones come first: what begins at the midnight that their day ends with is of the next day. */
const pageOrder = sql`page.sort_at, page.is_long desc, page.start_at, page.event_id`

/**
 * Published events with a schedule in the window, each with its first, ordered as `GET /events` promises
 * (`inProgrammeOrder`). Schedule-first: two indexes give them in the order of the response, so that a full page ends the scan:
 * short ones, long ones that begin in the window, and long ones under way, which belong to the window's first day.
 */
export async function listUpcoming(db: Queryable, query: ListQuery): Promise<ListedEvent[]> {
  const tagIds = await idsOfTags(db, query.tagKeys)
  if (tagIds?.length === 0) return []
  const { from, to = NEVER_SECONDS, offset, limit, words, facts, place, organiser } = query
  const conditions = [
    ...(query.isEachDate ? [] : [isFirstFrom(from)]),
    ...(tagIds === undefined ? [] : [bearsOneOf(tagIds)]),
  ]
  const others = [...factConditions(facts), ...placeConditions(place), ...organiserConditions(organiser)]
  const found = await foundBy(
    db,
    [...wordConditions(words), ...others],
    [...wholeWordConditions(words), ...others],
  )
  const branch = (sortAt: SQL, where: SQL) => sql`(
    select s.event_id, s.start_at, s.end_at, s.is_long, ${sortAt} as sort_at
    from schedules s join events e on e.id = s.event_id and e.status = 'PUBLISHED' and ${found}
    where ${sql.join([where, ...conditions], sql` and `)} order by s.start_at, s.event_id limit ${offset + limit})`
  const { rows } = await db.execute<ListedEvent & Record<string, unknown>>(sql`
    with page as (
      select * from (
        ${branch(
          sql`s.start_at`,
          sql`not s.is_long and s.start_at > ${instant(from - LONG_EVENT_SECONDS - 1)}
            and s.start_at <= ${instant(to)} and s.end_at > ${instant(from)}`,
        )}
        union all
        ${branch(
          endOfFirstDay,
          sql`s.is_long and s.start_at >= ${instant(from)} and s.start_at <= ${instant(to)}`,
        )}
        union all
        ${branch(
          instant(nextVillageMidnight(from)),
          sql`s.is_long and s.start_at < ${instant(from)} and s.start_at > ${instant(from - LONGEST_SECONDS)}
            and s.end_at > ${instant(from)}`,
        )}
      ) page
      order by ${pageOrder} offset ${offset} limit ${limit}
    )
    select ${eventColumns}, ${seconds('s.start_at')} as start_time, ${seconds('s.end_at')} as end_time,
      s.is_all_day
    from page
    join schedules s on s.event_id = page.event_id and s.start_at = page.start_at and s.end_at = page.end_at
    join events e on e.id = page.event_id
    order by ${pageOrder}`)
  return rows
}

/** Whether no earlier schedule of the same event is in the window. */
function isFirstFrom(from: number): SQL {
  return sql`not exists (
    select 1 from schedules earlier
    where earlier.event_id = s.event_id and earlier.end_at > ${instant(from)}
      and (earlier.start_at, earlier.end_at) < (s.start_at, s.end_at))`
}

/** The event bears one of the tags. */
function bearsOneOf(tagIds: readonly string[]): SQL {
  return sql`exists (
    select 1 from event_tags et
    where et.event_id = s.event_id and et.tag_id = any(${sql.param([...tagIds])}::uuid[]))`
}

/** Reads the ids of tags before the list: the planner then knows how rare a tag is. Undefined when the filter has none. */
async function idsOfTags(db: Queryable, keys: readonly string[]): Promise<string[] | undefined> {
  if (keys.length === 0) return undefined
  const { rows } = await db.execute<{ id: string }>(sql`select t.id from tags t where ${hasKey(keys)}`)
  return rows.map(({ id }) => id)
}
