import { LONG_EVENT_SECONDS } from './event'

/**
 * How the programme is selected and ordered (decisions, 'Answers of the server'). The server does it in SQL for
 * everyone, the device does it here for what it keeps: the same list, with and without a network.
 */

/** Epoch seconds. Without `to` the window is open. */
export interface ProgrammeWindow {
  from: number
  to?: number | undefined
}

export interface Occurrence {
  start_time: number
  end_time: number
  is_all_day: boolean
}

/** What a row of the list is ordered by. */
export interface ProgrammeRow {
  id: string
  start_time: number
  end_time: number
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

/** Order of the list: by start, then id. A long event under way sorts by its start within the window. */
export function compareProgramme(a: ProgrammeRow, b: ProgrammeRow, windowFrom: number): number {
  const difference = sortKey(a, windowFrom) - sortKey(b, windowFrom)
  if (difference !== 0) return difference
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}

function sortKey(row: ProgrammeRow, windowFrom: number): number {
  const isLong = row.end_time - row.start_time > LONG_EVENT_SECONDS
  return isLong ? Math.max(row.start_time, windowFrom) : row.start_time
}

interface Candidate extends ProgrammeRow, Occurrence {
  tags: readonly { key: string }[]
  schedules: readonly Occurrence[]
}

/** ANY of `tags`; none means all. `page` counts from 1. */
export interface ProgrammeQuestion {
  tags: readonly string[]
  window: ProgrammeWindow
  page: number
  perPage: number
}

/** One page of the list: one row an event, with the times of its first occurrence in the window. */
export function selectProgramme<E extends Candidate>(
  events: readonly E[],
  question: ProgrammeQuestion,
): { items: Omit<E, 'schedules'>[]; has_more: boolean } {
  const wanted = new Set(question.tags)
  const rows = events
    .filter((event) => wanted.size === 0 || event.tags.some((tag) => wanted.has(tag.key)))
    .flatMap((event) => {
      const occurrence = firstOccurrence(event.schedules, question.window)
      return occurrence === undefined ? [] : [rowOf(event, occurrence)]
    })
    .toSorted((a, b) => compareProgramme(a, b, question.window.from))
  const start = (question.page - 1) * question.perPage
  const end = start + question.perPage
  return { items: rows.slice(start, end), has_more: rows.length > end }
}

function rowOf<E extends Candidate>(event: E, occurrence: Occurrence): Omit<E, 'schedules'> {
  const { schedules: _, ...row } = event
  const { start_time, end_time, is_all_day } = occurrence
  return { ...row, start_time, end_time, is_all_day }
}
