const LINE_BREAK = /\r\n?|[\u0085\u2028\u2029]/g
const UNWRITABLE = /[^\P{Cc}\t\n]|\p{Cs}|[\uFFFE\uFFFF]/gu

/** The text as far as XML 1.0 and calendars can hold it, each line break a line feed: other programs break lines at more than these. */
export function writableText(text: string): string {
  return text.replaceAll(LINE_BREAK, '\n').replaceAll(UNWRITABLE, '')
}

const REFERENCES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A text for an element or a quoted attribute of XML or HTML. */
export function escapeMarkup(text: string): string {
  return writableText(text).replaceAll(/[&<>"']/g, (character) => REFERENCES[character] ?? '')
}
