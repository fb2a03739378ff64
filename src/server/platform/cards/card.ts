import { cutText } from '@/domain/text/plain-text'
import type { PosterSubject } from '@/domain/posters/poster'

/** The words of a link's picture. What the fonts have no letters for is left out. */
export interface Card {
  poster: PosterSubject
  overline: string
  title: string
  underline: string
  brand: string
}

export type RenderedCard = Uint8Array

/** Longer texts are cut: the rules allow titles of 100 characters, and no link preview shows more. */
const MAX_CHARS = 160
/** Marks above and below one letter: more are a tower of them that runs over the whole card. */
const MARKS = /(\p{M}{2})\p{M}+/gu
const LINE_ENDS = /[\s\p{Cc}\p{Zl}\p{Zp}]+/gu
/** The letters of the card's fonts, and the signs that go with them: pictograms and other scripts would be empty boxes. */
const UNKNOWN =
  /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u200d|\u20e3|\ufe0f|[\u{e0020}-\u{e007f}]|[^\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Common}\p{sc=Inherited}]/gu

/** Signs that turn the direction of what follows: a letter's own direction is enough. */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/g

/** The text in one line, in letters that the fonts have. May be ''. */
export function cardText(text: string): string {
  const known = cutText(text, 4 * MAX_CHARS)
    .replace(DIRECTIONS, '')
    .replace(UNKNOWN, ' ')
    .replace(MARKS, '$1')
    .replace(LINE_ENDS, ' ')
  return cutText(known.trim(), MAX_CHARS, '…')
}
