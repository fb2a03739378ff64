import { boolean, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { ImportFindings } from '@/domain/staff/import'
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
  /** Whether it is read again each night. */
  isNightly: boolean('is_nightly').notNull().default(false),
  /** When that was done last, and what of it needs a person; null where it was not done, or nothing does. */
  readAt: instant('read_at'),
  findings: jsonb('findings').$type<ImportFindings>(),
  /** Keys of what the last reading had for a person, at night or for a preview; and when it was read for a preview last. */
  noted: text('noted').array().notNull().default([]),
  previewedAt: instant('previewed_at'),
  /** The keys that a person has seen: while they stay the same, no night notes them again. */
  seen: text('seen').array().notNull().default([]),
  createdAt,
})
