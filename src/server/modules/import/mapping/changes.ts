import { isDeepStrictEqual } from 'node:util'
import type { ImportRow } from '@/contract/back-office/import'
import { FACT_COLUMNS, IMPORT_FIELDS } from '@/domain/staff/import'
import type { ImportField, UpdatedContent } from '@/domain/staff/import'
import { schedulesOf } from '@/domain/timetables/schedule'

/** An event that was imported before. */
export interface KnownContent {
  /** The event as it stands here. */
  event: UpdatedContent
  /** The event as the source had it last; null for what was imported before that was stored: anything may be changed by hand. */
  sourceValues: UpdatedContent | null
}

/**
 * Finds in which fields an event would be another after its update, and which of them somebody has changed here since its last import.
 * `hasPlace`: the place is the source's own, and not the default one, which no update stores.
 */
export function changesOf(
  { event: current, sourceValues }: KnownContent,
  { event, hasPlace }: { event: UpdatedContent; hasPlace: boolean },
  nowSeconds: number,
): NonNullable<ImportRow['changes']> {
  const isSame = (one: UpdatedContent, other: UpdatedContent, field: ImportField) =>
    isDeepStrictEqual(valueOf(one, field, nowSeconds), valueOf(other, field, nowSeconds))
  return IMPORT_FIELDS.filter((field) => field !== 'place' || hasPlace)
    .filter((field) => !isFact(field) || event[field] !== undefined)
    .filter((field) => !isSame(current, event, field))
    .map((field) => ({ field, by_hand: sourceValues === null || !isSame(current, sourceValues, field) }))
}

/** Whether dates are to come of an event that was imported, by what its source said then: the team may have given it others. */
export function wasComing({ event, sourceValues }: KnownContent, nowSeconds: number): boolean {
  const { timetable } = sourceValues ?? event
  return schedulesOf(timetable, { from: nowSeconds + 1, to: Number.MAX_SAFE_INTEGER }).length > 0
}

/** A source that says nothing of a fact leaves alone what was said here. */
function isFact(field: ImportField): field is (typeof FACT_COLUMNS)[number] {
  return FACT_COLUMNS.some((one) => one === field)
}

/**
 * The coming dates of a timetable are compared: a list and a rule may say the same, and a date that is over is nobody's change.
 */
function valueOf(event: UpdatedContent, field: ImportField, nowSeconds: number): unknown {
  if (field === 'timetable')
    return schedulesOf(event.timetable, { from: nowSeconds, to: Number.MAX_SAFE_INTEGER }).map(
      ({ start_time, end_time, is_all_day }) => [start_time, end_time, is_all_day],
    )
  if (field === 'place') return [event.location_name, event.latitude, event.longitude]
  if (field === 'price') return [event.price ?? undefined, event.is_donation ?? false]
  if (field === 'info_url') return event.info_url || undefined
  return event[field]
}
