/** A text of at most `max` characters, cut between words; a word that is longer is cut itself. */
export function cutByWords(text: string, max: number): string {
  if (text.length <= max) return text
  const cut = text.slice(0, max - 1)
  const end = cut.lastIndexOf(' ')
  const kept = end > max / 2 ? cut.slice(0, end) : cut.toWellFormed().replace(/\uFFFD$/, '')
  return `${kept.replace(/[\s,;:–-]+$/, '')}…`
}
