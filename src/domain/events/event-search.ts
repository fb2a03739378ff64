import * as z from 'zod/mini'
import { oneLine } from '@/domain/text/plain-text'

/** The longest text to search for, in characters. */
export const SEARCH_MAX = 200

/** Words that an event must have, all of them. */
export const searchText = z.string().check(oneLine(), z.maxLength(SEARCH_MAX, 'text_too_long'))

const uuidV4 = z.uuidv4()

/** Id of a user as people paste it; empty clears the filter (rules 5, back-office user search). */
export const userIdText = z.string().check(
  oneLine(),
  z.toLowerCase(),
  z.refine((text) => text === '' || uuidV4.safeParse(text).success, 'user_id_invalid'),
)
