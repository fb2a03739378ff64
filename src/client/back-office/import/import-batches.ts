import { BODY_TOKENS_MAX, jsonTokens } from '@/contract/body-structure'
import type { ImportRow } from '@/contract/back-office/import'
import { IMPORT_BATCH_MAX } from '@/domain/staff/import'
import type { ImportField } from '@/domain/staff/import'

/** A row that can be imported. */
export type ImportableRow = ImportRow & { event: NonNullable<ImportRow['event']> }

/** A row that the administrator has chosen to import. */
export interface ChosenRow extends ImportableRow {
  /** The source's own values of the fields that were corrected. */
  offered?: ImportRow['event']
  /** The fields of a stored event that the import leaves as they are. */
  keep?: readonly ImportField[]
}

/** Each request carries the calendar's own settings: twelve columns, and as many tags as an event may have. */
const TOKENS_OF_SOURCE = 250

export function isImportable(row: ImportRow): row is ImportableRow {
  return row.event !== undefined && (row.state === 'new' || row.state === 'changed')
}

/** The part of a row that is sent. */
export function itemOf({ uid, digest, has_place, event, revision, offered, keep = [] }: ChosenRow) {
  const { title, location_name, latitude, longitude } = event
  return {
    uid,
    digest,
    has_place,
    event: offered ?? event,
    ...(offered && { correction: { title, location_name, latitude, longitude } }),
    ...(revision !== undefined && { revision }),
    ...(keep.length > 0 && { keep: [...keep] }),
  }
}

/**
 * Splits rows into requests that the server accepts: few enough events, and not too much of whatever they have. The first one has the
 * UIDs of what the source has cancelled, too, and there is one if only for these.
 */
export function importBatches(rows: readonly ChosenRow[], cancelled: readonly string[] = []): ChosenRow[][] {
  const batches: ChosenRow[][] = cancelled.length > 0 ? [[]] : []
  // A list takes its key, a colon and a comma besides.
  let tokens = TOKENS_OF_SOURCE + jsonTokens(cancelled) + 3
  for (const row of rows) {
    // A row takes a comma before it.
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
