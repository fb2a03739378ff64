// This file is in the first load, which has no schemas: `tag` has those.

import type { NamedTag } from './tag'

interface TagKeys {
  key: string
  /** Keys of tags that were merged into it. */
  merged_keys?: readonly string[] | undefined
}

/** Every key by which a tag is found: its own, and those of tags that were merged into it. */
export function allKeys({ key, merged_keys = [] }: TagKeys): string[] {
  return [key, ...merged_keys]
}

/** Every name of a tag, to be found by. */
export function allNames(tag: Pick<NamedTag, 'name' | 'names'>): string[] {
  return [tag.name, ...Object.values(tag.names ?? {})]
}
