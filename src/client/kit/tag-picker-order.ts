import type { Tag } from '@/contract/events'

export interface TagChoice {
  key: string
  name: string
}

/** Every known tag once: the most used first (they come ordered), then the others by name. */
export function orderTags(used: readonly Tag[], all: readonly Tag[], locale: string): TagChoice[] {
  const seen = new Set(used.map((tag) => tag.key))
  const rest = all.filter((tag) => !seen.has(tag.key))
  return [...used, ...rest.toSorted((a, b) => a.name.localeCompare(b.name, locale))].map(({ key, name }) => ({
    key,
    name,
  }))
}

/** What the picker shows: matches of the search; without one the first few, and always what is chosen. */
export function shownTags(
  tags: readonly TagChoice[],
  chosen: readonly string[],
  search: string,
  limit: number,
): TagChoice[] {
  const known = new Set(tags.map((tag) => tag.key))
  // A chosen tag that is not known here (a draft, an edited entry) can still be seen and taken away.
  const every = [...tags, ...chosen.filter((key) => !known.has(key)).map((key) => ({ key, name: key }))]
  const wanted = fold(search)
  if (wanted !== '') return every.filter((tag) => fold(tag.name).includes(wanted))
  return every.filter((tag, index) => index < limit || chosen.includes(tag.key))
}

function fold(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim()
}
