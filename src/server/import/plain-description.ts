const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  euro: '€',
  rsquo: '’',
  lsquo: '‘',
  rdquo: '”',
  ldquo: '“',
  bull: '•',
  middot: '·',
  ordm: 'º',
  ordf: 'ª',
}
const ACCENTS: Record<string, string> = {
  acute: '\u0301',
  grave: '\u0300',
  circ: '\u0302',
  tilde: '\u0303',
  uml: '\u0308',
  cedil: '\u0327',
}

/**
 * The text of a description that may be HTML, as Google and WordPress write it: its blocks become lines. What is left is only ever
 * shown as text, so nothing here has to be safe as HTML.
 */
export function plainDescription(text: string): string {
  const isHtml = /<\/?(?:p|br|div|a|b|i|u|strong|em|span|ul|ol|li|h[1-6]|html|body|table)\b[^<>]*>/i.test(
    text,
  )
  const plain = isHtml
    ? text
        .replaceAll(/<(script|style|head)\b[\s\S]*?<\/\1\s*>/gi, '')
        .replaceAll(/\s*\n\s*/g, ' ')
        .replaceAll(/<br\b[^<>]*>/gi, '\n')
        .replaceAll(/<li\b[^<>]*>/gi, '\n• ')
        .replaceAll(/<\/?(?:p|div|ul|ol|h[1-6]|table|tr)\b[^<>]*>/gi, '\n')
        .replaceAll(/<\/?[a-z][^<>]*>/gi, '')
    : text
  return decodeEntities(plain)
    .replaceAll(/[ \t\u00A0]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

/** HTML's named entities that calendars use, accented letters and numbers; others stay as they are. */
export function decodeEntities(text: string): string {
  return text.replaceAll(/&(#x[\da-f]{1,6}|#\d{1,7}|[a-z]{2,8});/gi, (whole, name: string) => {
    if (name.startsWith('#')) {
      const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
    }
    const [, letter = '', accent = ''] = /^([a-z])(acute|grave|circ|tilde|uml|cedil)$/i.exec(name) ?? []
    const mark = ACCENTS[accent]
    return mark === undefined ? (ENTITIES[name] ?? whole) : `${letter}${mark}`.normalize('NFC')
  })
}
