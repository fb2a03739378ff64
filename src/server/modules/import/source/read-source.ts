import type { CsvColumns, ImportFormat, ImportError } from '@/domain/staff/import'
import { readCsv } from '@/server/modules/import/csv/read-csv'
import { readIcs } from '@/server/modules/import/ics/read-ics'
import type { UnreadEvent } from './source-event'

export interface ReadSource {
  format: ImportFormat
  /** The calendar's own name. */
  name?: string | undefined
  /** It can be gone through once. */
  events: Iterable<UnreadEvent>
  /** The headings of a CSV. */
  headings?: string[]
  columns?: CsvColumns
}

/** Reads a file by what is in it: a type or an ending is often wrong. */
export function readSource(
  text: string,
  { columns, nowSeconds }: { columns?: CsvColumns | undefined; nowSeconds: number },
): ReadSource | { trouble: ImportError } {
  const body = text.replace(/^\uFEFF/, '').trimStart()
  if (/^BEGIN:VCALENDAR/i.test(body) || /^BEGIN:VEVENT$/im.test(body))
    return { format: 'ics', ...readIcs(body, nowSeconds) }
  if (/^<(?:!doctype|html|\?xml)/i.test(body) || /^[{[]/.test(body)) return { trouble: 'not_a_calendar' }
  const table = readCsv(body, columns, nowSeconds)
  if (table === undefined) return { trouble: 'not_a_calendar' }
  return { format: 'csv', ...table }
}
