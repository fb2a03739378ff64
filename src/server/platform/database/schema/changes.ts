import { bigint, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns'

/** The order of changes that replicas walk. */

/** Events that were published once and are gone for good: what a replica must drop. */
export const removedEvents = pgTable(
  'removed_events',
  {
    eventId: uuid('event_id').primaryKey(),
    changeSeq: bigint('change_seq', { mode: 'number' }).notNull(),
    removedAt: instant('removed_at').notNull().defaultNow(),
  },
  (table) => [index('removed_events_change').on(table.changeSeq)],
)

/** One row: the last change number. Its row lock puts changes in commit order, so that a cursor never skips one. */
export const changeCounter = pgTable('change_counter', {
  id: integer('id').primaryKey(),
  /** Names this database: a cursor of another one (a restored, emptied or demonstration database) is not understood. */
  lineage: text('lineage').notNull(),
  value: bigint('value', { mode: 'number' }).notNull(),
  /** Cursors below this get 410: their removals have been deleted. */
  oldest: bigint('oldest', { mode: 'number' }).notNull().default(0),
})
