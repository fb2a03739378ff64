import { jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id, instant } from './columns'

/** A calendar that events are imported from, by its address or as a file. */
export const importSources = pgTable('import_sources', {
  id,
  name: text('name').notNull(),
  format: text('format').$type<'ics' | 'csv'>().notNull(),
  /** Null for a file. */
  url: text('url').unique(),
  /** The administrator's choices for its events (place, tags, contact address), and for a CSV the meaning of its columns. */
  mapping: jsonb('mapping').$type<Record<string, unknown>>().notNull().default({}),
  lastRunAt: instant('last_run_at'),
  createdAt,
})
