import { decodeHTMLStrict } from 'entities'
import { Parser } from 'htmlparser2'
import type { ImportNote, RowError } from '@/domain/staff/import'
import type { TimeBlock } from '@/domain/timetables/timetable'
import { cutText, foldText } from '@/domain/text/plain-text'
import { splitAtLinks } from '@/domain/text/web-address'
import {
  endOfDay,
  parseDate,
  parseDateTime,
  toEpochSeconds,
  startOfDay,
  villageDate,
} from '@/domain/time/village-time'
import { EVENT_FACTS, EVENT_LANGUAGES, FACT_NAMES, statedFacts } from '@/domain/events/event-fields'
import type {
  Audience,
  AccessFeature,
  EventLanguage,
  FactName,
  FactValue,
  FactValues,
} from '@/domain/events/event-fields'

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
  /** Every occurrence that is known, ordered by start. */
  blocks: readonly TimeBlock[]
  isSeries: boolean
  /** `blocks` is only a part, up to a horizon that moves on with the seasons. */
  isOpen: boolean
  obstacle?: RowError | undefined
  notes: readonly ImportNote[]
  /** The text that is hashed to see whether the source has changed it. */
  fingerprint: string
}

/** One that is read when it is asked for: that is the costly part, and a preview shows only so many. */
export interface UnreadEvent {
  uid: string
  read: () => SourceEvent
}

/** Characters of one text of a source that are looked at: twenty times what the longest field here takes. */
const TEXT_MAX = 20_000

/** The beginning of a text, before anything else is done with it: the rest of five megabytes is no description. */
export function boundedText(text: string): string {
  return cutText(text, TEXT_MAX)
}

/** When a block ends, in epoch seconds; Infinity when it cannot be read, so that validation says why. */
export function endOfBlock({ end_time, is_all_day }: TimeBlock): number {
  if (is_all_day) {
    const day = parseDate(end_time)
    return day === undefined ? Number.POSITIVE_INFINITY : endOfDay(day)
  }
  const wall = parseDateTime(end_time)
  return wall === undefined ? Number.POSITIVE_INFINITY : toEpochSeconds(wall)
}

/** Whether two blocks have the same times of day, whatever their days: found by their texts, before any are reckoned with. */
export function isAtSameTime(one: TimeBlock, other: TimeBlock): boolean {
  const dayLength = 'yyyy-mm-dd'.length
  return (
    one.start_time.slice(dayLength) === other.start_time.slice(dayLength) &&
    one.end_time.slice(dayLength) === other.end_time.slice(dayLength)
  )
}

/** The facts of a source as it writes them: a value of ours, or words in English or Portuguese; several with commas between them. */
type SourceFacts = Partial<Record<FactName, string>>

interface ReadFacts {
  facts: Partial<FactValues>
  /** Whether something that the source says was not understood, and is left out. */
  hasUnknown: boolean
}

/** 'PT/EN' are two, 'M/18' is one. */
const SEPARATORS = /[,;|]|\/(?!\d)/

const AUDIENCE_WORDS: Record<Audience, RegExp> = {
  all: /^(?:all|everyone|everybody|all ages|todos|todas as idades|para todos|publico geral|geral|m 3|m 6|tp)$/,
  families:
    /^(?:famil(?:y|ies|ia|ias)|kids|children|families with children|familias com criancas|criancas|infantil|publico infantil)$/,
  adults: /^(?:adults?|adults only|adultos?|(?:so )?para adultos|18|m 18|maiores de 18)$/,
}
const ACCESS_WORDS: Record<AccessFeature, RegExp> = {
  step_free:
    /^(?:step free(?: access)?|wheelchair(?: accessible| access)?|acesso sem degraus|sem degraus|cadeira de rodas|mobilidade reduzida)$/,
  accessible_toilet:
    /^(?:accessible (?:toilet|restroom)|(?:casa de banho|wc|sanitario) (?:acessivel|adaptad[ao]))$/,
  sign_language: /^(?:sign language|lingua gestual(?: portuguesa)?|lgp)$/,
  seating: /^(?:seating|seats|lugares sentados|sentados)$/,
}
/** Names of the languages in English and in both kinds of Portuguese ('neerlandês', 'holandês'), folded. */
const LANGUAGE_NAMES = new Map<string, EventLanguage>(
  EVENT_LANGUAGES.flatMap((tag) =>
    ['en', 'pt-PT', 'pt-BR'].map((locale) => {
      const name = new Intl.DisplayNames(locale, { type: 'language' }).of(tag)
      return [foldText(name ?? tag), tag] as const
    }),
  ),
)

