import type { ImportReading, ImportRow } from '@/contract/back-office/import'
import type { StoredPlace } from '@/domain/places/place'
import {
  IMPORT_NAME_MAX,
  IMPORT_ROWS_MAX,
  IMPORT_STATES,
  IMPORT_UID_MAX,
  type CsvColumns,
  type ImportError,
  type ImportedEvent,
  type ImportNote,
  CSV_COLUMNS,
  type CsvColumn,
  type RowError,
} from '@/domain/staff/import'
import { MAX_TIME_BLOCKS, TITLE_MAX } from '@/domain/submissions/submission-limits'
import { cutText, toOneLine, foldText } from '@/domain/text/plain-text'
import { schedulesOf, type Schedule } from '@/domain/timetables/schedule'
import type { TimeBlock, Timetable } from '@/domain/timetables/timetable'
import { isIcs, readIcs } from './read-ics'
import {
  digestOf,
  mapEvent,
  placeFinder,
  titleOf,
  type MapOptions,
  type SourceEvent,
  blockOf,
} from './map-event'
import { parse } from 'csv-parse/sync'
import { EVENT_FACTS, FACT_NAMES, type FactName } from '@/domain/events/event-fields'
import { instantOfWall, isCalendarDay, SECONDS_PER_DAY, wallAt } from '@/domain/time/local-time'

/** An event that an import of this source has brought. */
export interface ImportedBefore {
  id: string
  uid: string
  title: string
  status: NonNullable<ImportRow['status']>
  revision: number
  timetable: Timetable
  /** Of what its source said of it at its last import. */
  digest: string | null
  /** Staff has edited it since, or announced something of it. */
  isEdited: boolean
  isCancelled: boolean
}

/** A calendar, and all that the app knows of it. Data alone: it is sent to the thread that reads it. */
export interface ReadingTask extends Omit<MapOptions, 'findPlace'> {
  text: string
  columns?: CsvColumns | undefined
  imported: readonly ImportedBefore[]
  /** The places of our own events. */
  places: readonly StoredPlace[]
}

/** A row, and what an import of it stores. */
export interface ReadRow extends ImportRow {
  digest: string
  revision?: number | undefined
  content?: ImportedEvent | undefined
}

export interface Reading extends Pick<ImportReading, 'left_out' | 'vanished' | 'headings' | 'columns'> {
  /** As the calendar calls itself. */
  name: string | undefined
  rows: ReadRow[]
}

/** Dates of an event that its row names; it counts the others. */
const ROW_DATES = 4
/** A row with one of these is imported when a person says so. */
const DOUBTFUL: readonly ImportNote[] = ['private', 'tentative', 'zone_unknown']

/** Reads a calendar and tells what an import of it would do. It takes as long as the calendar makes it, and never throws for what is in one. */
export function readCalendar(task: ReadingTask): Reading | { trouble: ImportError } {
  const { text, columns, nowSeconds, imported } = task
  const calendar = isIcs(text) ? readIcs(text, nowSeconds) : undefined
  const table = calendar === undefined ? readCsv(text, columns, nowSeconds) : undefined
  const events = calendar?.events ?? table?.events
  if (events === undefined) return { trouble: 'not_a_calendar' }
  const options = { ...task, findPlace: placeFinder(task.places) }
  const known = new Map(imported.map((one) => [one.uid, one]))
  const rows = events
    .toSorted((a, b) => (startOf(a) < startOf(b) ? -1 : 1))
    .map((event) => rowOf(event, known.get(storableUid(event.uid)), options))
    .toSorted((a, b) => IMPORT_STATES.indexOf(a.state) - IMPORT_STATES.indexOf(b.state))
  const there = new Set(rows.filter(({ state }) => state !== 'over').map(({ uid }) => uid))
  // Where a table's columns are still to be chosen, nothing is known of its events.
  const isUnread = table !== undefined && (!table.columns.title || !table.columns.start_date)
  const missing = isUnread ? [] : imported.filter(({ uid }) => !there.has(uid))
  return {
    name: calendar?.name && cutText(toOneLine(calendar.name), IMPORT_NAME_MAX),
    rows: rows.slice(0, IMPORT_ROWS_MAX),
    left_out: Math.max(0, rows.length - IMPORT_ROWS_MAX),
    vanished: missing.flatMap(({ id, title, status, timetable, isCancelled }) => {
      const [next] = comingDates(timetable, nowSeconds)
      const isGone = next !== undefined && status !== 'REJECTED' && !isCancelled
      return isGone ? [{ id, title, status, ...dateOf(next) }] : []
    }),
    ...(table && { headings: table.headings, columns: table.columns }),
  }
}

