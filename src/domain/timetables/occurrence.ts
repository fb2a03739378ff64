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
