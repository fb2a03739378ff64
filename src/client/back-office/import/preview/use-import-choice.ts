import { useState } from 'react'
import * as z from 'zod/mini'
import type { ImportPreview } from '@/contract/back-office/import'
import { IMPORT_ROWS_MAX } from '@/domain/staff/import'
import { isImportable } from '@/client/back-office/import/import-batches'
import { correctable, corrected } from '@/client/back-office/import/import-corrections'
import type { ImportCorrection } from '@/client/back-office/import/import-corrections'
import { tabDraft } from '@/client/back-office/layout/dialogs/tab-draft'
import { isToBeCancelled } from './import-gone'
import { AS_OFFERED, fieldsToKeep, isRowChosen } from './import-selection'

/** An administrator's decisions in a preview, and what an import does by them. */
export function useImportChoice(userId: string, preview: ImportPreview) {
  const kept = keptCorrections(userId, preview.name)
  const [corrections, setCorrections] = useState(kept.read)
  const [isRestored, setRestored] = useState(
    preview.items.some((row) => corrections.has(row.uid) && correctable(row) !== undefined),
  )
  const keep = (next: ReadonlyMap<string, ImportCorrection>) => {
    kept.write(next)
    setCorrections(next)
  }
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
    correct: (uid: string, correction: ImportCorrection) => keep(new Map(corrections).set(uid, correction)),
    /** Whether it began with corrections that an earlier preview of this source was left with. */
    isRestored,
    forgetCorrections() {
      keep(new Map())
      setRestored(false)
    },
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

type Corrections = ReadonlyMap<string, ImportCorrection>

const correctionsSchema = z.array(
  z.tuple([
    z.string(),
    z.object({
      title: z.string(),
      place: z.optional(z.object({ location_name: z.string(), latitude: z.number(), longitude: z.number() })),
    }),
  ]),
)

/** The corrections of an import by UID, in this tab: a session that ends, or a page that is loaded again, does not lose them. */
function keptCorrections(userId: string, importName: string) {
  const draft = tabDraft(`import:${userId}:${importName}`)
  return {
    read(): Corrections {
      try {
        return new Map(correctionsSchema.parse(JSON.parse(draft.read())))
      } catch {
        return new Map()
      }
    },
    write(corrections: Corrections): void {
      draft.write(corrections.size === 0 ? '' : JSON.stringify([...corrections]))
    },
  }
}
