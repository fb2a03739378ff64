import { decodeHTMLStrict } from 'entities'
import { Parser } from 'htmlparser2'

const HTML = /<\/?(?:p|br|div|a|b|i|u|strong|em|span|ul|ol|li|h[1-6]|html|body|table)\b[^<>]*>/i
/** Their content is no text. */
const SKIPPED = new Set(['script', 'style', 'head'])
/** They stand on lines of their own. */
const BLOCKS = new Set(['p', 'div', 'ul', 'ol', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'table', 'tr'])

/**
 * The text of a description that may be HTML, as Google and WordPress write it: its blocks become lines. What is left is only ever
 * shown as text, so nothing here has to be safe as HTML.
 */
export function plainDescription(text: string): string {
  return decodeEntities(HTML.test(text) ? textOfHtml(text) : text)
    .replaceAll(/[ \t\u00A0]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

/**
 * Decodes HTML's named entities and numbers; others stay as they are, and so does what has no semicolon, such as `&copy=2` in an address.
 */
export function decodeEntities(text: string): string {
  return decodeHTMLStrict(text)
}

/** The text between the tags, with its entities as they are written. */
function textOfHtml(html: string): string {
  let text = ''
  let skipping = 0
  const parser = new Parser(
    {
      onopentagname(name) {
        if (SKIPPED.has(name)) skipping += 1
        else if (name === 'br') text += '\n'
        else if (name === 'li') text += '\n• '
        else if (BLOCKS.has(name)) text += '\n'
      },
      onclosetag(name, isImplied) {
        if (SKIPPED.has(name)) skipping -= 1
        else if (BLOCKS.has(name) && !isImplied) text += '\n'
      },
      ontext(part) {
        if (skipping === 0) text += part.replaceAll(/\s+/g, ' ')
      },
    },
    { decodeEntities: false },
  )
  parser.end(html)
  return text
}
