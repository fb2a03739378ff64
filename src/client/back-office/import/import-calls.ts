import { unwrap } from '@/client/shared/offline/call-failed'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { previewImport, runImport } from '@/contract/back-office/import'
import { listImportedOnReview } from '@/contract/back-office/import-sources'
import type { ImportPreview } from '@/contract/back-office/import'
import type { CsvColumns, ImportDefaults, ImportError } from '@/domain/staff/import'
import { importBatches, itemOf } from './import-batches'
import type { ChosenRow } from './import-batches'

export interface ImportRequest {
  /** `file`: its bytes, base64. */
  source: { url: string } | { name: string; file: string }
  defaults: ImportDefaults
  columns?: CsvColumns | undefined
}

/** An administrator's decisions in a preview. */
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

/** The events of a calendar that wait for a review. Rejects with CallFailed. */
export async function waitingOf(sourceId: string): Promise<string[]> {
  const { api } = await loadOfflineClient()
  return unwrap(await api.call(listImportedOnReview, { params: { id: sourceId } })).event_ids
}

/** Requests the preview of an import, or the reason why nothing can be read. Rejects with CallFailed. */
export async function sendPreview({
  columns,
  ...request
}: ImportRequest): Promise<ImportPreview | { trouble: ImportError }> {
  const { api } = await loadOfflineClient()
  return unwrap(await api.call(previewImport, { body: { ...request, ...(columns && { columns }) } }))
}

/** Imports rows, request by request; `onProgress` gets how many are done. Rejects with CallFailed: what is done stays so. */
export async function sendImport(
  { source, defaults, columns }: ImportRequest,
  { name, format }: Pick<ImportPreview, 'name' | 'format'>,
  { rows, cancelled }: ImportChoice,
  onProgress: (done: number) => void,
): Promise<ImportOutcome> {
  const { api } = await loadOfflineClient()
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
    const reply = unwrap(await api.call(runImport, { body }))
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
