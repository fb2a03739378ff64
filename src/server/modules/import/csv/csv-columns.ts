import { foldText } from '@/domain/text/plain-text'
import { EVENT_FACTS } from '@/domain/events/event-fields'
import type { FactName } from '@/domain/events/event-fields'
import { CSV_COLUMNS } from '@/domain/staff/import'
import type { CsvColumn, CsvColumns } from '@/domain/staff/import'

/** The text of a row's cell in the column of a meaning; empty where there is none. */
export type Cell = (column: CsvColumn) => string

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

/** The heading of each meaning: as chosen, else by its usual names in English and Portuguese. */
export function columnsOf(headings: readonly string[], chosen: CsvColumns = {}): CsvColumns {
  const folded = headings.map((heading) =>
    foldText(heading)
      .replaceAll(/[_\-:.]+/g, ' ')
      .trim(),
  )
  const columns: CsvColumns = {}
  for (const column of CSV_COLUMNS) {
    const choice = chosen[column]
    // Chosen as no column at all.
    if (choice === '') continue
    const usual = (
      column in EVENT_FACTS
        ? EVENT_FACTS[column as FactName].headings
        : HEADINGS[column as keyof typeof HEADINGS]
    )
      .split(', ')
      .map((name) => headings[folded.indexOf(name)])
      .find((heading) => heading !== undefined)
    const heading = choice !== undefined && headings.includes(choice) ? choice : usual
    if (heading !== undefined) columns[column] = heading
  }
  return columns
}

/** The order of day and month: as most of the world writes dates, or as the United States do. */
export type DateOrder = 'day first' | 'month first'

/** Characters of a date and a time in the longest words. */
const MOMENT_MAX = 80

export interface ReadMoment {
  date: Temporal.PlainDate
  time: Temporal.PlainTime | undefined
}

const MONTHS = ['jan', 'fev', 'mar', 'abr', 'mai', 'jun', 'jul', 'ago', 'set', 'out', 'nov', 'dez']
const ENGLISH_MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** The order of a file's dates: by a number that is no month, else by American times of day, else the day is first. */
export function dateOrderOf(dates: readonly string[], times: readonly string[]): DateOrder {
  const pairs = dates.filter(isShort).flatMap((text) => {
    const [, a, b] = /^(\d{1,2})[/.-](\d{1,2})[/.-]\d{2,4}/.exec(text.trim()) ?? []
    return a === undefined || b === undefined ? [] : [[Number(a), Number(b)] as const]
  })
  if (pairs.some(([a]) => a > 12)) return 'day first'
  if (pairs.some(([, b]) => b > 12)) return 'month first'
  return times.filter(isShort).some((text) => /\d\s*[ap]\.?m\.?$/i.test(text.trim()))
    ? 'month first'
    : 'day first'
}

/** A cell with a date, and a time of day behind it if there is one; undefined when it is none. */
export function readMoment(text: string, order: DateOrder): ReadMoment | undefined {
  if (!isShort(text)) return undefined
  const trimmed = text.trim()
  const iso = /^(\d{4})[/-](\d{2})[/-](\d{2})(?:[T ]+(.+))?$/.exec(trimmed)
  if (iso) return momentOf({ year: iso[1], month: iso[2], day: iso[3] }, iso[4])
  const numbers = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})(?:[ ,]+(.+))?$/.exec(trimmed)
  if (numbers) {
    const [, a, b, year = '', rest] = numbers
    const [day, month] = order === 'day first' ? [a, b] : [b, a]
    return momentOf({ year: wholeYear(year), month, day }, rest)
  }
  const folded = foldText(trimmed)
  // "13 de julho de 2026", and "13-jul-26" as a spreadsheet in Portuguese has it.
  const [, day, month = '', year = '', rest] =
    /^(?:[a-z-]+,? )?(\d{1,2})\.? (?:de )?([a-z]{3,9})\.? (?:de )?(\d{4})(?:[ ,]+(.+))?$/.exec(folded) ??
    /^(\d{1,2})[/-]([a-z]{3,9})\.?[/-](\d{4}|\d{2})(?:[ ,]+(.+))?$/.exec(folded) ??
    []
  return day === undefined ? undefined : momentOf({ year: wholeYear(year), month: monthOf(month), day }, rest)
}

/**
 * "21:30", "21h30", "21h30m", "21h", "9:00 PM"; undefined when it is none. What a spreadsheet writes before a time (its day nought), and an
 * offset from UTC behind one, are left out.
 */
export function readTime(text: string): Temporal.PlainTime | undefined {
  if (!isShort(text)) return undefined
  const folded = foldText(text).replace(/^(?:as|das|pelas|at|from|\d\d\/\d\d\/1899|1899-12-3[01]) /, '')
  const [, hours, minutes = '0', half] =
    /^(\d{1,2})(?:[:h.](\d{2})m?)?(?::\d{2}(?:\.\d+)?)?\s*h?\s*([ap]\.?m\.?)?(?:z|[+-]\d{2}:?\d{2})?$/.exec(
      folded,
    ) ?? []
  if (hours === undefined) return undefined
  // A clock of 24 hours has no halves, whatever is written behind it ("20:00 AM").
  const hasHalf = half !== undefined && Number(hours) <= 12
  const hour = hasHalf ? (Number(hours) % 12) + (half.startsWith('p') ? 12 : 0) : Number(hours)
  return hour <= 23 && Number(minutes) <= 59
    ? Temporal.PlainTime.from({ hour, minute: Number(minutes) })
    : undefined
}

/** Whether a text can be a date: what looks for blanks in a longer one takes the square of its length. */
function isShort(text: string): boolean {
  return text.length <= MOMENT_MAX
}

function momentOf(
  parts: Record<'year' | 'month' | 'day', string | number | undefined>,
  rest: string | undefined,
): ReadMoment | undefined {
  const time = rest === undefined ? undefined : readTime(rest)
  if (rest !== undefined && time === undefined) return undefined
  try {
    const date = { year: Number(parts.year), month: Number(parts.month), day: Number(parts.day) }
    return { date: Temporal.PlainDate.from(date, { overflow: 'reject' }), time }
  } catch {
    return undefined
  }
}

function wholeYear(year: string): string {
  return year.length === 2 ? `20${year}` : year
}

function monthOf(name: string): number | undefined {
  const start = name.slice(0, 3)
  const index = Math.max(MONTHS.indexOf(start), ENGLISH_MONTHS.indexOf(start))
  return index < 0 ? undefined : index + 1
}
