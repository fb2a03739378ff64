import { hash } from 'node:crypto'
import { decodeHTMLStrict } from 'entities'
import { problemsOf } from '@/domain/validation/problem'
import {
  EVENT_FACTS,
  FACT_NAMES,
  statedFacts,
  type FactName,
  type FactValues,
} from '@/domain/events/event-fields'
import { GAZETTEER } from '@/site/places'
import {
  LOCATION_NAME_MAX,
  UNLOCATED,
  isLocated,
  locationName,
  type StoredPlace,
} from '@/domain/places/place'
import {
  importedEventSchema,
  type ImportDefaults,
  type ImportedEvent,
  type ImportNote,
  type RowError,
} from '@/domain/staff/import'
import {
  DESCRIPTION_MAX,
  DESCRIPTION_MIN,
  MAX_TIME_BLOCKS,
  TITLE_MAX,
} from '@/domain/submissions/submission-limits'
import { TAGS_MAX, allNames, type NamedTag } from '@/domain/tags/tag'
import { countCharacters, cutAtWord, cutText, foldText, toLines, toOneLine } from '@/domain/text/plain-text'
import { addressesIn, parseWebUrl } from '@/domain/text/web-address'
import { SECONDS_PER_DAY } from '@/domain/time/local-time'
import type { TimeBlock } from '@/domain/timetables/timetable'
import { timetableProblems } from '@/domain/timetables/timetable-problems'
import { ACCESS_LABELS, AUDIENCE_LABELS } from '@/messages/fact-text'

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
type SourceFacts = Partial<Record<FactName, string>>

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

export interface MapOptions {
  defaults: ImportDefaults
  tags: readonly (NamedTag & { key: string })[]
  findPlace: (text: string) => StoredPlace | undefined
  nowSeconds: number
}

/** Makes an event of a source, some of whose dates are to come, fit into the app. `problem`: the rule for events that it breaks. */
export function mapEvent(source: SourceEvent, options: MapOptions) {
  const notes = new Set(source.notes)
  const shortened = (text: string, max: number) => {
    if (countCharacters(text) > max) notes.add('shortened')
    return cutAtWord(text, max)
  }
  const title = shortened(titleOf(source), TITLE_MAX)
  const place = placeOf(source, options, notes)
  const said = shortened(toLines(plainDescription(source.description ?? '')), DESCRIPTION_MAX)
  const isShort = countCharacters(said) < DESCRIPTION_MIN
  if (isShort) notes.add('description_filled')
  const filled = [...new Set([title, said, place.location_name])].filter(Boolean).join(' – ')
  if (source.blocks.length > MAX_TIME_BLOCKS) notes.add('occurrences_cut')
  const price = readPrice(source.price)
  if (price === 'unreadable') notes.add('price_unreadable')
  const [url] = addressesIn(source.url ?? '')
  const event = {
    title,
    description: isShort ? cutText(filled, DESCRIPTION_MAX) : said,
    ...place,
    tag_keys: tagsOf(source.categories ?? [], options),
    timetable: { list: source.blocks.slice(0, MAX_TIME_BLOCKS) },
    ...(url !== undefined && { info_url: url }),
    ...(typeof price === 'number' && { price }),
    ...readFacts(source.facts ?? {}, notes),
  }
  const parsed = importedEventSchema.safeParse(event)
  const [problem] = parsed.success
    ? timetableProblems(parsed.data.timetable, options.nowSeconds, { allowPast: true })
    : problemsOf(parsed.error.issues)
  const content: ImportedEvent = parsed.data ?? event
  return { content, problem: problem?.code, notes: [...notes] }
}

export function titleOf({ title }: SourceEvent): string {
  return toOneLine(decodeHTMLStrict(title))
}

function placeOf(
  { place, position }: SourceEvent,
  { defaults, findPlace }: MapOptions,
  notes: Set<ImportNote>,
): StoredPlace {
  const text = cutText(toOneLine(decodeHTMLStrict(place ?? '')), LOCATION_NAME_MAX)
  // The address of a video call is no place.
  if (text === '' || parseWebUrl(text) !== undefined) {
    notes.add('place_default')
    const { location_name, latitude, longitude } = defaults
    return { location_name, latitude, longitude }
  }
  if (position !== undefined) return { location_name: text, ...position }
  const known = findPlace(text)
  if (known === undefined) notes.add('place_unknown')
  // The position of another place would be a wrong one.
  return known ?? { location_name: text, ...UNLOCATED }
}

