import { BODY_TOKENS_MAX, jsonTokens } from '@/contract/body-structure'
import type { ImportRow } from '@/contract/back-office/import'
import { IMPORT_BATCH_MAX } from '@/domain/staff/import'

/** A row that can be imported. */
export type ImportableRow = ImportRow & { event: NonNullable<ImportRow['event']> }

/** Each request carries the calendar's own settings: twelve columns, and as many tags as an event may have. */
const TOKENS_OF_SOURCE = 250

export function isImportable(row: ImportRow): row is ImportableRow {
  return row.event !== undefined && (row.state === 'new' || row.state === 'changed')
}

/** The part of a row that is sent. */
export function itemOf({ uid, digest, has_place, event }: ImportableRow) {
  return { uid, digest, has_place, event }
}

/** Splits rows into requests that the server accepts: few enough events, and not too much of whatever they have. */
export function importBatches(rows: readonly ImportableRow[]): ImportableRow[][] {
  const batches: ImportableRow[][] = []
  let tokens = 0
  for (const row of rows) {
    // With the comma before it.
    const added = jsonTokens(itemOf(row)) + 1
    const last = batches.at(-1)
    if (last === undefined || last.length >= IMPORT_BATCH_MAX || tokens + added > BODY_TOKENS_MAX) {
      batches.push([row])
      tokens = TOKENS_OF_SOURCE + added
    } else {
      last.push(row)
      tokens += added
    }
  }
  return batches
}
