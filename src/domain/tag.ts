import * as z from 'zod/mini'
import { oneLine } from './plain-text'

export const TAG_KEY_MIN = 2
export const TAG_KEY_MAX = 50
export const TAG_NAME_MIN = 2
export const TAG_NAME_MAX = 100
/** More than any event needs; bounds the work of one request. */
export const TAGS_MAX = 20

/** Tags on a card (spec 2.4). */
export const CARD_TAGS = 3
export const CARD_TAGS_COMPACT = 2

export const tagKeySchema = z
  .string('required')
  .check(oneLine(), z.minLength(TAG_KEY_MIN, 'invalid'), z.maxLength(TAG_KEY_MAX, 'text_too_long'))