/** One that is longer than what an import takes is known by its hash. */
function storableUid(uid: string): string {
  return uid.length <= IMPORT_UID_MAX ? uid : digestOf(uid)
}

function startOf({ blocks: [next], first }: SourceEvent): string {
  return (next ?? first)?.start_time ?? ''
}

function rowOf(source: SourceEvent, before: ImportedBefore | undefined, options: MapOptions): ReadRow {
  const { digest, blocks, first, reason, isCancelled = false } = source
  const row = {
    uid: storableUid(source.uid),
    digest,
    title: cutText(titleOf(source), TITLE_MAX),
    dates: datesOf(blocks.length > 0 || first === undefined ? blocks : [first]),
    location_name: '',
    is_ticked: false,
    notes: [...source.notes],
    ...(before && { event_id: before.id, status: before.status, revision: before.revision }),
  }
  if (reason !== undefined) return { ...row, state: 'unreadable', reason }
  if (blocks.length === 0) return { ...row, state: 'over' }
  if (isCancelled && before === undefined) return { ...row, state: 'unreadable', reason: 'cancelled' }
  const { content, problem, notes } = mapEvent(source, options)
  const full = { ...row, title: content.title, location_name: content.location_name, notes }
  if (problem !== undefined) return { ...full, state: 'unreadable', reason: 'invalid', problem }
  if (before !== undefined && before.digest === digest && !isRunningOut(before, source, options.nowSeconds))
    return { ...full, state: 'unchanged' }
  if (before?.isEdited === true) return { ...full, state: 'edited' }
  const is_ticked = !full.notes.some((note) => DOUBTFUL.includes(note))
  return {
    ...full,
    state: before === undefined ? 'new' : 'changed',
    content,
    is_ticked,
    ...(isCancelled && { is_cancelled: true }),
  }
}

/** Of a long series only the next dates are stored: more are when half of these are over. An update each night would be noise. */
function isRunningOut({ timetable }: ImportedBefore, { blocks }: SourceEvent, nowSeconds: number): boolean {
  return comingDates(timetable, nowSeconds).length * 2 <= Math.min(blocks.length, MAX_TIME_BLOCKS)
}

function comingDates(timetable: Timetable, nowSeconds: number): Schedule[] {
  return schedulesOf(timetable, { from: nowSeconds + 1, to: Number.MAX_SAFE_INTEGER })
}

function datesOf(blocks: readonly TimeBlock[]): ImportRow['dates'] {
  const items = schedulesOf({ list: blocks.slice(0, ROW_DATES) }, { from: 0, to: Number.MAX_SAFE_INTEGER })
  return { items: items.map(dateOf), count: Math.min(blocks.length, MAX_TIME_BLOCKS) }
}

function dateOf({ start_time, end_time, is_all_day }: Schedule) {
  return { start_time, end_time, is_all_day }
}

/** The text of a row's cell in the column of a meaning; empty where there is none. */
type Cell = (column: CsvColumn) => string

/** Headings that calendars and town halls write, folded; the first that is there counts. */
const HEADINGS: Record<Exclude<CsvColumn, FactName>, string> = {
  uid: 'uid, id, identificador, referencia, event id, ref',
  title: 'title, titulo, subject, assunto, event name, nome do evento, nome, name, evento, event',
  description: 'description, descricao, event description, details, detalhes, sinopse, notas, notes',
  start_date: 'start date, event start date, data de inicio, data inicio, data, date, start, inicio, dia',
  start_time: 'start time, event start time, hora de inicio, hora inicio, hora, horario, time',
  end_date: 'end date, event end date, data de fim, data fim, data final, end, fim',
  end_time: 'end time, event end time, hora de fim, hora fim, hora final',
  all_day: 'all day event, all day, event all day, dia inteiro, todo o dia',
  place: 'location, venue, event venue name, place, local, recinto, lugar, espaco, morada, address',
  url: 'url, link, website, website url, event website, event url, web, site, pagina',
  price: 'price, preco, cost, event cost, bilhete, bilhetes, entrada, valor',
  categories: 'categories, category, event category, tags, categoria, categorias, tipo, area',
}
const ALL_HEADINGS = {
  ...HEADINGS,
  ...Object.fromEntries(FACT_NAMES.map((name) => [name, EVENT_FACTS[name].headings])),
} as Record<CsvColumn, string>

/**
 * Reads a table of comma-separated values (RFC 4180, and what spreadsheets make of it). Undefined when it is no table. Without a column of a title or a date it has
 * no events: somebody says which one that is.
 */
function readCsv(text: string, chosen: CsvColumns = {}, nowSeconds: number) {
  const rows = recordsOf(text)
  // The name of a table may stand alone above its headings.
  const [first = [], ...records] = rows.slice(rows.findIndex((row) => row.filter(Boolean).length > 1))
  // A letter has commas, too, but no columns.
  const isOfColumns = records.filter(({ length }) => length === first.length).length > records.length / 2
  if (first.length < 2 || !isOfColumns) return undefined
  const names = first.map((heading) => cutText(heading, IMPORT_NAME_MAX))
  const columns = columnsOf(names, chosen)
  const headings = [...new Set(names.filter(Boolean))].map((heading) => ({
    heading,
    sample: cutText(records.map((record) => record[names.indexOf(heading)] ?? '').find(Boolean) ?? '', 80),
  }))
  if (!columns.title || !columns.start_date) return { headings, columns, events: [] }
  const columnAt = new Map(CSV_COLUMNS.map((column) => [column, names.indexOf(columns[column] || '\n')]))
  const cellsOf =
    (record: readonly string[]): Cell =>
    (column) =>
      record[columnAt.get(column) ?? -1] ?? ''
  const cells = records.map(cellsOf)
  const isMonthFirst = cells.some((cell) => Number(SHORT_DATE.exec(cell('start_date'))?.[2]) > 12)
  const events = [...byUid(cells)].map(([uid, ofUid]) => readEvent(uid, ofUid, isMonthFirst, nowSeconds))
  return { headings, columns, events }
}

function recordsOf(text: string): string[][] {
  const headings = (/^.*[;,\t|].*$/m.exec(text)?.[0] ?? '').replaceAll(/"[^"]*"/g, '')
  const count = (delimiter: string) => headings.split(delimiter).length
  const delimiter = [';', ',', '\t', '|'].toSorted((a, b) => count(b) - count(a))[0]
  try {
    return parse(text, {
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true,
    })
  } catch {
    // A quote that nothing closes.
    return []
  }
}

/** The heading of each meaning: as chosen, where an empty one is none at all, else by its usual names in English and Portuguese. */
function columnsOf(headings: readonly string[], chosen: CsvColumns): CsvColumns {
  const folded = headings.map((heading) => foldText(heading.replaceAll(/[_\-:.]+/g, ' ')).trim())
  const found = CSV_COLUMNS.flatMap((column) => {
    const usual = ALL_HEADINGS[column].split(', ').map((name) => headings[folded.indexOf(name)])
    const choice = chosen[column]
    const isChosen = choice === '' || (choice !== undefined && headings.includes(choice))
    const heading = isChosen ? choice : usual.find((one) => one !== undefined)
    return heading ? [[column, heading] as const] : []
  })
  return Object.fromEntries(found)
}

/** Rows with one identifier are one event. Without these, the same title at the same time and place is. */
function byUid(cells: readonly Cell[]): Map<string, Cell[]> {
  const rows = new Map<string, Cell[]>()
  for (const cell of cells) {
    const parts = [foldText(cell('title')), cell('start_date'), cell('start_time'), foldText(cell('place'))]
    const uid = cell('uid') || digestOf(parts)
    rows.set(uid, [...(rows.get(uid) ?? []), cell])
  }
  return rows
}

/** The event of rows with one identifier, each with a date of it; what one leaves empty, another may say. */
function readEvent(
  uid: string,
  rows: readonly Cell[],
  isMonthFirst: boolean,
  nowSeconds: number,
): SourceEvent {
  const said: Cell = (column) => rows.map((cell) => cell(column)).find(Boolean) ?? ''
  const titles = new Set(rows.map((cell) => foldText(cell('title'))).filter(Boolean))
  const read = rows.map((cell) => datesOfRow(cell, isMonthFirst))
  const dates = read.filter((one) => typeof one !== 'string').toSorted((a, b) => a.start - b.start)
  const blocks = dates.map(({ start, end }) => blockOf(start, end))
  const isAmbiguous = rows.some((cell) => Number(SHORT_DATE.exec(cell('start_date'))?.[1]) <= 12)
  return {
    uid,
    digest: digestOf(rows.map((cell) => CSV_COLUMNS.map(cell))),
    title: said('title'),
    description: said('description'),
    place: said('place'),
    url: said('url'),
    price: said('price'),
    categories: said('categories')
      .split(/[,;|/]/)
      .map((name) => name.trim()),
    facts: Object.fromEntries(FACT_NAMES.map((name) => [name, said(name)])),
    blocks: blocks.filter((_, index) => instantOfWall(dates[index]?.end ?? 0) > nowSeconds),
    first: blocks[0],
    reason: titles.size > 1 ? 'uid_repeated' : read.find((one) => typeof one === 'string'),
    notes: [
      ...(dates.some(({ isEndGuessed }) => isEndGuessed) ? (['end_guessed'] as const) : []),
      ...(isAmbiguous && !isMonthFirst ? (['day_first'] as const) : []),
    ],
  }
}

const SHORT_DATE = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})\b(.*)$/
const ISO_DATE = /^(\d{4})[/-](\d{2})[/-](\d{2})(?:[T ](.*))?$/
const ZONED = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|[+-]\d{2}:?\d{2})$/i

/** A day, midnight on the clock of the village as if it were UTC's, and the times of day behind it in seconds; undefined when it is none. */
function readDate(text: string, isMonthFirst: boolean): { day: number; times: number[] } | undefined {
  const [, zonedDay, zonedTime = '', zone = ''] = ZONED.exec(text) ?? []
  if (zonedDay !== undefined) {
    // Of a time in UTC or with an offset it is the village's time that counts.
    const instant = Date.parse(`${zonedDay}T${zonedTime}${zone}`) / 1000
    if (Number.isNaN(instant)) return undefined
    const wall = wallAt(instant)
    return { day: wall - (wall % SECONDS_PER_DAY), times: [wall % SECONDS_PER_DAY] }
  }
  const [, a = '', b = '', shortYear = '', shortRest = ''] = SHORT_DATE.exec(text) ?? []
  const short = ['', shortYear.padStart(4, '20'), ...(isMonthFirst ? [a, b] : [b, a]), shortRest]
  const [, year = '', month = '', day = '', rest = ''] = ISO_DATE.exec(text) ?? short
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const times = readTimes(rest)
  if (!isCalendarDay(date) || times === undefined) return undefined
  return { day: Date.parse(`${date}T00:00Z`) / 1000, times }
}

const TIME = /(\d{1,2})(?:[:h.](\d{2})?m?(?::\d{2})?h?|(?= ?[ap]\.?m))(?: ?([ap])\.?m\b)?/g

/** Seconds of each of "21:30 - 23:00", "das 21h30 às 23h", "9:00 PM"; undefined for a text without any. */
function readTimes(text: string): number[] | undefined {
  // A longer text is no time, and takes the square of its length to look at.
  const folded = foldText(text.slice(0, 80)).trim()
  const times = [...folded.matchAll(TIME)].map(([, hours, minutes = '0', half]) => {
    // A clock of 24 hours has no halves, whatever is written behind it ("20:00 AM").
    const isOfHalf = half !== undefined && Number(hours) <= 12
    const hour = isOfHalf ? (Number(hours) % 12) + (half === 'p' ? 12 : 0) : Number(hours)
    return hour * 3600 + Number(minutes) * 60
  })
  const isRead = folded === '' || times.length > 0
  return isRead && times.every((time) => time < SECONDS_PER_DAY) ? times : undefined
}

const YES = /^(?:true|yes|y|1|sim|s|x|verdadeiro)$/

/** When the event of a row is, by the clock of the village. */
function datesOfRow(
  cell: Cell,
  isMonthFirst: boolean,
): { start: number; end: number; isEndGuessed: boolean } | RowError {
  if (cell('start_date') === '') return 'start_missing'
  const from = readDate(cell('start_date'), isMonthFirst)
  const to = readDate(cell('end_date') || cell('start_date'), isMonthFirst)
  const [startTimes, endTimes] = [readTimes(cell('start_time')), readTimes(cell('end_time'))]
  if (!from || !to || !startTimes || !endTimes) return 'time_unreadable'
  const startTime = startTimes[0] ?? from.times[0]
  const ofEndDate = cell('end_date') === '' ? from.times[1] : to.times[0]
  const endTime = endTimes[0] ?? startTimes[1] ?? ofEndDate
  const isOfDays = startTimes.length === 0 && endTimes.length === 0 && !startTime && !endTime
  if (YES.test(foldText(cell('all_day'))) || startTime === undefined || isOfDays) {
    // Outlook writes the midnight after the last day; the midnight that a spreadsheet writes behind each day says nothing.
    const isMidnightAfter = !isOfDays && endTime === 0 && to.day > from.day
    return { start: from.day, end: to.day + (isMidnightAfter ? 0 : SECONDS_PER_DAY), isEndGuessed: false }
  }
  const start = from.day + startTime
  const isOneDay = to.day === from.day
  // Whoever has to fill in an end repeats the start.
  const isEndGuessed = endTime === undefined || (isOneDay && endTime === startTime)
  const guessed = isOneDay ? start + 3600 : to.day + SECONDS_PER_DAY - 60
  const end = isEndGuessed ? guessed : to.day + endTime
  // An end before the start is after midnight, also where its day repeats that of the start.
  return { start, end: isOneDay && end < start ? end + SECONDS_PER_DAY : end, isEndGuessed }
}
