import { sql } from 'drizzle-orm'

const MAX_DUPLICATES = 20
/** The last days of a recurring event are compared: a reviewer asks about what is still to come. */
const MAX_COMPARED_DAYS = 100
const most = sql.raw(String(MAX_DUPLICATES))

/** The title and the days of an event named `e` that others are compared with. */
const comparedDays = sql`
  select title, day from event_days where event_id = e.id
  order by day desc limit ${sql.raw(String(MAX_COMPARED_DAYS))}`

/** Whether `duplicateIds` has any. */
export const hasDuplicates = sql`exists (
  select 1 from (${comparedDays}) mine
  join event_days d on d.title = mine.title and d.day = mine.day and d.event_id <> e.id)`

/**
 * The ids of other events with the title of an event named `e` on one of its village days (rules 2.12), the oldest first. Each day gives no
 * more than are shown, by the index: thousands of the same cost as much as twenty.
 */
export const duplicateIds = sql`
  select twin.event_id from (
    select distinct theirs.event_id, theirs.created_at
    from (${comparedDays}) mine
    cross join lateral (
      select d.event_id, d.created_at from event_days d
      where d.title = mine.title and d.day = mine.day and d.event_id <> e.id
      order by d.created_at, d.event_id limit ${most}
    ) theirs
  ) twin
  order by twin.created_at, twin.event_id limit ${most}`
