/** Cc, Cs, U+202A–202E, U+2066–2069: they make a text look like another one in a mail, a log or a list. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/gu
const LINE_BREAKS = /\r\n?|[\n\v\f\u0085\u2028\u2029]/g

/**
 * Characters that nobody sees in a line (Cf). The two joiners are spelling in Persian and Hindi and hold emoji
 * together; tags make a flag of a region. What stays is captured with what it follows: Safari before 16.4 has no
 * lookbehind.
 */
const INVISIBLE =
  /(\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{3,6}\u{E007F}|[\p{L}\p{M}\p{N}\p{Emoji}][\u200C\u200D])|\p{Cf}/gu

const UNSTORABLE = /[\0\p{Cs}]/u

/** Whether PostgreSQL can store it as it is: JSON can say NUL and lone surrogates, a text column cannot. */
export function isStorableText(text: string): boolean {
  return !UNSTORABLE.test(text)
}

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

interface TextPart {
  text: string
  href?: string
}

const ADDRESS = /(?:https?:\/\/|www\.)[^\s<>"'“”«»]+/giu
const AFTER = /[.,;:!?…*_~]+$/u

/** Splits a text at the web addresses in it: with `http(s)://`, or beginning with `www.`. */
export function splitAtLinks(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = withoutAfter(found)
    const href = /^www\./i.test(address) ? `https://${address}` : address
    if (parseWebUrl(href) === undefined) continue
    if (index > end) parts.push({ text: text.slice(end, index) })
    parts.push({ text: address, href })
    end = index + address.length
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}

function withoutAfter(found: string): string {
  let address = found
  for (;;) {
    const trimmed = address.replace(AFTER, '')
    const isOpen = trimmed.split('(').length > trimmed.split(')').length - 1
    const next = trimmed.endsWith(')') && !isOpen ? trimmed.slice(0, -1) : trimmed
    if (next === address) return address
    address = next
  }
}

/** An absolute http(s) address without credentials: the only kind that a page may turn into a link. */
export function parseWebUrl(text: string): URL | undefined {
  const url = parseUrl(text)
  if (url === undefined) return undefined
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  return isWeb && url.username === '' && url.password === '' && url.hostname !== '' ? url : undefined
}

/** The address that a text is; undefined when it is none. `canParse` came with Safari 17 and Chrome 120. */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}

/** Forgives case, accents and the curly apostrophe: "ribeira d'ilhas" finds "Ribeira d’Ilhas". */
export function foldText(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[’‘`´]/g, "'")
    .toLowerCase()
    .trim()
}

const SLUG_MAX = 80

/** 'Ribeira d’Ilhas' is `ribeira-d-ilhas`; empty for a name without a Latin letter or a digit. */
export function slugOf(name: string): string {
  const words = name
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
  return words
    .filter((word) => word !== '')
    .join('-')
    .slice(0, SLUG_MAX)
    .replace(/-$/, '')
}

export function isSlug(text: string): boolean {
  return text.length <= SLUG_MAX && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text)
}
