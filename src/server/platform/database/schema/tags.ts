import { sql } from 'drizzle-orm'
import { jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id } from './columns'

export const tags = pgTable('tags', {
  id,
  key: text('key').notNull().unique(),
  /** The name in the app's first language, and in any other that has none of its own. */
  name: text('name').notNull(),
  /** Names by language, e.g. `{ pt: 'Concertos' }`. */
  names: jsonb('names').$type<Record<string, string>>().notNull().default({}),
  /** Keys of tags that were merged into it: links with them are in the world, and find what it finds. */
  mergedKeys: text('merged_keys')
    .array()
    .notNull()
    .default(sql`'{}'`),
  createdAt,
})
