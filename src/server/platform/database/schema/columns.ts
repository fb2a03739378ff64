import { customType, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'

/** Columns that most tables have. Ids are random UUIDs made by the server; instants are timestamptz. */

export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
export const createdAt = instant('created_at').notNull().defaultNow()
export const updatedAt = instant('updated_at').notNull().defaultNow()
export const id = uuid('id').primaryKey()
/** The lexemes that an event is found by; `storeSearch` (search-index) writes them. */
export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** It does what `foldText` does, without parameters, so that a generated column can be made of it. */
export function foldedText(text: SQL): SQL {
  const marks = sql.raw(String.raw`'[\u0300-\u036f]'`)
  const apostrophes = sql.raw("'’‘`´', ''''''''''")
  return sql`lower(translate(regexp_replace(normalize(${text}, NFD), ${marks}, '', 'g'), ${apostrophes}))`
}

/** The text that a person is found by. The index `users_search` has this expression. */
export function personText(name: SQL, email: SQL): SQL {
  return foldedText(sql`${name} || ' ' || ${email}`)
}

/** The condition that a folded text has another one in it. Trigram indexes (pg_trgm) serve it from three characters on. */
export function hasText(text: SQL, part: string): SQL {
  return sql`${text} like ${`%${part.replaceAll(/[\\%_]/g, '\\$&')}%`}`
}
