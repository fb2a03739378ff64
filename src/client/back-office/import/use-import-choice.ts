import { useState } from 'react'
import * as z from 'zod/mini'
import type { ImportPreview, ImportRow } from '@/contract/back-office/import'
import { IMPORT_ROWS_MAX, importedEventSchema } from '@/domain/staff/import'
import type { ImportField } from '@/domain/staff/import'
import { isImportable } from './import-calls'
import type { UsedDraft } from '@/client/shared/drafts/use-draft'
import { problemsOf } from '@/domain/validation/problem'
import { isToBeCancelled } from './import-gone'

/** The corrections, by the UID of their event. */
export type Corrections = readonly (readonly [uid: string, correction: ImportCorrection])[]

const correctionsSchema = z.array(
  z.tuple([
    z.string(),
    z.object({
      title: z.string(),
      place: z.optional(z.object({ location_name: z.string(), latitude: z.number(), longitude: z.number() })),
    }),
  ]),
)

export function readCorrections(content: unknown): Corrections | undefined {
  return correctionsSchema.safeParse(content).data
}

export function useImportChoice(preview: ImportPreview, draft: UsedDraft<Corrections>) {
  const [corrections, setCorrections] = useState<ReadonlyMap<string, ImportCorrection>>(
    new Map(draft.restored?.content),
  )
  const isRestored = preview.items.some(
    (row) =>
      draft.restored?.content.some(([uid]) => uid === row.uid) === true && correctable(row) !== undefined,
  )
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
    correct(uid: string, correction: ImportCorrection) {
      const next = new Map(corrections).set(uid, correction)
      setCorrections(next)
      draft.change([...next])
    },
    isRestored,
    forgetCorrections() {
      setCorrections(new Map())
      draft.discard()
    },
    gone,
    settle: (id: string, how: { isUnchanged: boolean }) => setSettled(new Map(settled).set(id, how)),
    /** The UIDs that an import marks as cancelled, at most as many as one request may name. */
    cancelled: gone
      .filter(isToBeCancelled)
      .map(({ uid }) => uid)
      .slice(0, IMPORT_ROWS_MAX),
    isDirty:
      corrections.size > 0 ||
      selection.rows.size > 0 ||
      selection.fields.size > 0 ||
      [...settled.values()].some(({ isUnchanged }) => isUnchanged),
  }
}

export interface ImportCorrection {
  title: string
  /** The place; absent where it is as in the source. */
  place?: { location_name: string; latitude: number; longitude: number } | undefined
}

/** The fields of a row that can be corrected; undefined when none could be read. */
export function correctable(row: ImportRow): NonNullable<ImportRow['event']> | undefined {
  return row.state === 'unchanged' ? undefined : (row.event ?? row.draft)
}

/** A row as it would be imported. One that did not fit can be imported once it does. */
export function corrected(row: ImportRow, correction: ImportCorrection | undefined): ImportRow {
  const before = correctable(row)
  if (correction === undefined || before === undefined) return row
  const { title, place } = correction
  const event = { ...before, title, ...place }
  const parsed = importedEventSchema.safeParse(event)
  const wrong = parsed.success ? [] : problemsOf(parsed.error.issues)
  // The server found the problems that the schema does not know, such as a date that is over.
  const others = row.problems.filter(({ path }) => path.startsWith('timetable'))
  const problems = [...wrong, ...others.filter(({ code }) => wrong.every((one) => one.code !== code))]
  const { event: _event, draft: _draft, ...rest } = row
  const isFitting = problems.length === 0
  const state = row.event_id === undefined ? ('new' as const) : ('changed' as const)
  return {
    ...rest,
    title,
    problems,
    ...(isFitting ? { event, state } : { draft: event, state: 'invalid' as const }),
    notes: row.notes.filter((note) => !isSettled(note, row, correction)),
    ...(row.changes && { changes: correctedChanges(row.changes, row, correction) }),
    // An update moves the event only to a place that is somebody's word, and not a guess.
    has_place: row.has_place || place !== undefined,
  }
}

/** A corrected field is stored at the import, and not asked about again. */
function correctedChanges(
  changes: NonNullable<ImportRow['changes']>,
  row: ImportRow,
  { title, place }: ImportCorrection,
): NonNullable<ImportRow['changes']> {
  const fields = [
    ...(title === row.title ? [] : (['title'] as const)),
    ...(place === undefined ? [] : (['location_name'] as const)),
  ]
  const others = changes.filter(({ field }) => !fields.some((one) => one === field))
  return [...fields.map((field) => ({ field, by_hand: false })), ...others]
}

function isSettled(
  note: ImportRow['notes'][number],
  row: ImportRow,
  { title, place }: ImportCorrection,
): boolean {
  if (note === 'title_shortened') return title !== row.title
  return place !== undefined && (note === 'place_default' || note === 'place_unknown')
}

interface ImportSelection {
  rows: ReadonlySet<string>
  /** Fields of rows, as `uid field`. */
  fields: ReadonlySet<string>
}

export const AS_OFFERED: ImportSelection = { rows: new Set(), fields: new Set() }

/** Chosen is what can be imported; but one whose times may be wrong is chosen by a person. */
export function isRowChosen({ rows }: ImportSelection, row: ImportRow): boolean {
  return rows.has(row.uid) === row.notes.includes('zone_unknown')
}

/** Fields that an update leaves as they are: at first those that somebody changed here. */
export function fieldsToKeep({ fields }: ImportSelection, row: ImportRow): ImportField[] {
  return (row.changes ?? [])
    .filter(({ field, by_hand: isByHand }) => isByHand !== fields.has(keyOf(row, field)))
    .map(({ field }) => field)
}

export function chooseRows(
  selection: ImportSelection,
  rows: readonly ImportRow[],
  isChosen: boolean,
): ImportSelection {
  const others = new Set(selection.rows)
  for (const row of rows) {
    if (isRowChosen(selection, row) === isChosen) continue
    if (!others.delete(row.uid)) others.add(row.uid)
  }
  return { ...selection, rows: others }
}

export function keepField(
  selection: ImportSelection,
  row: ImportRow,
  field: ImportField,
  isUnchanged: boolean,
): ImportSelection {
  const fields = new Set(selection.fields)
  const isByHand = row.changes?.find((change) => change.field === field)?.by_hand === true
  if (isUnchanged === isByHand) fields.delete(keyOf(row, field))
  else fields.add(keyOf(row, field))
  return { ...selection, fields }
}

function keyOf({ uid }: ImportRow, field: ImportField): string {
  return `${uid} ${field}`
}
