import { foldText } from '@/domain/text/plain-text'

export interface TagChoice {
  key: string
  name: string
}

/** Every known tag once: the most used first (they come ordered), then the others by name. */
export function orderTags(
  used: readonly TagChoice[],
  all: readonly TagChoice[],
  locale: string,
): TagChoice[] {
  const seen = new Set(used.map((tag) => tag.key))
  const rest = all.filter((tag) => !seen.has(tag.key))
  return [...used, ...rest.toSorted((a, b) => a.name.localeCompare(b.name, locale))].map(({ key, name }) => ({
    key,
    name,
  }))
}

/** The tags, and what is selected without being among them (a draft, an old link): it can still be removed. */
export function withSelected(tags: readonly TagChoice[], selected: readonly string[]): TagChoice[] {
  const known = new Set(tags.map((tag) => tag.key))
  return [...tags, ...selected.filter((key) => !known.has(key)).map((key) => ({ key, name: key }))]
}

export function searchTags<T extends { name: string }>(tags: readonly T[], text: string): T[] {
  const wanted = foldText(text)
  return tags.filter(({ name }) => foldText(name).includes(wanted))
}

export const TAGS_KEY = ['tags'] as const
