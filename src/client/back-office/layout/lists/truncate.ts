/** The first `max` characters and an ellipsis; a text that fits as it is. Never half of a character. */
export function truncate(text: string, max: number): string {
  // Firefox has `Intl.Segmenter` from 125 on.
  const characters =
    'Segmenter' in Intl
      ? Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)
      : Array.from(text)
  if (characters.length <= max) return text
  return `${characters.slice(0, max).join('').trimEnd()}…`
}

/** A name where it is not read in full: in a row, in the title of a dialog that has to fit a small phone with large text. */
export function shortName(name: string): string {
  return truncate(name, 60)
}
