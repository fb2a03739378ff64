import { villageMidnight } from '@/domain/time/local-time'
import { occurrenceOn } from './recurrence'
import type { Recurrence } from './timetable'

/** The occurrences that an event's page knows; the schedules are ordered by start. */
export interface ListedOccurrences<O extends Occurrence = Occurrence> {
  schedules: readonly O[]
  rule?: Recurrence | undefined
}

/**
 * The occurrence that a village day `YYYY-MM-DD` stands for: the first that begins on it, else one that goes on during it,
 * else the one that the rule has on it after those that are listed. Undefined when there is none; what is over is not listed.
 * Of several, one that is not over at `now` (epoch seconds) comes before one that is.
 */
export function occurrenceOfDay<O extends Occurrence>(
  { schedules, rule }: ListedOccurrences<O>,
  day: string,
  now = 0,
): O | Occurrence | undefined {
  const from = villageMidnight(day)
  const to = villageMidnight(day, 1) - 1
  const ofDay = schedules.filter((one) => overlaps(one, { from, to }))
  const open = ofDay.filter(({ end_time }) => end_time > now)
  const candidates = open.length > 0 ? open : ofDay
  const listed = candidates.find(({ start_time }) => start_time >= from) ?? candidates[0]
  if (listed !== undefined || rule === undefined || !isWithin(day, rule)) return listed
  const predicted = occurrenceOn(day, rule)
  const last = schedules.at(-1)
  return predicted !== undefined && last !== undefined && predicted.start_time > last.start_time
    ? predicted
    : undefined
}

/** Whether a day is within a period: days compare as text in the order of time. */
function isWithin(day: string, { period_start_date: first, period_end_date: last }: Recurrence): boolean {
  return first <= day && day <= last
}

/** When an event takes place, once; epoch seconds. */
export interface Occurrence {
  start_time: number
  end_time: number
  is_all_day: boolean
}

/** Epoch seconds. Without `to` the window is open. */
export interface ProgrammeWindow {
  from: number
  to?: number | undefined
}

/**
 * Whether an occurrence belongs to the window. It ends with its `end_time`: what ends at 00:00 belongs to the
 * evening before, not to the day that begins then.
 */
export function overlaps(occurrence: Pick<Occurrence, 'start_time' | 'end_time'>, window: ProgrammeWindow) {
  const { from, to = Number.POSITIVE_INFINITY } = window
  // A long event would touch even a window that ends before it begins.
  return from <= to && occurrence.end_time > from && occurrence.start_time <= to
}

/** The first occurrence in the window, by start and then end; undefined when there is none. */
export function firstOccurrence<O extends Occurrence>(
  occurrences: readonly O[],
  window: ProgrammeWindow,
): O | undefined {
  let first: O | undefined
  for (const candidate of occurrences) {
    if (overlaps(candidate, window) && (first === undefined || isEarlier(candidate, first))) first = candidate
  }
  return first
}

function isEarlier(a: Occurrence, b: Occurrence): boolean {
  return a.start_time < b.start_time || (a.start_time === b.start_time && a.end_time < b.end_time)
}
