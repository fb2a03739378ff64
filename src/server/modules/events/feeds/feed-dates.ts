import { sql } from 'drizzle-orm'
import type { CalendarEvent } from '@/domain/calendar/calendar-event'
import { SECONDS_PER_DAY } from '@/domain/time/local-time'
import { predictedSchedules } from '@/domain/timetables/schedule'
import type { Occurrence } from '@/domain/timetables/occurrence'
import { MAX_OCCURRENCE_DAYS } from '@/domain/timetables/timetable'
import type { Queryable } from '@/server/platform/database/client'
import { instant, seconds } from '../event-columns'
import type { EventRow, Reader } from '../event-shape'
import { publicEvent } from '../event-shape'
import { statesOf } from '../../../platform/database/events/state-columns'
import { wholeColumns } from '../programme'
import type { TimetableColumns } from '../programme'
import { unfinishedEvents } from '../unfinished-events'
import { passes } from './feed-filter'
import type { FeedFilter } from './feed-filter'

/** Dates of a calendar that is subscribed to: those nearest to now. */
const MAX_DATES = 1000
const LONGEST_SECONDS = (MAX_OCCURRENCE_DAYS + 1) * SECONDS_PER_DAY

interface StoredDate extends Occurrence {
  event_id: string
}

export interface FeedDate {
  event: CalendarEvent
  occurrence: Occurrence
}

/** The dates of published events in the filter's window, those that are predicted too; ordered by start, then by event. */
export async function feedDates(
  db: Queryable,
  filter: FeedFilter,
  { nowSeconds, ...reader }: Reader & { nowSeconds: number },
): Promise<FeedDate[]> {
  const stored = await storedDates(db, filter, nowSeconds)
  const dates = [...stored, ...(await predictedDates(db, filter, stored))]
    .toSorted((a, b) => Math.abs(a.start_time - nowSeconds) - Math.abs(b.start_time - nowSeconds))
    .slice(0, MAX_DATES)
    .toSorted((a, b) => a.start_time - b.start_time || (a.event_id < b.event_id ? -1 : 1))
  const events = await eventsById(db, [...new Set(dates.map(({ event_id }) => event_id))])
  return dates.flatMap(({ event_id, ...occurrence }) => {
    const row = events.get(event_id)
    return row === undefined ? [] : [{ event: calendarEvent(row, occurrence, reader), occurrence }]
  })
}

function calendarEvent(
  row: EventRow & TimetableColumns,
  occurrence: Occurrence,
  reader: Reader,
): CalendarEvent {
  const { revision, updated_at } = row
  // A day that is over stays in a calendar, and what was said of it with it.
  const states = statesOf(row, occurrence.start_time)
  return { ...publicEvent(row, occurrence, reader), schedules: [], states, revision, updated_at }
}

/** Reads as many dates as a feed has, on either side of now. */
async function storedDates(db: Queryable, filter: FeedFilter, nowSeconds: number): Promise<StoredDate[]> {
  const { from, to } = filter
  const now = instant(nowSeconds)
  const columns = sql`s.event_id, s.start_at, s.end_at, s.is_all_day`
  const { rows } = await db.execute<StoredDate & Record<string, unknown>>(sql`
    select event_id, ${seconds('start_at')} as start_time, ${seconds('end_at')} as end_time, is_all_day from (
      (select ${columns} from schedules s join events e on e.id = s.event_id and ${passes(filter)}
       where s.end_at > greatest(${now}, ${instant(from)}) and s.start_at <= ${instant(to)}
         and s.start_at > ${instant(from - LONGEST_SECONDS)}
       order by s.start_at, s.event_id limit ${MAX_DATES})
      union all
      (select ${columns} from schedules s join events e on e.id = s.event_id and ${passes(filter)}
       where s.end_at <= ${now} and s.end_at > ${instant(from)} and s.start_at <= ${instant(to)}
         and s.start_at > ${instant(from - LONGEST_SECONDS)}
       order by s.start_at desc, s.event_id limit ${MAX_DATES})
    ) dates`)
  return rows
}

/** Occurrences of recurring events after the stored ones; none after the last date that there is room for. */
async function predictedDates(
  db: Queryable,
  filter: FeedFilter,
  stored: readonly StoredDate[],
): Promise<StoredDate[]> {
  const last = Math.max(...stored.map(({ start_time }) => start_time))
  const to = stored.length >= MAX_DATES ? Math.min(filter.to, last) : filter.to
  const recurring = await unfinishedEvents(db, filter)
  return recurring.flatMap(({ id, timetable, stored_until }) =>
    stored_until >= to
      ? []
      : predictedSchedules(timetable, stored_until, to)
          .filter(({ start_time, end_time }) => end_time > filter.from && start_time <= to)
          .map((one) => ({ ...one, event_id: id })),
  )
}

async function eventsById(
  db: Queryable,
  ids: readonly string[],
): Promise<Map<string, EventRow & TimetableColumns>> {
  const { rows } = await db.execute<EventRow & TimetableColumns & Record<string, unknown>>(
    sql`select ${wholeColumns} from events e where e.id = any(${sql.param([...ids])}::uuid[])`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}
