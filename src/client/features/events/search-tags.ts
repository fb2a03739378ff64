/** The tags whose name contains what was typed, whatever the case and the accents. */
export function searchTags<T extends { name: string }>(tags: readonly T[], words: string): T[] {
  const wanted = plain(words)
  return tags.filter(({ name }) => plain(name).includes(wanted))
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()
}
