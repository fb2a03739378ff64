import { sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'

/**
 * A text as `foldText` of the domain folds it: without case and accents, with plain apostrophes. It has no parameters, so that a
 * generated column can be made of it.
 */
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
