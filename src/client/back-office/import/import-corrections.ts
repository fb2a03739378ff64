import type { ImportRow } from '@/contract/back-office/import'
import { importedEventSchema } from '@/domain/staff/import'
import { problemsOf } from '@/domain/validation/problem'

/** The changes that an administrator made to a row before it is imported. */
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
    ...(place === undefined ? [] : (['place'] as const)),
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
