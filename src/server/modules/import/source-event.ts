import { hash } from 'node:crypto'
import { decodeHTMLStrict } from 'entities'
import type { FactName } from '@/domain/events/event-fields'
import type { ImportNote, RowError } from '@/domain/staff/import'
import { SECONDS_PER_DAY } from '@/domain/time/local-time'
import type { TimeBlock } from '@/domain/timetables/timetable'
import { cutText } from '@/domain/text/plain-text'

/** An event as it stands in a source, before it is made to fit. Times are village time. */
export interface SourceEvent {
  uid: string
  /** Of all that is read of it: another one means that its source has changed it. */
  digest: string
  title: string
  description?: string
  place?: string
  position?: { latitude: number; longitude: number } | undefined
  url?: string
  price?: string
  facts?: SourceFacts
  categories?: readonly string[]
  /** The dates that are not over, ordered by start. */
  blocks: readonly TimeBlock[]
  /** The first of all. */
  first?: TimeBlock | undefined
  isCancelled?: boolean
  reason?: RowError | undefined
  notes: readonly ImportNote[]
}

/** The facts of a source as it writes them; several with commas between them. */
export type SourceFacts = Partial<Record<FactName, string>>

export function digestOf(content: unknown): string {
  return hash('sha256', JSON.stringify(content), 'hex')
}

/** Makes a date of what the village's clock shows, in seconds as if it were UTC's. From midnight to a later midnight are whole days. */
export function blockOf(start: number, end: number): TimeBlock {
  const areDays = end > start && start % SECONDS_PER_DAY === 0 && end % SECONDS_PER_DAY === 0
  if (!areDays) return { start_time: timeText(start), end_time: timeText(end), is_all_day: false }
  const [first, last] = [start, end - SECONDS_PER_DAY].map((day) => timeText(day).slice(0, 10))
  return { start_time: first ?? '', end_time: last ?? '', is_all_day: true }
}

function timeText(wall: number): string {
  return `${new Date(wall * 1000).toISOString().slice(0, 16).replace('T', ' ')}:00`
}

/** Twenty times what the longest field takes. */
const TEXT_MAX = 20_000
/** People write placeholders and addresses in angle brackets, too: those are no HTML. */
const HTML = /<(?:\/[a-z][a-z0-9]*|br|p|li|img)(?=[\s/>])[^<>]*>/i
const INLINE = /^(?:a|b|i|u|s|em|strong|small|font|sub|sup|span|center|img|t[dh])$/i

/** The text of a description that may be HTML, as Google and WordPress write it, with the addresses of its links. It is only ever shown as text. */
export function plainDescription(description: string): string {
  const text = cutText(description, TEXT_MAX)
  return decodeHTMLStrict(HTML.test(text) ? textOfHtml(text) : text)
    .replaceAll(/[ \t\u00A0]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

function textOfHtml(html: string): string {
  return html
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/<(script|style|head)\b.*?<\/\1>/gi, '')
    .replaceAll(/<a\s[^<>]*href="((?:https?:\/\/|mailto:)[^"<>]*)"[^<>]*>([^<>]*)<\/a>/gi, linkText)
    .replaceAll(/<li\b[^<>]*>/gi, '\n• ')
    .replaceAll(/<\/?([a-z][a-z0-9]*)(?=[\s/>])[^<>]*>/gi, (_, name: string) =>
      INLINE.test(name) ? '' : '\n',
    )
}

/** A link whose words are its address needs no other. */
function linkText(_: string, href: string, words: string): string {
  const address = href.replace(/^mailto:/i, '')
  return words.includes(address) || /^https?:\/\/\S+$/.test(words.trim()) ? words : `${words} (${address})`
}
