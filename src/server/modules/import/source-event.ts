import { decodeHTMLStrict } from 'entities'
import { Parser } from 'htmlparser2'
import type { FactName } from '@/domain/events/event-fields'
import type { ImportNote, RowError } from '@/domain/staff/import'
import type { TimeBlock } from '@/domain/timetables/timetable'
import { cutText } from '@/domain/text/plain-text'

/** An event as it stands in a source, before it is made to fit. Times are village time. */
export interface SourceEvent {
  uid: string
  title: string
  description: string
  place: string
  position?: { latitude: number; longitude: number } | undefined
  url?: string | undefined
  price?: string | undefined
  facts?: SourceFacts | undefined
  categories: readonly string[]
  /** The occurrences that are not over, ordered by start. */
  blocks: readonly TimeBlock[]
  /** The first of all; undefined where it cannot be read. */
  first: TimeBlock | undefined
  isSeries: boolean
  /** `blocks` is only a part, up to a horizon that moves on. */
  isOpen: boolean
  /** All that is to come begins after that horizon. */
  isLater: boolean
  isCancelled: boolean
  reason?: RowError | undefined
  notes: readonly ImportNote[]
}

/** The facts of a source as it writes them: a value of ours, or words in English or Portuguese; several with commas between them. */
export type SourceFacts = Partial<Record<FactName, string>>

/** Characters of one text of a source that are looked at: twenty times what the longest field here takes. */
const TEXT_MAX = 20_000

/** The beginning of a text, before anything else is done with it: the rest of five megabytes is no description. */
export function boundedText(text: string): string {
  return cutText(text, TEXT_MAX)
}

/** `YYYY-MM-DD HH:mm:00` of what a clock shows, given in seconds as if it were UTC's. */
export function timeText(wall: number): string {
  return `${new Date(wall * 1000).toISOString().slice(0, 16).replace('T', ' ')}:00`
}

/** Decodes HTML's named entities and numbers; what has no semicolon stays, such as `&copy=2` in an address. */
export function decodeEntities(text: string): string {
  return decodeHTMLStrict(text)
}

/** People write placeholders and addresses in angle brackets, too: those are no HTML. */
const HTML =
  /<\/?(?:p|br|div|a|b|i|u|s|em|strong|small|font|sub|sup|span|center|ul|ol|li|dl|dt|dd|h[1-6]|hr|img|pre|blockquote|table|tr|td|th|section|article|header|footer|main|figure|iframe|html|body)(?:[\s/][^<>]*)?>/i
const SKIPPED = new Set(['script', 'style', 'head'])
/** Elements that stand beside others; any other begins and ends a line. */
const INLINE = new Set('a b i u s em strong small font sub sup span center img'.split(' '))

/**
 * The text of a description that may be HTML, as Google and WordPress write it, with the addresses of its links. What is left is only ever shown as
 * text, so nothing here has to be safe as HTML.
 */
export function plainDescription(text: string): string {
  return decodeEntities(HTML.test(text) ? textOfHtml(text) : text)
    .replaceAll(/[ \t\u00A0]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

function textOfHtml(html: string): string {
  let text = ''
  let skipping = 0
  let link: { address: string; from: number } | undefined
  const endLink = () => {
    const words = link && text.slice(link.from)
    // A link whose words are its address, or that leads nowhere beyond its page, needs no other.
    const isSaid =
      link === undefined ||
      words?.includes(link.address) === true ||
      /^https?:\/\/\S+$/.test(words?.trim() ?? '')
    if (!isSaid && /^https?:\/\/|@/i.test(link?.address ?? '')) text += ` (${link?.address})`
    link = undefined
  }
  const breakBefore = (name: string) => {
    if (name === 'td' || name === 'th') text += ' '
    else if (!INLINE.has(name)) text += name === 'li' ? '\n• ' : '\n'
  }
  const parser = new Parser(
    {
      onopentagname(name) {
        if (SKIPPED.has(name)) skipping += 1
        else breakBefore(name)
      },
      onopentag(name, { href = '' }) {
        if (name !== 'a') return
        endLink()
        link = { address: href.replace(/^mailto:/i, '').trim(), from: text.length }
      },
      onclosetag(name, isImplied) {
        if (SKIPPED.has(name)) skipping -= 1
        else if (name === 'a') endLink()
        else if (!isImplied && !INLINE.has(name) && !['li', 'td', 'th'].includes(name)) text += '\n'
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
