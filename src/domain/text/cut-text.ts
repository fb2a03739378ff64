/** Cuts a text to at most so many UTF-16 units, and never to half a character: a lone surrogate cannot be stored. */
export function cutText(text: string, max: number): string {
  return text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '')
}
