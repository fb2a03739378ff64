import { hash } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { foldText, cutText } from '@/domain/text/plain-text'
import { FACT_NAMES } from '@/domain/events/event-fields'
import { CSV_COLUMNS, IMPORT_NAME_MAX } from '@/domain/staff/import'
import type { CsvColumn, CsvColumns, ImportNote } from '@/domain/staff/import'
import type { TimeBlock } from '@/domain/timetables/timetable'
import {
  endOfBlock,
  boundedText,
  decodeEntities,
  plainDescription,
} from '@/server/modules/import/source/source-event'
import type { SourceEvent, UnreadEvent } from '@/server/modules/import/source/source-event'
import { formatDateTime } from '@/domain/time/village-time'
import { columnsOf, dateOrderOf, readMoment, readTime } from './csv-columns'
import type { Cell, DateOrder, ReadMoment } from './csv-columns'

const DELIMITERS = [';', ',', '\t', '|'] as const
/** The columns that say when it is; the others say what it is. */
const DATE_COLUMNS: readonly CsvColumn[] = ['start_date', 'start_time', 'end_date', 'end_time', 'all_day']
const SAID_COLUMNS = CSV_COLUMNS.filter((column) => column !== 'uid' && !DATE_COLUMNS.includes(column))
/** Columns that are looked at; a calendar has some dozens. */
const COLUMNS_MAX = 200
/** How many rows may stand above the headings: the name of the table, and what it is of. */
const HEADINGS_WITHIN = 20

export interface ReadTable {
  headings: string[]
  columns: CsvColumns
  events: Iterable<UnreadEvent>
}

/**
 * Reads a table of comma-separated values (RFC 4180, and what spreadsheets make of it), its columns by their headings, which may stand
 * below a title. Undefined when it is no table. Without a column of a title or a date it has no events: somebody says which one that is.
 */
export function readCsv(
  text: string,
  chosen: CsvColumns | undefined,
  nowSeconds: number,
): ReadTable | undefined {
  const rows = recordsOf(text) ?? []
  const headingsAt = headingsRow(rows, chosen)
  const [first = [], ...records] = rows.slice(headingsAt)
  if (first.length < 2) return undefined
  const headings = first.slice(0, COLUMNS_MAX).map((heading) => cutText(heading, IMPORT_NAME_MAX))
  const columns = columnsOf(headings, chosen)
  if (columns.title === undefined && columns.start_date === undefined)
    return { headings: distinctHeadings(headings), columns, events: [] }
  const columnAt = new Map(
    CSV_COLUMNS.flatMap((column) => {
      const heading = columns[column]
      return heading === undefined ? [] : [[column, headings.indexOf(heading)] as const]
    }),
  )
  const cellOf = (record: readonly string[]) => (column: CsvColumn) => {
    const at = columnAt.get(column)
    return at === undefined ? '' : boundedText((record[at] ?? '').trim())
  }
  const cells = records.map(cellOf)
  const order = dateOrderOf(
    cells.flatMap((cell) => [cell('start_date'), cell('end_date')]),
    cells.flatMap((cell) => [cell('start_time'), cell('end_time'), cell('start_date')]),
  )
  return {
    headings: distinctHeadings(headings),
    columns,
    events: readAll(cells, {
      read: (cell) => readRow(cell, order, nowSeconds),
      inOrder: (ofEvent) => byStart(ofEvent, order),
    }),
  }
}

/**
 * The headings are in the first row with those of a title and a date, by their usual names or as chosen; else in the first with one of
 * them; when none has, in the first of those with the most cells.
 */
function headingsRow(rows: readonly string[][], chosen: CsvColumns | undefined): number {
  const candidates = rows.slice(0, HEADINGS_WITHIN)
  const known = candidates.map((row) => {
    const { title, start_date } = columnsOf(row.slice(0, COLUMNS_MAX), chosen)
    return [title, start_date].filter((heading) => heading !== undefined).length
  })
  const most = Math.max(0, ...known)
  if (most > 0) return known.indexOf(most)
  const filled = candidates.map((row) => row.slice(0, COLUMNS_MAX).filter((cell) => cell !== '').length)
  return Math.max(0, filled.indexOf(Math.max(...filled)))
}

/** The headings that can be chosen: a column without a heading cannot, and of equal ones the first is meant. */
function distinctHeadings(headings: readonly string[]): string[] {
  return [...new Set(headings.filter((heading) => heading !== ''))]
}

function recordsOf(text: string): string[][] | undefined {
  // Excel names the delimiter in a line of its own.
  const [, separator, body = text] = /^\uFEFF?sep=(.)\r?\n([\s\S]*)$/.exec(text) ?? []
  try {
    const parsed: unknown = parse(body, {
      bom: true,
      delimiter: separator ?? delimiterOf(body),
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true,
    })
    return parsed as string[][]
  } catch {
    return undefined
  }
}

/** The one that the headings have most of. */
function delimiterOf(text: string): string {
  const headings = (text.split(/\r?\n/).find((line) => line.trim() !== '') ?? '').replaceAll(/"[^"]*"/g, '')
  const count = (delimiter: string) => headings.split(delimiter).length
  return DELIMITERS.toSorted((a, b) => count(b) - count(a))[0] ?? ','
}

function readRow(cell: Cell, order: DateOrder, nowSeconds: number): SourceEvent {
  const title = decodeEntities(cell('title'))
  const notes: ImportNote[] = []
  const read = blockOfRow(cell, order)
  if (typeof read === 'object' && read.isEndGuessed) notes.push('end_guessed')
  return {
    uid: uidOf(cell),
    title,
    description: plainDescription(cell('description')),
    place: decodeEntities(cell('place')),
    url: cell('url') || undefined,
    price: cell('price'),
    categories: cell('categories')
      .split(/[,;|/]/)
      .map((name) => name.trim()),
    blocks: typeof read === 'object' && endOfBlock(read.block) > nowSeconds ? [read.block] : [],
    isSeries: false,
    isOpen: false,
    obstacle: typeof read === 'string' ? read : undefined,
    notes,
    facts: Object.fromEntries(FACT_NAMES.map((name) => [name, cell(name)])),
    fingerprint: fingerprintOf(cell),
  }
}

/**
 * Rows with one identifier are one event on several dates, when they say the same of it; otherwise the second is refused. What one leaves
 * empty, as the rows of further dates often do, another may say.
 */
function* readAll(
  cells: readonly Cell[],
  { read, inOrder }: { read: (cell: Cell) => SourceEvent; inOrder: (cells: readonly Cell[]) => Cell[] },
): Generator<UnreadEvent> {
  for (const [uid, ofUid] of byUid(cells)) {
    const said = new Map<CsvColumn, string>()
    const dates: Cell[] = []
    const others: Cell[] = []
    for (const cell of ofUid) {
      const filled = SAID_COLUMNS.filter((column) => cell(column) !== '')
      const isSame = filled.every(
        (column) => foldText(cell(column)) === foldText(said.get(column) ?? cell(column)),
      )
      if (isSame) for (const column of filled) said.set(column, said.get(column) ?? cell(column))
      if (isSame) dates.push(cell)
      else others.push(cell)
    }
    const readDates = () => {
      const [first, ...further] = inOrder(dates)
      const whole: Cell = (column) => said.get(column) ?? first?.(column) ?? ''
      return { ...together([whole, ...further].map(read)), uid }
    }
    yield { uid, read: readDates }
    for (const [index, other] of others.entries()) {
      const own = `${uid} ${index + 2}`
      yield { uid: own, read: () => ({ ...read(other), uid: own, obstacle: 'uid_repeated' }) }
    }
  }
}

/**
 * The rows by their identifiers. Without these, the same at another place is another event: the place that is first by its letters has
 * the identifier without a place, in whatever order the rows are.
 */
function byUid(cells: readonly Cell[]): Map<string, Cell[]> {
  const places = new Map<string, string>()
  for (const cell of cells) {
    const place = foldText(cell('place'))
    const known = places.get(uidOf(cell))
    if (place !== '' && (known === undefined || place < known)) places.set(uidOf(cell), place)
  }
  const rows = new Map<string, Cell[]>()
  for (const cell of cells) {
    const place = foldText(cell('place'))
    const isElsewhere = cell('uid') === '' && place !== '' && place !== places.get(uidOf(cell))
    const uid = isElsewhere ? madeUpUid(cell, place) : uidOf(cell)
    const ofUid = rows.get(uid)
    if (ofUid === undefined) rows.set(uid, [cell])
    else ofUid.push(cell)
  }
  return rows
}

function together(rows: readonly SourceEvent[]): SourceEvent {
  const [first] = rows
  if (first === undefined) throw new Error('an event has no row')
  return {
    ...first,
    blocks: withoutRepeated(rows.flatMap(({ blocks }) => blocks)).toSorted((a, b) =>
      a.start_time < b.start_time ? -1 : 1,
    ),
    obstacle: rows.find(({ obstacle }) => obstacle !== undefined)?.obstacle,
    fingerprint: rows.map(({ fingerprint }) => fingerprint).join('\n'),
  }
}

/** Rows that say the same are one date. */
function withoutRepeated(blocks: readonly TimeBlock[]): TimeBlock[] {
  return [...new Map(blocks.map((block) => [`${block.start_time} ${block.end_time}`, block])).values()]
}

function uidOf(cell: Cell): string {
  return cell('uid') || madeUpUid(cell)
}

function madeUpUid(cell: Cell, ...more: string[]): string {
  const contents = [foldText(decodeEntities(cell('title'))), cell('start_date'), cell('start_time')]
  return hash('sha256', [...contents, ...more].join('\n'), 'hex').slice(0, 32)
}

/** The columns that describe the event; its identifier says which one it is. */
const CONTENT_COLUMNS = CSV_COLUMNS.filter((column) => column !== 'uid' && !isFact(column))

/** An event that says nothing of facts has the fingerprint of a table without such columns. */
function fingerprintOf(cell: Cell): string {
  return JSON.stringify([...CONTENT_COLUMNS, ...FACT_NAMES.filter((column) => cell(column) !== '')].map(cell))
}

/** The rows of one event by their time, so that a table that was sorted anew says the same. */
function byStart(cells: readonly Cell[], order: DateOrder): Cell[] {
  if (cells.length === 1) return [...cells]
  const keyed = cells.map((cell) => {
    const read = blockOfRow(cell, order)
    const start = typeof read === 'string' ? '' : read.block.start_time
    return { cell, key: `${start} ${fingerprintOf(cell)}` }
  })
  return keyed.toSorted((a, b) => (a.key < b.key ? -1 : 1)).map(({ cell }) => cell)
}

function isFact(column: CsvColumn): boolean {
  return FACT_NAMES.some((one) => one === column)
}

/** "21:30 - 23:00", "das 21h30 às 23h". */
const TO = / (?:-|–|as|às|até|to) /i
const YES = /^(?:true|yes|y|1|sim|s|x|verdadeiro)$/

interface RowBlock {
  block: TimeBlock
  isEndGuessed: boolean
}

/** When the event of a row is. */
function blockOfRow(cell: Cell, order: DateOrder): RowBlock | 'start_missing' | 'time_unreadable' {
  if (cell('start_date') === '') return 'start_missing'
  const start = readMoment(cell('start_date'), order)
  const end = cell('end_date') === '' ? undefined : readMoment(cell('end_date'), order)
  const [from = '', until = ''] = cell('start_time').split(TO, 2)
  const endCell = cell('end_time') || until
  const startTime = from === '' ? start?.time : readTime(from)
  const endTime = endCell === '' ? end?.time : readTime(endCell)
  const isUnread =
    start === undefined ||
    (cell('end_date') !== '' && end === undefined) ||
    (from !== '' && startTime === undefined) ||
    (endCell !== '' && endTime === undefined)
  if (isUnread) return 'time_unreadable'
  const lastDay = end?.date ?? start.date
  const isAllDay = YES.test(foldText(cell('all_day')))
  const hasTimeCell = from !== '' || endCell !== ''
  if (isAllDay || startTime === undefined || (!hasTimeCell && isDayOnly(start) && isDayOnly(end))) {
    // Outlook writes the midnight after the last day; the midnight that a spreadsheet writes behind each day says nothing.
    const isMidnightAfter =
      (isAllDay || hasTimeCell) &&
      endTime?.toString() === '00:00:00' &&
      Temporal.PlainDate.compare(lastDay, start.date) > 0
    const last = isMidnightAfter ? lastDay.subtract({ days: 1 }) : lastDay
    return {
      block: { start_time: start.date.toString(), end_time: last.toString(), is_all_day: true },
      isEndGuessed: false,
    }
  }
  const startsAt = start.date.toPlainDateTime(startTime)
  // A person who has to fill in an end repeats the start.
  const isEndGuessed = endTime === undefined || (lastDay.equals(start.date) && endTime.equals(startTime))
  const to = isEndGuessed ? guessedEnd(startsAt, end?.date) : lastDay.toPlainDateTime(endTime)
  // An end before the start is after midnight, also where its day repeats that of the start.
  const isNextDay = lastDay.equals(start.date) && Temporal.PlainDateTime.compare(to, startsAt) < 0
  return {
    block: {
      start_time: formatDateTime(startsAt),
      end_time: formatDateTime(isNextDay ? to.add({ days: 1 }) : to),
      is_all_day: false,
    },
    isEndGuessed,
  }
}

function isDayOnly(moment: ReadMoment | undefined): boolean {
  return moment?.time === undefined || moment.time.toString() === '00:00:00'
}

/** An hour, or the end of the last day. */
function guessedEnd(
  from: Temporal.PlainDateTime,
  lastDay: Temporal.PlainDate | undefined,
): Temporal.PlainDateTime {
  return lastDay === undefined || lastDay.equals(from.toPlainDate())
    ? from.add({ hours: 1 })
    : lastDay.toPlainDateTime({ hour: 23, minute: 59 })
}
