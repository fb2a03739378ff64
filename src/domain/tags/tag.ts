import * as z from 'zod/mini'
import { baseLocale } from '@/messages/compiled/runtime.js'
import { oneLine } from '@/domain/text/plain-text'

/** No event needs more; it bounds the work of one request. */
export const TAGS_MAX = 20

export interface NamedTag {
  name: string
  /** Names by language. A stored tag leaves the first one out: that is its `name`. */
  names?: Readonly<Record<string, string>> | undefined
  merged_keys?: readonly string[] | undefined
}

/** `name` in a language of the app, `names` in all, so that the tag can be put into another one without asking again. */
export function inLanguage<T extends NamedTag>(tag: T, locale: string): T {
  const { names, merged_keys, ...others } = tag
  const rest = { ...others, ...(merged_keys !== undefined && merged_keys.length > 0 && { merged_keys }) }
  if (names === undefined || Object.keys(names).length === 0) return rest as T
  const all: Readonly<Record<string, string>> = { [baseLocale]: tag.name, ...names }
  return { ...rest, name: all[locale] ?? all[baseLocale] ?? tag.name, names: all } as T
}

export function firstName(tag: NamedTag): string {
  return tag.names?.[baseLocale] ?? tag.name
}

/** The most used first; equals by key, which no language changes. */
export function byUse(a: { key: string; count: number }, b: { key: string; count: number }): number {
  return b.count - a.count || (a.key < b.key ? -1 : 1)
}

interface TagKeys {
  key: string
  merged_keys?: readonly string[] | undefined
}

/** Every key by which a tag is found: its own, and those of tags that were merged into it. */
export function allKeys({ key, merged_keys = [] }: TagKeys): string[] {
  return [key, ...merged_keys]
}

export function allNames(tag: Pick<NamedTag, 'name' | 'names'>): string[] {
  return [tag.name, ...Object.values(tag.names ?? {})]
}

const TAG_KEY_MIN = 2
export const TAG_KEY_MAX = 50
const TAG_NAME_MIN = 2
const TAG_NAME_MAX = 100

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

/** Its names in the app's other languages; `name` is in the first, and stands in where there is none. */
const otherNames = z.strictObject({ pt: z.optional(tagName) })

export const newTagSchema = z.strictObject({ key: tagKey, name: tagName, names: z.optional(otherNames) })
export type NewTag = z.infer<typeof newTagSchema>

/** The key never changes (rules 5). With `names` they hold all names; a `name` alone is the one that the caller reads. */
export const tagNameSchema = z.strictObject({ name: tagName, names: z.optional(otherNames) })
export type TagName = z.infer<typeof tagNameSchema>

const optionalTagName = z.string().check(
  oneLine(),
  z.refine((name) => name === '' || name.length >= TAG_NAME_MIN, 'tag_name_too_short'),
  z.maxLength(TAG_NAME_MAX, 'tag_name_too_long'),
)

const nameFields = { name: tagName, name_pt: optionalTagName }
export const tagNameFormSchema = z.strictObject(nameFields)
export const newTagFormSchema = z.strictObject({ ...nameFields, key: tagKey })
export type TagNameForm = z.infer<typeof tagNameFormSchema>
export type NewTagForm = z.infer<typeof newTagFormSchema>

export function namesOfForm({ name, name_pt: pt }: TagNameForm): Required<TagName> {
  return { name, names: pt === '' ? {} : { pt } }
}
