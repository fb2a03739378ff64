import * as z from 'zod/mini'
import { oneLine, maxCharacters } from '@/domain/text/text-fields'
import { SEARCH_MAX, QUERY_MIN, QUERY_MAX, wordsOf } from './search-words'

const LETTER = /[\p{L}\p{N}\p{Extended_Pictographic}]/u

const uuidV4 = z.uuidv4()

/** Words that an event must have, all of them. Signs alone are refused: nearly every text has an apostrophe or a full stop. */
export const searchText = z.string().check(
  oneLine(),
  maxCharacters(SEARCH_MAX, 'text_too_long'),
  z.refine((text) => text === '' || LETTER.test(text), 'search_without_words'),
)

/** The same of the public programme, 2 to 200 characters: what is no letter or digit only separates. */
export const queryText = z.string().check(
  oneLine(),
  z.minLength(QUERY_MIN, 'search_too_short'),
  maxCharacters(QUERY_MAX, 'text_too_long'),
  z.refine((text) => wordsOf(text).length > 0, 'search_without_words'),
)

/** Id of a user as people paste it; empty clears the filter (rules 5, back-office user search). */
export const userIdText = z.string().check(
  oneLine(),
  z.toLowerCase(),
  z.refine((text) => text === '' || uuidV4.safeParse(text).success, 'user_id_invalid'),
)

export function isUserId(text: string): boolean {
  return text !== '' && userIdText.safeParse(text).success
}

/** Nobody is called so: it is an id with a wrong letter, and searched for as a name it would find nothing without a reason. */
export function looksLikeUserId(text: string): boolean {
  return /^(?=.*\d)[\da-z-]{30,}$/i.test(text)
}
