import { useState } from 'react'
import type { ImportPreview } from '@/contract/back-office/import'
import { IMPORT_ROWS_MAX } from '@/domain/staff/import'
import { isImportable } from '@/client/back-office/import/import-batches'
import { corrected } from '@/client/back-office/import/import-corrections'
import type { ImportCorrection } from '@/client/back-office/import/import-corrections'
import { isToBeCancelled } from './import-gone'
import { AS_OFFERED, fieldsToKeep, isRowChosen } from './import-selection'

/** An administrator's decisions in a preview, and what an import does by them. */
export function useImportChoice(preview: ImportPreview) {
  const [corrections, setCorrections] = useState<ReadonlyMap<string, ImportCorrection>>(new Map())
  const [selection, setSelection] = useState(AS_OFFERED)
  /** The events that are gone at their source and decided on, by id, and whether the import alone is to know that. */
  const [settled, setSettled] = useState<ReadonlyMap<string, { isUnchanged: boolean }>>(new Map())
  const items = preview.items.map((row) => corrected(row, corrections.get(row.uid)))
  const rows = items.filter(isImportable)
  const offered = new Map(preview.items.map(({ uid, event }) => [uid, event]))
  const chosen = rows
    .filter((row) => isRowChosen(selection, row))
    .map((row) => ({
      ...row,
      keep: fieldsToKeep(selection, row),
      ...(corrections.has(row.uid) && { offered: offered.get(row.uid) }),
    }))
  const gone = preview.gone.filter(({ id }) => !settled.has(id))
  return {
    items,
    rows,
    chosen,
    selection,
    setSelection,
    correct: (uid: string, correction: ImportCorrection) =>
      setCorrections(new Map(corrections).set(uid, correction)),
    gone,
    settle: (id: string, how: { isUnchanged: boolean }) => setSettled(new Map(settled).set(id, how)),
    /** The UIDs that an import marks as cancelled, at most as many as one request may name. */
    cancelled: gone
      .filter(isToBeCancelled)
      .map(({ uid }) => uid)
      .slice(0, IMPORT_ROWS_MAX),
    /** Something was decided that leaving the preview loses. */
    isDirty:
      corrections.size > 0 ||
      selection.rows.size > 0 ||
      selection.fields.size > 0 ||
      [...settled.values()].some(({ isUnchanged }) => isUnchanged),
  }
}
