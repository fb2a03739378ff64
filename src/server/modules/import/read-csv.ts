import { hash } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { cutText, foldText } from '@/domain/text/plain-text'
import { EVENT_FACTS, FACT_NAMES, type FactName } from '@/domain/events/event-fields'
import {
  CSV_COLUMNS,
  IMPORT_NAME_MAX,
  type CsvColumn,
  type CsvColumns,
  type ImportNote,
  type RowError,
} from '@/domain/staff/import'
import type { TimeBlock } from '@/domain/timetables/timetable'
import { instantOfWall, SECONDS_PER_DAY, wallAt } from '@/domain/time/local-time'
import { boundedText, timeText, type SourceEvent } from './source-event'
import { readMoment, VILLAGE } from './ics-times'

/** The text of a row's cell in the column of a meaning; empty where there is none. */
type Cell = (column: CsvColumn) => string

/** Headings that calendars and town halls write, folded; the first that is there counts. */
const HEADINGS: Record<Exclude<CsvColumn, FactName>, string> = {
  uid: 'uid, id, identificador, referencia, event id, ref',
  title:
    'title, titulo, subject, assunto, event name, nome do evento, nome, name, summary, designacao, evento, event',
  description:
    'description, descricao, event description, details, detalhes, sinopse, resumo, texto, notas, notes',
  start_date:
    'start date, event start date, data de inicio, data inicio, data inicial, data, date, start, inicio, dia',
  start_time: 'start time, event start time, hora de inicio, hora inicio, hora inicial, hora, horario, time',
  end_date: 'end date, event end date, data de fim, data fim, data final, end, fim',
  end_time: 'end time, event end time, hora de fim, hora fim, hora final',
  all_day: 'all day event, all day, event all day, dia inteiro, todo o dia',
  place: 'location, venue, event venue name, place, local, recinto, lugar, espaco, morada, address',
  url: 'url, link, website, website url, event website, event url, web, site, pagina, mais informacoes',
  price: 'price, preco, cost, event cost, bilhete, bilhetes, entrada, valor',
  categories: 'categories, category, event category, tags, categoria, categorias, tipo, tipologia, area',
}
const ALL_HEADINGS: Record<CsvColumn, string> = {
  ...HEADINGS,
  ...(Object.fromEntries(FACT_NAMES.map((name) => [name, EVENT_FACTS[name].headings])) as Record<
    FactName,
    string
  >),
}

/** Columns that are looked at; a calendar has some dozens. */
const COLUMNS_MAX = 200
/** How many rows may stand above the headings: the name of the table, and what it is of. */
const HEADINGS_WITHIN = 20

export interface ReadTable {
  headings: { heading: string; sample: string }[]
  columns: CsvColumns
  events: SourceEvent[]
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
  const rows = recordsOf(text)
  const [first = [], ...records] = rows.slice(headingsRow(rows, chosen))
  // A letter has commas, too, but no columns.
  const isOfColumns = records.filter(({ length }) => length === first.length).length > records.length / 2
  if (first.length < 2 || !isOfColumns) return undefined
  const names = first.slice(0, COLUMNS_MAX).map((heading) => cutText(heading, IMPORT_NAME_MAX))
  const columns = columnsOf(names, chosen)
  // A column without a heading cannot be chosen, and of equal ones the first is meant.
  const headings = [...new Set(names.filter((heading) => heading !== ''))].map((heading) => ({
    heading,
    sample: cutText(records.map((record) => record[names.indexOf(heading)] ?? '').find(Boolean) ?? '', 80),
  }))
  if (columns.title === undefined || columns.start_date === undefined)
    return { headings, columns, events: [] }
  const columnAt = new Map(
    CSV_COLUMNS.map((column) => [column, names.indexOf(columns[column] ?? '\n')] as const),
  )
  const cells = records.map(
    (record): Cell =>
      (column) =>
        boundedText((record[columnAt.get(column) ?? -1] ?? '').trim()),
  )
  const order = dateOrderOf(cells)
  return { headings, columns, events: [...byUid(cells)].map((ofUid) => readEvent(ofUid, order, nowSeconds)) }
}

