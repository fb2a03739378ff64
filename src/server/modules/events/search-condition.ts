import { sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import { wordsOf } from '@/domain/events/search-words'
import { allNames } from '@/domain/events/tag-keys'
import type { Queryable } from '@/server/platform/database/client'
import { tagLexeme } from '@/server/platform/database/events/search-index'
import { tags } from '@/server/platform/database/schema'

/** A word, and what stands for it in the index: itself as a beginning, and every tag with such a name. */
export interface SearchedWord {
  word: string
  /** A `tsquery`. */
  query: string
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
    const alternatives = [`'${word}':*`, ...bearers.map(({ lexeme }) => `'${lexeme}'`)]
    return { word, query: `(${alternatives.join(' | ')})` }
  })
}

/** An event named `e` has all of these words; true without any. */
export function hasWords(words: readonly SearchedWord[]): SQL {
  if (words.length === 0) return sql`true`
  return sql`e.search @@ ${words.map(({ query }) => query).join(' & ')}::tsquery`
}

/** The same, or has them in its contact address: for the back office alone. */
export function hasWordsOrContact(words: readonly SearchedWord[]): SQL {
  if (words.length === 0) return sql`true`
  const each = words.map(
    ({ word, query }) =>
      sql`(e.search @@ ${query}::tsquery or e.contact_search @@ ${`'${word}':*`}::tsquery)`,
  )
  return sql.join(each, sql` and `)
}
