import { callApi } from '@/client/back-office/shared/back-office-queries'
import { previewImport, runImport, listImportedOnReview } from '@/contract/back-office/import'
import type { ImportPreview, ImportRow } from '@/contract/back-office/import'
import { IMPORT_BATCH_MAX } from '@/domain/staff/import'
import type { CsvColumns, ImportDefaults, ImportError, ImportField } from '@/domain/staff/import'
import type { Place, StoredPlace } from '@/domain/places/place'

export interface ImportRequest {
  /** `file`: its bytes, base64. */
  source: { url: string } | { name: string; file: string }
  defaults: ImportDefaults
  columns?: CsvColumns | undefined
}

export interface ImportChoice {
  rows: readonly ChosenRow[]
  /** UIDs of events that become cancelled here, as they are at their source. */
  cancelled: readonly string[]
}

export interface ImportOutcome {
  created: number
  updated: number
  unchanged: number
  called_off: number
  failed: { title: string; code: string }[]
  /** Titles of what somebody has changed since the preview. */
  changed: string[]
  created_ids: string[]
}

export async function waitingOf(sourceId: string): Promise<string[]> {
  return (await callApi(listImportedOnReview, { params: { id: sourceId } })).event_ids
}

export async function sendPreview({
  columns,
  ...request
}: ImportRequest): Promise<ImportPreview | { trouble: ImportError }> {
  return callApi(previewImport, { body: { ...request, ...(columns && { columns }) } })
}

/** Imports rows, request by request; `onProgress` gets how many are done. Rejects with CallFailed: what is done stays so. */
export async function sendImport(
  { source, defaults, columns }: ImportRequest,
  { name, format }: Pick<ImportPreview, 'name' | 'format'>,
  { rows, cancelled }: ImportChoice,
  onProgress: (done: number) => void,
): Promise<ImportOutcome> {
  const outcome: ImportOutcome = {
    created: 0,
    updated: 0,
    unchanged: 0,
    called_off: 0,
    failed: [],
    changed: [],
    created_ids: [],
  }
  let done = 0
  for (const [index, batch] of importBatches(rows, cancelled).entries()) {
    const body = {
      source: {
        name,
        format,
        defaults,
        ...('url' in source && { url: source.url }),
        ...(columns && { columns }),
      },
      items: batch.map(itemOf),
      // The first request has them all.
      ...(index === 0 && cancelled.length > 0 && { cancelled: [...cancelled] }),
    }
    const reply = await callApi(runImport, { body })
    outcome.created += reply.created
    outcome.updated += reply.updated
    outcome.unchanged += reply.unchanged
    outcome.called_off += reply.called_off
    outcome.created_ids.push(...reply.created_ids)
    const titleOf = (uid: string) => batch.find((row) => row.uid === uid)?.title ?? uid
    outcome.failed.push(...reply.failed.map(({ uid, code }) => ({ title: titleOf(uid), code })))
    outcome.changed.push(...reply.changed_meanwhile.map(titleOf))
    done += batch.length
    onProgress(done)
  }
  return outcome
}

export type ImportableRow = ImportRow & { event: NonNullable<ImportRow['event']> }

interface ChosenRow extends ImportableRow {
  /** The source's own values of the fields that were corrected. */
  offered?: ImportRow['event']
  /** The fields of a stored event that the import leaves as they are. */
  keep?: readonly ImportField[]
}

export function isImportable(row: ImportRow): row is ImportableRow {
  return row.event !== undefined && (row.state === 'new' || row.state === 'changed')
}

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

/** Splits rows into requests. The first one has what the source has cancelled, too, and there is one if only for that. */
export function importBatches(rows: readonly ChosenRow[], cancelled: readonly string[] = []): ChosenRow[][] {
  const batches: ChosenRow[][] = cancelled.length > 0 && rows.length === 0 ? [[]] : []
  for (let from = 0; from < rows.length; from += IMPORT_BATCH_MAX)
    batches.push(rows.slice(from, from + IMPORT_BATCH_MAX))
  return batches
}

/** A stored place as the place field has it, its name and address in one. */
export function placeOf({ location_name, latitude, longitude }: StoredPlace): Place {
  return { name: location_name, displayName: location_name, formattedAddress: '', latitude, longitude }
}