function recordsOf(text: string): string[][] {
  // Excel names the delimiter in a line of its own.
  const [, separator, body = text] = /^sep=(.)\r?\n([\s\S]*)$/.exec(text) ?? []
  const headings = (body.split(/\r?\n/).find((line) => line.trim() !== '') ?? '').replaceAll(/"[^"]*"/g, '')
  const count = (delimiter: string) => headings.split(delimiter).length
  const options = {
    delimiter: separator ?? [';', ',', '\t', '|'].toSorted((a, b) => count(b) - count(a))[0],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    trim: true,
  }
  try {
    return parse(body, options)
  } catch {
    // A quote that nothing closes.
    return []
  }
}

/**
 * The headings are in the first row with those of a title and a date, by their usual names or as chosen; else in the first with one of
 * them; when none has, in the first of those with the most cells.
 */
function headingsRow(rows: readonly string[][], chosen: CsvColumns | undefined): number {
  const candidates = rows.slice(0, HEADINGS_WITHIN).map((row) => row.slice(0, COLUMNS_MAX))
  const weights = candidates.map((row) => {
    const { title, start_date } = columnsOf(row, chosen)
    const known = [title, start_date].filter((heading) => heading !== undefined).length
    return known * (COLUMNS_MAX + 1) + (known > 0 ? 0 : row.filter((cell) => cell !== '').length)
  })
  return Math.max(0, weights.indexOf(Math.max(...weights)))
}

/** The heading of each meaning: as chosen, where an empty one is none at all, else by its usual names in English and Portuguese. */
function columnsOf(headings: readonly string[], chosen: CsvColumns = {}): CsvColumns {
  const folded = headings.map((heading) =>
    foldText(heading)
      .replaceAll(/[_\-:.]+/g, ' ')
      .trim(),
  )
  const found = CSV_COLUMNS.flatMap((column) => {
    const choice = chosen[column]
    const usual = ALL_HEADINGS[column]
      .split(', ')
      .map((name) => headings[folded.indexOf(name)])
      .find((heading) => heading !== undefined)
    const heading = choice !== undefined && headings.includes(choice) ? choice : usual
    return choice === '' || heading === undefined ? [] : [[column, heading] as const]
  })
  return Object.fromEntries(found)
}

/** Rows with one identifier are one event. Without these, the same title at the same time and place is. */
function byUid(cells: readonly Cell[]): Map<string, Cell[]> {
  const rows = new Map<string, Cell[]>()
  for (const cell of cells) {
    const parts = [foldText(cell('title')), cell('start_date'), cell('start_time'), foldText(cell('place'))]
    const uid = cell('uid') || hash('sha256', parts.join('\n'), 'hex').slice(0, 32)
    const ofUid = rows.get(uid)
    if (ofUid === undefined) rows.set(uid, [cell])
    else ofUid.push(cell)
  }
  return rows
}

/** The event of rows with one identifier, each with a date of it; what one leaves empty, another may say. */
function readEvent(
  [uid, rows]: readonly [string, readonly Cell[]],
  order: DateOrder,
  nowSeconds: number,
): SourceEvent {
  const said: Cell = (column) => rows.map((cell) => cell(column)).find((text) => text !== '') ?? ''
  const titles = new Set(rows.map((cell) => foldText(cell('title'))).filter((title) => title !== ''))
  const read = rows.map((cell) => blockOfRow(cell, order))
  const dates = read.filter((one) => typeof one !== 'string')
  const blocks = [...new Map(dates.map(({ block }) => [JSON.stringify(block), block])).values()].toSorted(
    (a, b) => (a.start_time < b.start_time ? -1 : 1),
  )
  const notes: ImportNote[] = []
  if (dates.some(({ isEndGuessed }) => isEndGuessed)) notes.push('end_guessed')
  if (order === 'ambiguous' && rows.some((cell) => SHORT_DATE.test(cell('start_date'))))
    notes.push('day_first')
  return {
    uid,
    title: said('title'),
    description: said('description'),
    place: said('place'),
    url: said('url') || undefined,
    price: said('price'),
    categories: said('categories')
      .split(/[,;|/]/)
      .map((name) => name.trim()),
    facts: Object.fromEntries(FACT_NAMES.map((name) => [name, said(name)])),
    blocks: blocks.filter((block) => endOfBlock(block) > nowSeconds),
    first: blocks[0],
    isSeries: false,
    isOpen: false,
    isLater: false,
    isCancelled: false,
    reason: titles.size > 1 ? 'uid_repeated' : read.find((one) => typeof one === 'string'),
    notes,
  }
}

/** Epoch seconds; Infinity when it cannot be read, so that validation says why. */
function endOfBlock({ end_time, is_all_day }: TimeBlock): number {
  const wall = Date.parse(`${end_time.replace(' ', 'T')}Z`) / 1000 + (is_all_day ? SECONDS_PER_DAY : 0)
  return Number.isNaN(wall) ? Infinity : instantOfWall(wall)
}

/** The order of day and month in a table. Where nothing tells it, the day is first, as here and in most of the world, and is said to be. */
type DateOrder = 'day first' | 'month first' | 'ambiguous'

const SHORT_DATE = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})(?:[ ,]+(.+))?$/
/** A cell with a longer text is no date: what looks for blanks in it takes the square of its length. */
const MOMENT_MAX = 80

/** By a number that is no month, else by American times of day. */
function dateOrderOf(cells: readonly Cell[]): DateOrder {
  const pairs = cells
    .flatMap((cell) => [cell('start_date'), cell('end_date')])
    .flatMap((text) => {
      const [, a, b] = (text.length <= MOMENT_MAX && SHORT_DATE.exec(text)) || []
      return a === undefined || b === undefined ? [] : [[Number(a), Number(b)] as const]
    })
  if (pairs.some(([a]) => a > 12)) return 'day first'
  if (pairs.some(([, b]) => b > 12)) return 'month first'
  const isAmerican = cells.some((cell) =>
    [cell('start_time'), cell('start_date')].some(
      (text) => text.length <= MOMENT_MAX && /\d\s*[ap]\.?m\.?$/i.test(text),
    ),
  )
  return isAmerican ? 'month first' : 'ambiguous'
}

/** A day, midnight on the clock of the village as if it were UTC's, and the time of day in seconds. */
interface ReadMoment {
  day: number
  time: number | undefined
}

const MONTHS = ['jan', 'feb|fev', 'mar', 'apr|abr', 'may|mai', 'jun', 'jul', 'aug|ago', 'sep|set', 'oct|out']
const MONTH_NAMES = [...MONTHS, 'nov', 'dec|dez'].map((names) => new RegExp(`^(?:${names})`))

/** A cell with a date, and a time of day behind it if there is one; undefined when it is none. */
function readDate(text: string, order: DateOrder): ReadMoment | undefined {
  if (text.length > MOMENT_MAX) return undefined
  // Of a time in UTC or with an offset it is the village's time that counts.
  if (/\d(?:Z|[+-]\d{2}:?\d{2})$/i.test(text) && /T|:/i.test(text)) {
    const moment = readMoment(
      text.replaceAll('/', '-'),
      { parameters: {} },
      { zones: () => VILLAGE, floating: VILLAGE },
    )
    return moment && dayAndTime(moment.isDay ? moment.wall : wallAt(moment.at))
  }
  const [, isoYear, isoMonth, isoDay, isoRest] =
    /^(\d{4})[/-](\d{2})[/-](\d{2})(?:[T ]+(.+))?$/.exec(text) ?? []
  if (isoYear !== undefined) return dateOf(isoYear, Number(isoMonth), Number(isoDay), isoRest)
  const [, a, b, year, rest] = SHORT_DATE.exec(text) ?? []
  if (year !== undefined) {
    const [day, month] = order === 'month first' ? [b, a] : [a, b]
    return dateOf(year, Number(month), Number(day), rest)
  }
  // "13 de julho de 2026", and "13-jul-26" as a spreadsheet in Portuguese has it.
  const folded = foldText(text)
  const [, namedDay, month = '', namedYear = '', namedRest] =
    /^(?:[a-z-]+,? )?(\d{1,2})\.? (?:de )?([a-z]{3,9})\.? (?:de )?(\d{4})(?:[ ,]+(.+))?$/.exec(folded) ??
    /^(\d{1,2})[/-]([a-z]{3,9})\.?[/-](\d{4}|\d{2})(?:[ ,]+(.+))?$/.exec(folded) ??
    []
  if (namedDay === undefined) return undefined
  const index = MONTH_NAMES.findIndex((names) => names.test(month))
  return dateOf(namedYear, index + 1, Number(namedDay), namedRest)
}

function dateOf(year: string, month: number, day: number, rest: string | undefined): ReadMoment | undefined {
  const time = rest === undefined ? undefined : readTime(rest)
  const text = `${year.length === 2 ? `20${year}` : year}${String(month).padStart(2, '0')}${String(day).padStart(2, '0')}`
  const moment = readMoment(text, { parameters: {} }, { zones: () => VILLAGE, floating: VILLAGE })
  return moment === undefined || (rest !== undefined && time === undefined)
    ? undefined
    : { day: moment.wall, time }
}

function dayAndTime(wall: number): ReadMoment {
  const day = Math.floor(wall / SECONDS_PER_DAY) * SECONDS_PER_DAY
  return { day, time: wall - day }
}

/** Seconds of "21:30", "21h30", "21h30m", "21h", "9:00 PM"; undefined when it is none. What a spreadsheet writes before a time (its day nought) is left out. */
function readTime(text: string): number | undefined {
  if (text.length > MOMENT_MAX) return undefined
  const folded = foldText(text).replace(/^(?:as|das|pelas|at|from|\d\d\/\d\d\/1899|1899-12-3[01]) /, '')
  const [, hours, minutes = '0', half] =
    /^(\d{1,2})(?:[:h.](\d{2})m?)?(?::\d{2}(?:\.\d+)?)?\s*h?\s*([ap]\.?m\.?)?$/.exec(folded) ?? []
  if (hours === undefined || Number(minutes) > 59) return undefined
  // A clock of 24 hours has no halves, whatever is written behind it ("20:00 AM").
  const hasHalf = half !== undefined && Number(hours) <= 12
  const hour = hasHalf ? (Number(hours) % 12) + (half.startsWith('p') ? 12 : 0) : Number(hours)
  return hour <= 23 ? hour * 3600 + Number(minutes) * 60 : undefined
}

/** "21:30 - 23:00", "das 21h30 às 23h". */
const TO = / (?:-|–|as|às|até|to) /i
const YES = /^(?:true|yes|y|1|sim|s|x|verdadeiro)$/

/** When the event of a row is. */
function blockOfRow(cell: Cell, order: DateOrder): { block: TimeBlock; isEndGuessed: boolean } | RowError {
  if (cell('start_date') === '') return 'start_missing'
  const start = readDate(cell('start_date'), order)
  const end = cell('end_date') === '' ? undefined : readDate(cell('end_date'), order)
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
  const lastDay = end?.day ?? start.day
  const isAllDay = YES.test(foldText(cell('all_day')))
  const hasTimeCell = from !== '' || endCell !== ''
  const isOfDays = !hasTimeCell && !start.time && !end?.time
  if (isAllDay || startTime === undefined || isOfDays) {
    // Outlook writes the midnight after the last day; the midnight that a spreadsheet writes behind each day says nothing.
    const isMidnightAfter = (isAllDay || hasTimeCell) && endTime === 0 && lastDay > start.day
    const last = isMidnightAfter ? lastDay - SECONDS_PER_DAY : lastDay
    return {
      block: {
        start_time: timeText(start.day).slice(0, 10),
        end_time: timeText(last).slice(0, 10),
        is_all_day: true,
      },
      isEndGuessed: false,
    }
  }
  const startsAt = start.day + startTime
  // A person who has to fill in an end repeats the start.
  const isEndGuessed = endTime === undefined || (lastDay === start.day && endTime === startTime)
  // An hour, or the end of the last day.
  const guessed = lastDay === start.day ? startsAt + 3600 : lastDay + SECONDS_PER_DAY - 60
  const to = isEndGuessed ? guessed : lastDay + endTime
  // An end before the start is after midnight, also where its day repeats that of the start.
  const endsAt = lastDay === start.day && to < startsAt ? to + SECONDS_PER_DAY : to
  return {
    block: { start_time: timeText(startsAt), end_time: timeText(endsAt), is_all_day: false },
    isEndGuessed,
  }
}
