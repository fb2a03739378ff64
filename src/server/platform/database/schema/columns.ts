import { customType, timestamp, uuid } from 'drizzle-orm/pg-core'

/** Columns that most tables have. Ids are random UUIDs made by the server; instants are timestamptz. */

export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
export const createdAt = instant('created_at').notNull().defaultNow()
export const updatedAt = instant('updated_at').notNull().defaultNow()
export const id = uuid('id').primaryKey()
/** The lexemes that an event is found by; `storeSearch` (search-index) writes them. */
export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })
