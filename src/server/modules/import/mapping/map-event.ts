import { hash } from 'node:crypto'
import { importedEventSchema } from '@/domain/staff/import'
import type { ImportDefaults, ImportedEvent, ImportNote, RowError } from '@/domain/staff/import'
import { foldText, cutAtWord, cutText, toLines, toOneLine, countCharacters } from '@/domain/text/plain-text'
import { addressesIn } from '@/domain/text/web-address'
import { LOCATION_NAME_MAX, locationName, UNLOCATED, isLocated } from '@/domain/places/place'
import type { StoredPlace } from '@/domain/places/place'
import { problemsOf } from '@/domain/validation/problem'
import type { Problem } from '@/domain/validation/problem'
import {
  DESCRIPTION_MAX,
  DESCRIPTION_MIN,
  TITLE_MAX,
  MAX_TIME_BLOCKS,
} from '@/domain/submissions/submission-limits'
import { TAGS_MAX, allNames } from '@/domain/tags/tag'
import type { NamedTag } from '@/domain/tags/tag'
import { timetableProblems } from '@/domain/timetables/timetable-problems'
import { cutPeriodOf, horizonOf, readFacts, isAtSameTime } from '@/server/modules/import/source/source-event'
import type { SourceEvent } from '@/server/modules/import/source/source-event'
import { schedulesOf } from '@/domain/timetables/schedule'
import type { Recurrence, TimeBlock, Timetable } from '@/domain/timetables/timetable'
import { parseDate, parseDateTime } from '@/domain/time/village-time'
import { GAZETTEER } from '@/site/places'

const FREE = /^(?:free|gratis|gratuito|gratuita|entrada livre|entrada gratuita|livre|free entry)$/

export interface MappedEvent {
  uid: string
  title: string
  /** SHA-256 of what the source says. */
  digest: string
  /** Absent when it cannot be imported. */
  event?: ImportedEvent
  /** Given in place of `event` where only fields are at fault. */
  draft?: ImportedEvent
  /** Its place is the source's own, on the map or not, and not the default one. */
  hasPlace: boolean
  problems: Problem[]
  obstacle?: RowError | undefined
  notes: ImportNote[]
}

export interface MapOptions {
  defaults: ImportDefaults
  tags: readonly (NamedTag & { key: string })[]
  findPlace: FindPlace
  nowSeconds: number
}

/** Makes an event of a source fit into the app and validates it; undefined when it is over. */
export function mapEvent(source: SourceEvent, options: MapOptions): MappedEvent | undefined {
  const { obstacle, blocks } = source
  const notes = [...source.notes]
  const title = shortened(toOneLine(source.title), TITLE_MAX, () => notes.push('title_shortened'))
  const base = { uid: source.uid, title, notes }
  if (obstacle !== undefined)
    return { ...base, digest: digestOf(source.fingerprint), obstacle, problems: [], hasPlace: false }
  if (blocks.length === 0) return undefined
  const fitted = fitTimetable(source)
  notes.push(...fitted.notes)
  const place = placeOf(source, options, notes)
  const price = readPrice(source.price)
  if (price === 'unreadable') notes.push('price_unreadable')
  const { facts, hasUnknown } = readFacts(source.facts ?? {})
  if (hasUnknown) notes.push('fact_unknown')
  const [url] = addressesIn(source.url ?? '')
  const draft = {
    title,
    description: descriptionOf(source, { title, place: place.location_name }, notes),
    location_name: place.location_name,
    latitude: place.latitude,
    longitude: place.longitude,
    tag_keys: tagsOf(source.categories, options),
    timetable: fitted.timetable,
    ...(url !== undefined && { info_url: url }),
    ...(typeof price === 'number' && { price }),
    ...facts,
  }
  const parsed = importedEventSchema.safeParse(draft)
  const problems = parsed.success
    ? timetableProblems(parsed.data.timetable, options.nowSeconds, { allowPast: true })
    : problemsOf(parsed.error.issues)
  return {
    ...base,
    digest: digestOf(source.fingerprint, partOf(source, fitted, options.nowSeconds)),
    problems,
    hasPlace: place.isOwn,
    ...(parsed.success && problems.length === 0 ? { event: parsed.data } : { draft }),
  }
}

function digestOf(...parts: string[]): string {
  return hash('sha256', parts.join('\n'), 'hex')
}

