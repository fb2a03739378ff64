import type { ImportRow } from '@/contract/import'
import { IMPORT_BATCH_MAX } from '@/domain/import'

/** A row that can be imported. */
export type ImportableRow = ImportRow & { event: NonNullable<ImportRow['event']> }

/** What the server reads of one request, counted in dates: an event without them weighs as much as a few. */
const WEIGHT_MAX = 400
const WEIGHT_OF_EVENT = 5

export function isImportable(row: ImportRow): row is ImportableRow {
  return row.event !== undefined && (row.state === 'new' || row.state === 'changed')
}

/** Splits rows into requests that the server accepts: few enough events, and not too many dates in all. */
export function importBatches(rows: readonly ImportableRow[]): ImportableRow[][] {
  const batches: ImportableRow[][] = []
  let weight = Number.POSITIVE_INFINITY
  for (const row of rows) {
    const { timetable } = row.event
    const added = WEIGHT_OF_EVENT + ('list' in timetable ? timetable.list.length : 1)
    const last = batches.at(-1)
    if (last === undefined || last.length >= IMPORT_BATCH_MAX || weight + added > WEIGHT_MAX) {
      batches.push([row])
      weight = added
    } else {
      last.push(row)
      weight += added
    }
  }
  return batches
}
