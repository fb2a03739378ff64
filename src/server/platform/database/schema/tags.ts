import { jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id } from './columns'

export const tags = pgTable('tags', {
  id,
  key: text('key').notNull().unique(),
  /** In the guide's first language, and in any other that has none of its own. */
  name: text('name').notNull(),
  /** By language, e.g. `{ pt: 'Concertos' }`. */
  names: jsonb('names').$type<Record<string, string>>().notNull().default({}),
  createdAt,
})
