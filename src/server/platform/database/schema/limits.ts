import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './columns'

/**
 * Limits on writes count here, over all servers of one database. The table is UNLOGGED by its migration: a crash forgets it, and no write waits for
 * a disk because of it.
 */
export const limitCounts = pgTable('limit_counts', {
  /** Hash of what is counted. */
  key: text('key').primaryKey(),
  count: integer('count').notNull(),
  /** When the window ends; after that the row says nothing. */
  endsAt: instant('ends_at').notNull(),
})
