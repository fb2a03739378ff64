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

const tagName = z
  .string('tag_name_too_short')
  .check(
    oneLine(),
    z.minLength(TAG_NAME_MIN, 'tag_name_too_short'),
    z.maxLength(TAG_NAME_MAX, 'tag_name_too_long'),
  )

/** A key is a filter value in comma-joined lists: no commas, no blanks. */
const tagKey = z
  .string('tag_key_too_short')
  .check(
    oneLine(),
    z.minLength(TAG_KEY_MIN, 'tag_key_too_short'),
    z.maxLength(TAG_KEY_MAX, 'tag_key_too_long'),
    z.regex(/^[^\s,]+$/, 'tag_key_invalid'),
  )

/** A tag that an administrator adds (spec 5). */
export const newTagSchema = z.strictObject({ key: tagKey, name: tagName })
export type NewTag = z.infer<typeof newTagSchema>

/** What can change of a tag: its key cannot (spec 5). */
export const tagNameSchema = z.strictObject({ name: tagName })
export type TagName = z.infer<typeof tagNameSchema>
