import { sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import { foldText } from '@/domain/text/fold-text'
import { textArray } from '../event-columns'

const COMBINING_MARKS = '[\\u0300-\\u036f]'

/** The text of an event named `e`, folded as `foldText` does: without case and accents, with plain apostrophes. */
const folded = sql`lower(translate(
  regexp_replace(
    normalize(concat_ws(' ', e.title, e.description, e.location_name, e.email), NFD), ${COMBINING_MARKS}, '', 'g'
  ), ${'’‘`´'}, ${"''''"}))`

/** An event named `e` has every word of a text in its title, description, place or contact address. */
export function containsWords(text = ''): SQL[] {
  const words = foldText(text).split(/\s+/)
  const patterns = words
    .filter((word) => word !== '')
    .map((word) => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`)
  return patterns.length === 0 ? [] : [sql`${folded} like all (${textArray(patterns)})`]
}
