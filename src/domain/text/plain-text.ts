import * as z from 'zod/mini'

/**
 * Control characters, halves of a surrogate pair, and what turns the direction of the text around it: in a mail, a log or a list of
 * the back office they make a text look like another one. Their ranges: Cc, Cs, U+202A–202E, U+2066–2069.
 */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/gu
const LINE_BREAKS = /\r\n?|[\n\v\f\u0085\u2028\u2029]/g

/**
 * Characters that nobody sees in a line (Cf): two titles would look alike and not be, and one of nothing else would be a title. The two
 * joiners are spelling in Persian and Hindi, and hold emoji together, behind something that they join. So do tags, which make a
 * flag of a region out of a black one. What stays is captured with what it follows: Safari before 16.4 has no lookbehind.
 */
const INVISIBLE =
  /(\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{3,6}\u{E007F}|[\p{L}\p{M}\p{N}\p{Emoji}][\u200C\u200D])|\p{Cf}/gu

/** NUL, and half of a surrogate pair. */
const UNSTORABLE = /[\0\p{Cs}]/u

/** Whether PostgreSQL can store it as it is: JSON can say NUL and lone surrogates, a text column cannot. */
export function isStorableText(text: string): boolean {
  return !UNSTORABLE.test(text)
}

/** Text of one line: a break or a tab becomes a blank, what is unprintable or invisible goes, blanks around it too. */
export function toOneLine(text: string): string {
  return text
    .replaceAll(LINE_BREAKS, ' ')
    .replaceAll('\t', ' ')
    .replaceAll(UNPRINTABLE, '')
    .replaceAll(INVISIBLE, '$1')
    .trim()
}

/** Text of several lines: each break becomes a line feed, tabs stay, other unprintable characters go. */
export function toLines(text: string): string {
  return text
    .replaceAll(LINE_BREAKS, '\n')
    .replaceAll(UNPRINTABLE, (character) => (character === '\n' || character === '\t' ? character : ''))
    .trim()
}

/** Cuts a text to at most so many UTF-16 units, and never to half a character: a lone surrogate cannot be stored. */
export function cutText(text: string, max: number): string {
  return text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '')
}

/** Comes first among the checks of a field of one line, so that the others see what is stored. */
export const oneLine = () => z.overwrite<string>(toOneLine)

/** Cleans the text of a field of several lines. */
export const lines = () => z.overwrite<string>(toLines)
