import type { ImportRow } from '@/contract/back-office/import'
import type { ImportField } from '@/domain/staff/import'

/** An administrator's choices in a preview that differ from what was offered. */
export interface ImportSelection {
  /** Rows, by UID. */
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
