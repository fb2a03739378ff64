import { problemsOf, type ProblemCode } from '@/domain/validation/problem'
import {
  importedEventSchema,
  type ImportDefaults,
  type ImportedEvent,
  type ImportNote,
} from '@/domain/staff/import'
import {
  EVENT_FACTS,
  EVENT_LANGUAGES,
  FACT_NAMES,
  statedFacts,
  type AccessFeature,
  type Audience,
  type EventLanguage,
  type FactName,
  type FactValue,
  type FactValues,
} from '@/domain/events/event-fields'
import { countCharacters, cutAtWord, cutText, foldText, toLines, toOneLine } from '@/domain/text/plain-text'
import { addressesIn, parseWebUrl } from '@/domain/text/web-address'
import {
  LOCATION_NAME_MAX,
  UNLOCATED,
  isLocated,
  locationName,
  type StoredPlace,
} from '@/domain/places/place'
import {
  DESCRIPTION_MAX,
  DESCRIPTION_MIN,
  MAX_TIME_BLOCKS,
  TITLE_MAX,
} from '@/domain/submissions/submission-limits'
import { TAGS_MAX, allNames, type NamedTag } from '@/domain/tags/tag'
import { timetableProblems } from '@/domain/timetables/timetable-problems'
import { schedulesOf } from '@/domain/timetables/schedule'
import type { Recurrence, TimeBlock, Timetable } from '@/domain/timetables/timetable'
import { parseDate, parseDateTime } from '@/domain/time/village-time'
import { GAZETTEER } from '@/site/places'
import { decodeEntities, plainDescription, type SourceEvent, type SourceFacts } from './source-event'

const FREE = /^(?:free|gratis|gratuito|gratuita|entrada livre|entrada gratuita|livre|free entry)$/

export interface MapOptions {
  defaults: ImportDefaults
  tags: readonly (NamedTag & { key: string })[]
  findPlace: (text: string) => StoredPlace | undefined
  nowSeconds: number
}

export interface MappedEvent {
  event: ImportedEvent
  /** The rule for events that it breaks: it cannot be imported. */
  problem: ProblemCode | undefined
  /** Its place is the source's own, on the map or not, and not the default one. */
  hasPlace: boolean
  /** Its dates are the next ones of more: the timetable of tomorrow has others. */
  isPart: boolean
  notes: ImportNote[]
}

/** Makes an event of a source fit into the app and validates it. Some of its dates are to come. */
export function mapEvent(source: SourceEvent, options: MapOptions): MappedEvent {
  const notes = [...source.notes]
  const title = shortened(toOneLine(decodeEntities(source.title)), TITLE_MAX, () =>
    notes.push('title_shortened'),
  )
  const { timetable, isCut } = timetableOf(source)
  if (isCut) notes.push('occurrences_cut')
  else if (source.isOpen) notes.push('series_open')
  const place = placeOf(source, options, notes)
  const price = readPrice(source.price)
  if (price === 'unreadable') notes.push('price_unreadable')
  const { facts, hasUnknown } = readFacts(source.facts ?? {})
  if (hasUnknown) notes.push('fact_unknown')
  const [url] = addressesIn(source.url ?? '')
  const event = {
    title,
    description: descriptionOf(source, { title, place: place.location_name }, notes),
    location_name: place.location_name,
    latitude: place.latitude,
    longitude: place.longitude,
    tag_keys: tagsOf(source.categories, options),
    timetable,
    ...(url !== undefined && { info_url: url }),
    ...(typeof price === 'number' && { price }),
    ...facts,
  }
  const parsed = importedEventSchema.safeParse(event)
  const [problem] = parsed.success
    ? timetableProblems(parsed.data.timetable, options.nowSeconds, { allowPast: true })
    : problemsOf(parsed.error.issues)
  return {
    event: parsed.data ?? event,
    problem: problem?.code,
    hasPlace: place.isOwn,
    isPart: isCut || source.isOpen,
    notes,
  }
}

function placeOf({ place, position }: SourceEvent, { defaults, findPlace }: MapOptions, notes: ImportNote[]) {
  const text = cutText(toOneLine(decodeEntities(place)), LOCATION_NAME_MAX)
  // The address of a video call is no place.
  if (text === '' || parseWebUrl(text) !== undefined) {
    notes.push('place_default')
    const { location_name, latitude, longitude } = defaults
    return { location_name, latitude, longitude, isOwn: false }
  }
  if (position !== undefined) return { location_name: text, ...position, isOwn: true }
  const known = findPlace(text)
  if (known !== undefined) return { ...known, isOwn: true }
  notes.push('place_unknown')
  // The position of another place would be a wrong one, and so would the name of the place before.
  return { location_name: text, ...UNLOCATED, isOwn: true }
}

function descriptionOf(
  source: SourceEvent,
  { title, place }: { title: string; place: string },
  notes: ImportNote[],
): string {
  const whole = toLines(plainDescription(source.description))
  const text = shortened(whole, DESCRIPTION_MAX, () => notes.push('description_shortened'))
  if (countCharacters(text) >= DESCRIPTION_MIN) return text
  notes.push('description_filled')
  const filled = [title, text, place].filter((part, index, all) => part !== '' && all.indexOf(part) === index)
  return cutText(filled.join(' – '), DESCRIPTION_MAX)
}

