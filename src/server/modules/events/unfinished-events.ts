import { sql } from 'drizzle-orm'
import type { Timetable } from '@/domain/timetables/timetable'
import { villageDate } from '@/domain/time/village-time'
import type { Queryable } from '@/server/platform/database/client'
import { eventColumns, hasKey, seconds } from './event-columns'
import type { EventRow } from './event-shape'
import type { ListQuery } from './list-query'
import { factConditions, organiserConditions, placeConditions } from './filter-conditions'
import { wordConditions } from './search-condition'

/** Bounds the work of a query about a far future. */
const MAX_EVENTS = 2000

type UnfinishedEvent = EventRow & {
  timetable: Timetable
  /** Epoch seconds; later occurrences are not stored. */
  stored_until: number
}

/** Published recurring events with occurrences that are not stored yet and that may fall at or after `from`. */
export async function unfinishedEvents(
  db: Queryable,
  { from, tagKeys, words, facts, place, organiser }: Omit<ListQuery, 'to' | 'offset' | 'limit'>,
): Promise<UnfinishedEvent[]> {
  const anyTag =
    tagKeys.length === 0
      ? sql``
      : sql`and exists (
          select 1 from event_tags et join tags t on t.id = et.tag_id
          where et.event_id = e.id and ${hasKey(tagKeys)}
        )`
  const conditions = [
    sql`e.status = 'PUBLISHED'`,
    ...wordConditions(words),
    ...factConditions(facts),
    ...placeConditions(place),
    ...organiserConditions(organiser),
  ]
  // The last occurrence of a period may end on the day after it.
  const dayBefore = villageDate(Math.min(from, MAX_SECONDS)).subtract({ days: 1 })
  const { rows } = await db.execute<UnfinishedEvent & Record<string, unknown>>(sql`
    select ${eventColumns}, e.timetable, ${seconds('e.materialised_until')} as stored_until from events e
    where ${sql.join(conditions, sql` and `)} and e.materialised_until is not null
      and e.timetable #>> '{repeated,period_end_date}' >= ${dayBefore.toString()} ${anyTag}
    order by e.id limit ${MAX_EVENTS}`)
  return rows
}

/** End of the year 9999: later dates are written with a sign and would not compare as text. */
const MAX_SECONDS = 253_402_300_799
