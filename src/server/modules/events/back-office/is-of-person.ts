import { sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import { foldText } from '@/domain/text/fold-text'
import { foldedText } from '@/server/platform/database/folded-text'
import { textArray } from '../event-columns'

const accountText = foldedText(sql`concat_ws(' ', u.name, u.email)`)
const contactText = foldedText(sql`e.email`)

/** Every word of a text is in the name or the address of the account of an event named `e`, or in its contact address. */
export function isOfPerson(text = ''): SQL[] {
  const words = patternsOf(text)
  if (words.length === 0) return []
  const patterns = textArray(words)
  return [
    sql`(e.user_id in (select u.id from users u where ${accountText} like all (${patterns}))
      or ${contactText} like all (${patterns}))`,
  ]
}

function patternsOf(text: string): string[] {
  return foldText(text)
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`)
}
