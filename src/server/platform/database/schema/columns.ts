import { FOLDED_LETTERS, FOLDED_MARKS } from '@/domain/text/plain-text'
import { text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** Columns that most tables have. Ids are random UUIDs made by the server; instants are timestamptz. */

export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
export const createdAt = instant('created_at').notNull().defaultNow()
export const updatedAt = instant('updated_at').notNull().defaultNow()
export const id = uuid('id').primaryKey()
export const textList = (name: string) =>
  text(name)
    .array()
    .notNull()
    .default(sql`'{}'`)

/** Folds as `foldText` of the domain does, without parameters, so that an index and a generated column can be made of it. */
export function foldedText(unfolded: SQL): SQL {
  const signs = sql.raw("'’‘`´', ''''''''''")
  const marks = sql.raw(`'${FOLDED_MARKS}'`)
  const base = sql`lower(regexp_replace(normalize(translate(${unfolded}, ${signs}), NFKD), ${marks}, '', 'g'))`
  const letters = Object.entries(FOLDED_LETTERS)
  const single = letters.filter(([, plain]) => plain.length === 1)
  const [from, to] = [0, 1].map((at) => sql.raw(`'${single.map((pair) => pair[at]).join('')}'`))
  const several = letters.filter(([, plain]) => plain.length > 1)
  return several.reduce(
    (folded, [letter, plain]) => sql`replace(${folded}, ${sql.raw(`'${letter}', '${plain}'`)})`,
    sql`normalize(translate(${base}, ${from}, ${to}), NFC)`,
  )
}

/** The text that a person is found by. The index `users_search` has this expression. */
export function personText(name: SQL, email: SQL): SQL {
  return foldedText(sql`${name} || ' ' || ${email}`)
}

type Searched = Record<'title' | 'description' | 'locationName' | 'email', SQLWrapper>

/** The text that the back office finds an event by. The index `events_search` has this expression. */
export function searchText({ title, description, locationName, email }: Searched): SQL {
  return foldedText(sql`${title} || ' ' || ${description} || ' ' || ${locationName} || ' ' || ${email}`)
}

/** The condition that a folded text has another one in it. Trigram indexes (pg_trgm) serve it from three characters on. */
export function hasText(searched: SQL, part: string): SQL {
  return sql`${searched} like ${`%${part.replaceAll(/[\\%_]/g, '\\$&')}%`}`
}

/** An instant as it is sent: epoch seconds. */
export function seconds<T = number>(column: string | SQLWrapper): SQL<T> {
  return sql`floor(extract(epoch from ${typeof column === 'string' ? sql.raw(column) : column}))::float8`
}

type WithoutNull<T> = { [K in keyof T as null extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as null extends T[K] ? K : never]?: NonNullable<T[K]>
}

/** A row as it is sent: what is null here is absent there. */
export function withoutNull<T extends object>(row: T): WithoutNull<T> {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as WithoutNull<T>
}