/** Whether a word of a source means a value, of each fact. */
const MEANS: { [N in FactName]: (value: FactValue<N>, word: string) => boolean } = {
  audience: (one, word) => one === word || AUDIENCE_WORDS[one].test(word),
  access: (one, word) => wordsOf(one) === word || ACCESS_WORDS[one].test(word),
  // 'en-GB' and 'pt_PT' are English and Portuguese.
  languages: (tag, word) => tag === word.split(' ')[0] || LANGUAGE_NAMES.get(word) === tag,
}

/** Reads what a source says; what it does not say is absent, so that an update leaves it alone. */
export function readFacts(source: SourceFacts): ReadFacts {
  let hasUnknown = false
  const read = FACT_NAMES.map((name) => {
    const means = MEANS[name] as (value: string, word: string) => boolean
    const words = (source[name] ?? '')
      .split(SEPARATORS)
      .map(wordsOf)
      .filter((word) => word !== '')
    const values: readonly string[] = EVENT_FACTS[name].values
    hasUnknown ||= words.some((word) => !values.some((value) => means(value, word)))
    const [first, ...others] = values.filter((value) => words.some((word) => means(value, word)))
    if (EVENT_FACTS[name].isList) return [name, first === undefined ? [] : [first, ...others]]
    // Two of them together are for more than one of them alone.
    return [name, others.length > 0 ? values[0] : first]
  })
  return { facts: statedFacts(Object.fromEntries(read) as FactValues), hasUnknown }
}

/** Words without signs: '18+' is '18', and 'M/18' is 'm 18'. */
function wordsOf(text: string): string {
  return foldText(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

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
  const [first, ...more] = splitAtLinks(said)
  return said.includes(address) || (first?.href !== undefined && more.length === 0)
}

/** How far a series without an end is taken: five quarters, and further with each new quarter. */
const MONTHS_AHEAD = 15

export interface Horizon {
  /** Epoch seconds. */
  seconds: number
  /** Names the quarter that it counts from: a series that goes on is changed when it is another. */
  name: string
}

/** The same for a quarter of a year, so that importing again tomorrow changes nothing. */
export function horizonOf(nowSeconds: number): Horizon {
  const quarter = quarterOf(villageDate(nowSeconds))
  return { seconds: startOfDay(quarter.add({ months: MONTHS_AHEAD })) - 1, name: quarter.toString() }
}

/**
 * Names the time in which a list that was cut at `lastStart` (`YYYY-MM-DD …`) is the same: the longest of a quarter, a month, a week and a
 * day that is over before the list is. A new one each day would make the series news each night.
 */
export function cutPeriodOf(lastStart: string, nowSeconds: number): string {
  const today = villageDate(nowSeconds)
  const { days } = today.until(parseDate(lastStart.slice(0, 10)) ?? today)
  if (days >= 92) return quarterOf(today).toString()
  if (days >= 31) return today.with({ day: 1 }).toString()
  if (days >= 7) return today.subtract({ days: today.dayOfWeek - 1 }).toString()
  return today.toString()
}

function quarterOf(date: Temporal.PlainDate): Temporal.PlainDate {
  return date.with({ month: Math.floor((date.month - 1) / 3) * 3 + 1, day: 1 })
}
