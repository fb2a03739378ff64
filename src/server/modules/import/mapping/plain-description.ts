import { decodeHTMLStrict } from 'entities'
import { Parser } from 'htmlparser2'

/** People write placeholders and addresses in angle brackets, too: those are no HTML. */
const HTML =
  /<\/?(?:p|br|div|a|b|i|u|s|em|strong|small|font|sub|sup|span|center|ul|ol|li|dl|dt|dd|h[1-6]|hr|img|pre|blockquote|table|tr|td|th|section|article|header|footer|main|figure|iframe|html|body)(?:[\s/][^<>]*)?>/i
/** Their content is no text. */
const SKIPPED = new Set(['script', 'style', 'head'])
/** They stand on lines of their own. */
const BLOCKS = new Set(
  'p div ul ol dl dt dd h1 h2 h3 h4 h5 h6 hr pre blockquote table tr section article header footer main figure'.split(
    ' ',
  ),
)
/** They stand beside each other. */
const CELLS = new Set(['td', 'th'])
const WEB_ADDRESS = /^(?:https?:\/\/|www\.)\S*[^\s.…]$/i

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

/** The text between the tags, with its entities as they are written, and the addresses of its links. */
function textOfHtml(html: string): string {
  let text = ''
  let link = { address: '', words: '' }
  const endLink = () => {
    if (!isSaid(link)) text += ` (${link.address})`
    link = { address: '', words: '' }
  }
  let skipping = 0
  const parser = new Parser(
    {
      onopentagname(name) {
        if (SKIPPED.has(name)) skipping += 1
        else if (name === 'br') text += '\n'
        else if (name === 'li') text += '\n• '
        else if (BLOCKS.has(name)) text += '\n'
        else if (CELLS.has(name)) text += ' '
      },
      onopentag(name, { href = '' }) {
        if (name !== 'a') return
        endLink()
        link.address = href.replace(/^mailto:/i, '').trim()
      },
      onclosetag(name, isImplied) {
        if (SKIPPED.has(name)) skipping -= 1
        else if (name === 'a') endLink()
        else if (BLOCKS.has(name) && !isImplied) text += '\n'
      },
      ontext(part) {
        if (skipping > 0) return
        const words = part.replaceAll(/\s+/g, ' ')
        text += words
        link.words += words
      },
    },
    { decodeEntities: false },
  )
  parser.end(html)
  return text
}

/** Whether a link needs no address beside its words: they are one, or it leads nowhere beyond its page. */
function isSaid({ address, words }: { address: string; words: string }): boolean {
  const said = words.trim()
  if (!/^https?:\/\/|@/i.test(address)) return true
  return WEB_ADDRESS.test(said) || said.includes(address)
}
