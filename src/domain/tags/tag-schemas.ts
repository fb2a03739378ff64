import * as z from 'zod/mini'
import { countCharacters } from '@/domain/text/plain-text'
import { lineOf, oneLine, maxCharacters, minCharacters } from '@/domain/text/text-fields'

const TAG_KEY_MIN = 2
export const TAG_KEY_MAX = 50
const TAG_NAME_MIN = 2
const TAG_NAME_MAX = 100

export const tagKeySchema = z
  .string('required')
  .check(oneLine(), minCharacters(TAG_KEY_MIN, 'invalid'), maxCharacters(TAG_KEY_MAX, 'text_too_long'))

const tagName = lineOf([TAG_NAME_MIN, 'tag_name_too_short'], [TAG_NAME_MAX, 'tag_name_too_long'])

/** A key is a filter value in comma-joined lists: no commas, no blanks. */
const tagKey = lineOf([TAG_KEY_MIN, 'tag_key_too_short'], [TAG_KEY_MAX, 'tag_key_too_long']).check(
  z.regex(/^[^\s,]+$/, 'tag_key_invalid'),
)

/** Its names in the app's other languages; `name` is in the first, and stands in where there is none. */
const otherNames = z.strictObject({ pt: z.optional(tagName) })

export const newTagSchema = z.object({ key: tagKey, name: tagName, names: z.optional(otherNames) })

/** The key never changes (rules 5). With `names` they hold all names; a `name` alone is the one that the caller reads. */
export const tagNameSchema = z.object({ name: tagName, names: z.optional(otherNames) })
export type TagName = z.infer<typeof tagNameSchema>

const optionalTagName = z.string().check(
  oneLine(),
  z.refine((name) => name === '' || countCharacters(name) >= TAG_NAME_MIN, 'tag_name_too_short'),
  maxCharacters(TAG_NAME_MAX, 'tag_name_too_long'),
)

export const tagFormSchema = z.object({ name: tagName, name_pt: optionalTagName, key: tagKey })
export type TagForm = z.infer<typeof tagFormSchema>

export function namesOfForm({ name, name_pt: pt }: Omit<TagForm, 'key'>): Required<TagName> {
  return { name, names: pt === '' ? {} : { pt } }
}