/** Categories that are tags here, by key or any of their names; the defaults when none is. */
function tagsOf(categories: readonly string[], { tags, defaults }: MapOptions): string[] {
  const wanted = new Set(categories.map(foldText))
  const found = tags.filter((tag) => [tag.key, ...allNames(tag)].some((name) => wanted.has(foldText(name))))
  return found.length === 0 ? defaults.tag_keys : found.slice(0, TAGS_MAX).map(({ key }) => key)
}

function shortened(text: string, max: number, onCut: () => void): string {
  if (countCharacters(text) > max) onCut()
  return cutAtWord(text, max)
}

/** Euros of "12,50 €", "EUR 5" or "Entrada livre" (0); undefined for nothing, 'unreadable' for anything else. */
function readPrice(text = ''): number | 'unreadable' | undefined {
  const folded = foldText(text)
  if (folded === '') return undefined
  if (FREE.test(folded)) return 0
  const [, euros, cents = '0'] =
    /^(?:€|eur|euros?)?\s*(\d{1,5})(?:[.,](\d{1,2}))?\s*(?:€|eur|euros?)?$/.exec(folded) ?? []
  return euros === undefined ? 'unreadable' : Number(`${euros}.${cents}`)
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
function readFacts(source: SourceFacts): { facts: Partial<FactValues>; hasUnknown: boolean } {
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

/** Fewer dates are clearer as a list. */
const SERIES_MIN = 3

/** Weekly when that says exactly the same as the dates, else a list of the first of them. */
function timetableOf({ blocks, isSeries }: SourceEvent): { timetable: Timetable; isCut: boolean } {
  const repeated = isSeries && blocks.length >= SERIES_MIN ? weeklyRuleOf(blocks) : undefined
  if (repeated !== undefined) return { timetable: { repeated }, isCut: false }
  return { timetable: { list: blocks.slice(0, MAX_TIME_BLOCKS) }, isCut: blocks.length > MAX_TIME_BLOCKS }
}

/** The weekly rule with exactly these occurrences; undefined when there is none. */
function weeklyRuleOf(blocks: readonly TimeBlock[]): Recurrence | undefined {
  const [first] = blocks
  const last = blocks.at(-1)
  if (
    first === undefined ||
    last === undefined ||
    !blocks.every((block) => timesOfDay(block) === timesOfDay(first))
  )
    return undefined
  const days = new Set<number>()
  for (const block of blocks) {
    const date = parseDate(block.start_time.slice(0, 10))
    if (date === undefined) return undefined
    // The wire counts Sunday 0 … Saturday 6.
    days.add(date.dayOfWeek % 7)
  }
  const start = parseDateTime(first.start_time)
  const end = parseDateTime(first.end_time)
  const rule: Recurrence = {
    days: [...days].toSorted((a, b) => a - b),
    ...(start !== undefined && end !== undefined && !first.is_all_day
      ? { start_hour: start.hour, start_minute: start.minute, end_hour: end.hour, end_minute: end.minute }
      : {}),
    period_start_date: first.start_time.slice(0, 10),
    period_end_date: last.start_time.slice(0, 10),
    is_all_day: first.is_all_day,
  }
  const everything = { from: 0, to: Number.MAX_SAFE_INTEGER }
  const ofRule = schedulesOf({ repeated: rule }, everything)
  const ofList = schedulesOf({ list: [...blocks] }, everything)
  const isSame =
    ofRule.length === ofList.length &&
    ofRule.every(({ start_time, end_time }, index) => {
      const other = ofList[index]
      return other?.start_time === start_time && other.end_time === end_time
    })
  return isSame ? rule : undefined
}

/** The times of day of a block, behind its dates. */
function timesOfDay({ start_time, end_time }: TimeBlock): string {
  const dayLength = 'yyyy-mm-dd'.length
  return `${start_time.slice(dayLength)} ${end_time.slice(dayLength)}`
}

/** A shorter name may be a word of any address. */
const CONTAINED_MIN = 6

const OF_GAZETTEER: readonly StoredPlace[] = GAZETTEER.map(({ name, address, latitude, longitude }) => ({
  location_name: locationName({ displayName: name, formattedAddress: address }),
  latitude,
  longitude,
}))

/** Finds the place that a source means among those of the gazetteer and of the app's events; undefined when none is. */
export function placeFinder(ofEvents: readonly StoredPlace[]): MapOptions['findPlace'] {
  const known = [...OF_GAZETTEER, ...ofEvents.filter(isLocated)].map((place) => ({
    place,
    full: foldText(place.location_name),
    name: foldText(place.location_name.split(' - ')[0] ?? ''),
  }))
  const longestFirst = known
    .filter(({ name }) => name.length >= CONTAINED_MIN)
    .toSorted((a, b) => b.name.length - a.name.length)
    .map(({ place, name }) => ({ place, name: ` ${wordsIn(name)} ` }))
  return (text) => {
    const wanted = foldText(text)
    if (wanted === '') return undefined
    const wantedWords = ` ${wordsIn(wanted)} `
    const head = foldText(text.split(/,| - |\n/)[0] ?? '')
    const found =
      known.find(({ full, name }) => full === wanted || name === wanted) ??
      known.find(({ name }) => name === head) ??
      longestFirst.find(({ name }) => wantedWords.includes(name))
    return found?.place
  }
}

function wordsIn(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}']+/gu, ' ').trim()
}
