import { TAG_WORDS } from '@/site/starting-tags'
import { baseLocale } from '@/messages/compiled/runtime.js'

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

export function allKeys({ key, merged_keys = [] }: TagKeys): string[] {
  return [key, ...merged_keys]
}

/** The words that a search finds a tag by: its names, and what the village says for it. */
export function searchedNames(tag: { key: string } & Pick<NamedTag, 'name' | 'names'>): string[] {
  return [...allNames(tag), ...(TAG_WORDS[tag.key] ?? [])]
}

export function allNames(tag: Pick<NamedTag, 'name' | 'names'>): string[] {
  return [tag.name, ...Object.values(tag.names ?? {})]
}
