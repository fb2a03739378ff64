import { sql } from 'drizzle-orm'
import { boolean, check, date, index, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { LONG_EVENT_SECONDS } from '@/domain/events/event'
import { MAX_OCCURRENCE_DAYS } from '@/domain/timetables/timetable'
import { id, instant } from './columns'
import { events } from './events'

/** When events are. */

export const schedules = pgTable(
  'schedules',
  {
    id,
    eventId: uuid('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    startAt: instant('start_at').notNull(),
    endAt: instant('end_at').notNull(),
    isAllDay: boolean('is_all_day').notNull(),
    /** The schedule is longer than LONG_EVENT_SECONDS. It is a column, because PostgreSQL keeps no statistics of a predicate. */
    isLong: boolean('is_long')
      .notNull()
      .generatedAlwaysAs(sql.raw(`(end_at - start_at) > interval '${LONG_EVENT_SECONDS / 3600} hours'`)),
  },
  (table) => [
    // The list query walks these indexes alone. The few long ones apart, so that nothing else need look back a year.
    index('schedules_start')
      .on(table.startAt, table.eventId, table.endAt)
      .where(sql`not ${table.isLong}`),
    index('schedules_long')
      .on(table.startAt, table.eventId, table.endAt)
      .where(sql`${table.isLong}`),
    unique('schedules_occurrence').on(table.eventId, table.startAt, table.endAt),
    // One day of grace: a year from summer to winter time is an hour longer than its days.
    check(
      'schedules_duration',
      sql`${table.endAt} > ${table.startAt} and ${table.endAt} - ${table.startAt} <= interval '${sql.raw(String(MAX_OCCURRENCE_DAYS + 1))} days'`,
    ),
  ],
)

/**
 * The village days on which an event has a schedule, with its title: what duplicates are found by, however many events have that title or
 * that day. `storeEventDays` alone writes them.
 */
export const eventDays = pgTable(
  'event_days',
  {
    eventId: uuid('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    day: date('day', { mode: 'string' }).notNull(),
    /** Lower-cased. */
    title: text('title').notNull(),
    /** The event's time of creation: the oldest duplicates are shown. */
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.day] }),
    index('event_days_title').on(table.title, table.day, table.createdAt, table.eventId),
  ],
)
