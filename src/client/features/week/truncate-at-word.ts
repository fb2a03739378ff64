/** A text of at most `max` characters, cut between words; a word that is longer is cut itself. */
export function truncateAtWord(text: string, max: number): string {
  const characters = [...text]
  if (characters.length <= max) return text
  const cut = characters.slice(0, max - 1).join('')
  const end = cut.lastIndexOf(' ')
  const shortened = end > max / 2 ? cut.slice(0, end) : cut
  return `${shortened.replace(/[\s,;:–-]+$/, '')}…`
}