/** Names the part of a series that is taken, which is another as time goes on; empty when all of it is. */
function partOf({ isOpen }: SourceEvent, { isCut, timetable }: FittedTimetable, nowSeconds: number): string {
  const last = 'list' in timetable ? timetable.list.at(-1) : undefined
  if (isCut && last !== undefined) return cutPeriodOf(last.start_time, nowSeconds)
  return isOpen ? horizonOf(nowSeconds).name : ''
}

function placeOf({ place, position }: SourceEvent, { defaults, findPlace }: MapOptions, notes: ImportNote[]) {
  const text = cutText(toOneLine(place), LOCATION_NAME_MAX)
  if (text !== '' && position !== undefined) return { location_name: text, ...position, isOwn: true }
  const known = findPlace(text)
  if (known !== undefined) return { ...known, isOwn: true }
  notes.push(text === '' ? 'place_default' : 'place_unknown')
  // The position of another place would be a wrong one, and so would the name of the place before.
  return text === '' ? { ...defaults, isOwn: false } : { location_name: text, ...UNLOCATED, isOwn: true }
}

function descriptionOf(
  source: SourceEvent,
  { title, place }: { title: string; place: string },
  notes: ImportNote[],
): string {
  const text = shortened(toLines(source.description), DESCRIPTION_MAX, () =>
    notes.push('description_shortened'),
  )
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

/** Fewer dates are clearer as a list. */
const SERIES_MIN = 3

interface FittedTimetable {
  timetable: Timetable
  notes: ImportNote[]
  /** Whether there are more dates than fit: importing later brings the next ones. */
  isCut: boolean
}

/** The timetable of coming blocks: weekly when that says exactly the same, else a list, of the first ones if there are too many. */
export function fitTimetable({
  blocks,
  isSeries,
  isOpen,
}: Pick<SourceEvent, 'blocks' | 'isSeries' | 'isOpen'>): FittedTimetable {
  const repeated = isSeries && blocks.length >= SERIES_MIN ? weeklyRuleOf(blocks) : undefined
  if (repeated !== undefined)
    return { timetable: { repeated }, notes: isOpen ? ['series_open'] : [], isCut: false }
  const isCut = blocks.length > MAX_TIME_BLOCKS
  const notes: ImportNote[] = isCut ? ['occurrences_cut'] : isOpen ? ['series_open'] : []
  return { timetable: { list: blocks.slice(0, MAX_TIME_BLOCKS) }, notes, isCut }
}

/** The weekly rule with exactly these occurrences; undefined when there is none. */
function weeklyRuleOf(blocks: readonly TimeBlock[]): Recurrence | undefined {
  const [first] = blocks
  const last = blocks.at(-1)
  if (first === undefined || last === undefined || !blocks.every((block) => isAtSameTime(block, first)))
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

/** A shorter name may be a word of any address. */
const CONTAINED_MIN = 6

const OF_GAZETTEER: readonly StoredPlace[] = GAZETTEER.map(({ name, address, latitude, longitude }) => ({
  location_name: locationName({ displayName: name, formattedAddress: address }),
  latitude,
  longitude,
}))

/** Finds the place that a source means among those of the gazetteer and of the app's events; undefined when none is. */
type FindPlace = (text: string) => StoredPlace | undefined

export function placeFinder(ofEvents: readonly StoredPlace[]): FindPlace {
  const known = [...OF_GAZETTEER, ...ofEvents.filter(isLocated)].map((place) => ({
    place,
    full: foldText(place.location_name),
    name: foldText(place.location_name.split(' - ')[0] ?? ''),
  }))
  const longestFirst = known
    .filter(({ name }) => name.length >= CONTAINED_MIN)
    .toSorted((a, b) => b.name.length - a.name.length)
    .map(({ place, name }) => ({ place, name: ` ${words(name)} ` }))
  return (text) => {
    const wanted = foldText(text)
    if (wanted === '') return undefined
    const wantedWords = ` ${words(wanted)} `
    const head = foldText(text.split(/,| - |\n/)[0] ?? '')
    const found =
      known.find(({ full, name }) => full === wanted || name === wanted) ??
      known.find(({ name }) => name === head) ??
      longestFirst.find(({ name }) => wantedWords.includes(name))
    return found?.place
  }
}

function words(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}']+/gu, ' ').trim()
}
