import { pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id } from './columns'

export const tags = pgTable('tags', {
  id,
  key: text('key').notNull().unique(),
  name: text('name').notNull(),
  createdAt,
})
