import { sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import { wordsOf } from '@/domain/events/search-words'
import { allNames } from '@/domain/tags/tag-keys'
import type { Queryable } from '@/server/platform/database/client'
import { tagLexeme } from '@/server/platform/database/events/search-index'
import { tags } from '@/server/platform/database/schema'

/** A word, and what stands for it in the index: itself as a beginning, and every tag with such a name. */
export interface SearchedWord {
  word: string
  /** A `tsquery`. */
  query: string
  /** The same without the beginning. */
  whole: string
}

/** The words of a text as the index is asked for them; none of a text without words. */
export async function searchedWords(db: Queryable, text: string | undefined): Promise<SearchedWord[]> {
  const words = wordsOf(text ?? '')
  if (words.length === 0) return []
  const stored = await db.select({ id: tags.id, name: tags.name, names: tags.names }).from(tags)
  const named = stored.map((tag) => ({ lexeme: tagLexeme(tag.id), words: allNames(tag).flatMap(wordsOf) }))
  return words.map((word) => {
    const bearers = named.filter((tag) => tag.words.some((one) => one.startsWith(word)))
    // Words are letters and digits, ids hexadecimal: nothing of them has to be escaped.
    const anyOf = (first: string) => `(${[first, ...bearers.map(({ lexeme }) => `'${lexeme}'`)].join(' | ')})`
    return { word, query: anyOf(`'${word}':*`), whole: anyOf(`'${word}'`) }
  })
}

/** The condition of the full-text search: an event named `e` has all of these words; none without any. */
export function wordConditions(words: readonly SearchedWord[]): SQL[] {
  return hasAll(words.map(({ query }) => query))
}

/** The same for whole words, of which PostgreSQL knows how common they are: of a beginning it often guesses 2 % of all events. */
export function wholeWordConditions(words: readonly SearchedWord[]): SQL[] {
  return hasAll(words.map(({ whole }) => whole))
}

function hasAll(queries: readonly string[]): SQL[] {
  return queries.length === 0 ? [] : [sql`e.search @@ ${queries.join(' & ')}::tsquery`]
}

/** Up to this many events are found by their ids. */
const FEW = 400
/**
 * From this many on, matches come soon on the way through a list in its order, and to collect them first would cost
 * more than the list.
 */
const MANY = 5 * FEW

/**
 * The condition that a list is filtered by, of events named `e`: their ids where what is asked for is rare, so that nobody walks through
 * the whole programme for them, else a filter on the way. Which of both is cheaper PostgreSQL itself guesses badly, because it does not
 * know that a list ends with its page. No conditions filter nothing. How many events there are is guessed by `guessedBy`, where PostgreSQL
 * guesses those better.
 */
export async function foundBy(
  db: Queryable,
  conditions: readonly SQL[],
  guessedBy: readonly SQL[] = conditions,
): Promise<SQL> {
  if (conditions.length === 0) return sql`true`
  const has = sql.join([...conditions], sql` and `)
  const plans = await db.execute<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
    sql`explain (format json) select e.id from events e where ${sql.join([...guessedBy], sql` and `)}`,
  )
  const guessed = plans.rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0
  // `is true` keeps the index of words out of it.
  const onTheWay = sql`(${has}) is true`
  if (guessed > MANY) return onTheWay
  const { rows } = await db.execute<{ id: string }>(
    sql`select e.id from events e where ${has} limit ${FEW + 1}`,
  )
  return rows.length > FEW ? onTheWay : sql`e.id = any(${sql.param(rows.map(({ id }) => id))}::uuid[])`
}

/** The same, or has them in its contact address: for the back office alone. */
export function wordOrContactConditions(words: readonly SearchedWord[]): SQL[] {
  return words.map(
    ({ word, query }) =>
      sql`(e.search @@ ${query}::tsquery or e.contact_search @@ ${`'${word}':*`}::tsquery)`,
  )
}