/** Categories that are tags here, by key or any of their names; the defaults when none is. */
function tagsOf(categories: readonly string[], { tags, defaults }: MapOptions): string[] {
  const wanted = new Set(categories.map(foldText))
  const found = tags.filter((tag) => [tag.key, ...allNames(tag)].some((name) => wanted.has(foldText(name))))
  return found.length === 0 ? defaults.tag_keys : found.slice(0, TAGS_MAX).map(({ key }) => key)
}

const FREE = /^(?:free|gratis|gratuito|gratuita|entrada livre|entrada gratuita|livre|free entry)$/

/** Euros of "12,50 €", "EUR 5" or "Entrada livre" (0); undefined for nothing, 'unreadable' for anything else. */
function readPrice(text = ''): number | 'unreadable' | undefined {
  const folded = foldText(text)
  if (folded === '') return undefined
  if (FREE.test(folded)) return 0
  const [, euros, cents = '0'] =
    /^(?:€|eur|euros?)?\s*(\d{1,5})(?:[.,](\d{1,2}))?\s*(?:€|eur|euros?)?$/.exec(folded) ?? []
  return euros === undefined ? 'unreadable' : Number(`${euros}.${cents}`)
}

/** Words without signs: 'step_free' is 'step free'. */
function wordsOf(text: string): string {
  return foldText(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

const LABELS: Record<string, typeof AUDIENCE_LABELS.all> = { ...AUDIENCE_LABELS, ...ACCESS_LABELS }

/** How a value of a fact may be written: as it is, or as it is called in English or Portuguese. */
function namesOf(value: string): string[] {
  const names = (['en', 'pt'] as const).map(
    (locale) =>
      LABELS[value]?.({}, { locale }) ?? new Intl.DisplayNames(locale, { type: 'language' }).of(value) ?? '',
  )
  return [value, ...names].map(wordsOf)
}

const VALUES = FACT_NAMES.map((fact) => ({
  fact,
  values: EVENT_FACTS[fact].values.map((value) => ({ value, names: namesOf(value) })),
}))

/** Reads what a source says; what it does not say is absent. */
function readFacts(source: SourceFacts, notes: Set<ImportNote>) {
  const read = VALUES.map(({ fact, values }) => {
    const words = (source[fact] ?? '')
      .split(/[,;|/]/)
      .map(wordsOf)
      .filter(Boolean)
    const found = values
      .filter(({ names }) => names.some((name) => words.includes(name)))
      .map(({ value }) => value)
    if (words.some((word) => !values.some(({ names }) => names.includes(word)))) notes.add('fact_unknown')
    // Two audiences together are more than one of them alone.
    return [fact, EVENT_FACTS[fact].isList ? found : found.length > 1 ? values[0]?.value : found[0]]
  })
  return statedFacts(Object.fromEntries(read) as FactValues)
}

/** A shorter name may be a word of any address. */
const CONTAINED_MIN = 6

/** Finds the place that a source means among those of the gazetteer and of the app's events; undefined when none is. */
export function placeFinder(ofEvents: readonly StoredPlace[]): MapOptions['findPlace'] {
  const ofGazetteer = GAZETTEER.map(({ name, address, latitude, longitude }) => ({
    location_name: locationName({ displayName: name, formattedAddress: address }),
    latitude,
    longitude,
  }))
  const known = [...ofGazetteer, ...ofEvents.filter(isLocated)].map((place) => ({
    place,
    full: wordsOf(place.location_name),
    name: wordsOf(place.location_name.split(' - ')[0] ?? ''),
  }))
  const longestFirst = known
    .filter(({ name }) => name.length >= CONTAINED_MIN)
    .toSorted((a, b) => b.name.length - a.name.length)
  return (text) => {
    const wanted = wordsOf(text)
    const found =
      known.find(({ full, name }) => full === wanted || name === wanted) ??
      longestFirst.find(({ name }) => ` ${wanted} `.includes(` ${name} `))
    return found?.place
  }
}

/** Twenty times what the longest field takes. */
const TEXT_MAX = 20_000
/** People write placeholders and addresses in angle brackets, too: those are no HTML. */
const HTML = /<(?:\/[a-z][a-z0-9]*|br|p|li|img)(?=[\s/>])[^<>]*>/i
const INLINE = /^(?:a|b|i|u|s|em|strong|small|font|sub|sup|span|center|img|t[dh])$/i

/** The text of a description that may be HTML, as Google and WordPress write it, with the addresses of its links. It is only ever shown as text. */
function plainDescription(description: string): string {
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
