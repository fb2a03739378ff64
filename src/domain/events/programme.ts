import { hasFacts, type EventFacts, type FactsFilter } from '@/domain/events/event-fields'
import { type NamedTag, allKeys } from '@/domain/tags/tag'
import { placeSlug } from '@/domain/places/place'
import {
  consecutiveDays,
  firstOccurrence,
  isInWindow,
  type Occurrence,
  type ProgrammeWindow,
} from '@/domain/timetables/recurrence'
import { firstScheduleOf, predictedSchedules } from '@/domain/timetables/schedule'
import type { Recurrence } from '@/domain/timetables/timetable'
import { SECONDS_PER_DAY, nextVillageMidnight } from '@/domain/time/local-time'
import { isLongEvent } from './event'
import { announced, withState, type Announcement, type EventStates } from './event-state'
import { hasWords } from './search-words'

export interface ProgrammeRow {
  id: string
  start_time: number
  end_time: number
}

/** The occurrences of an event: those stored by the server, and the rule for those that begin after `stored_until`. */
export interface TimedEvent<O extends Occurrence = Occurrence> {
  schedules: readonly O[]
  recurrence?: { rule: Recurrence; stored_until: number } | undefined
  rule?: Recurrence | undefined
}

/** The rule is asked where no stored one is in the window and a later one may be. */
function firstOnly({ schedules, recurrence }: TimedEvent, window: ProgrammeWindow): Occurrence[] {
  const stored = firstOccurrence(schedules, window)
  const isKnown = stored !== undefined || (window.to ?? Infinity) <= (recurrence?.stored_until ?? Infinity)
  const first = isKnown || !recurrence ? stored : firstScheduleOf({ repeated: recurrence.rule }, window)
  return first === undefined ? [] : [first]
}

function eachOccurrenceOf({ schedules, recurrence }: TimedEvent, window: ProgrammeWindow): Occurrence[] {
  const predicted = predictedOccurrences(recurrence, window.to ?? 0)
  return [...schedules, ...predicted].filter((one) => isInWindow(one, window))
}

function predictedOccurrences(recurrence: TimedEvent['recurrence'], until: number): Occurrence[] {
  return recurrence ? predictedSchedules({ repeated: recurrence.rule }, recurrence.stored_until, until) : []
}

const PREDICTED_SECONDS = 366 * SECONDS_PER_DAY
const MAX_UPCOMING = 200

/** A year of predicted ones, 200 altogether; of a festival under way all days; of what is over, its last. */
export function upcomingOccurrences<O extends Occurrence>(
  { schedules, recurrence, rule }: TimedEvent<O>,
  nowSeconds: number,
): (O | Occurrence)[] {
  const all = [...schedules, ...predictedOccurrences(recurrence, nowSeconds + PREDICTED_SECONDS)]
  const current = currentOccurrences({ schedules: all, rule }, nowSeconds)
  return current.length > 0 ? current.slice(0, MAX_UPCOMING) : all.slice(-1)
}

/** The occurrences that are not over, and the days of a festival that is under way; in the order of `schedules`. */
export function currentOccurrences<O extends Occurrence>(
  { schedules, rule }: Pick<TimedEvent<O>, 'schedules' | 'rule'>,
  nowSeconds: number,
): O[] {
  const next = firstOccurrence(schedules, { from: nowSeconds })
  if (next === undefined) return []
  const underWay = new Set(consecutiveDays({ schedules, rule }, next.start_time))
  return schedules.filter((one) => one.end_time > nowSeconds || underWay.has(one))
}

/** Sorts by village day, events up to three days first, then start and id. What is under way at `windowFrom` is of the first day. */
export function inProgrammeOrder<R extends ProgrammeRow>(rows: readonly R[], windowFrom: number): R[] {
  // Once for each row: thousands are compared tens of thousands of times.
  const placed = rows.map((row) => {
    const isLong = isLongEvent(row)
    return {
      row,
      isLong,
      place: isLong ? nextVillageMidnight(Math.max(row.start_time, windowFrom)) : row.start_time,
    }
  })
  placed.sort(
    (a, b) =>
      a.place - b.place ||
      // An event that begins at the midnight with which the day of a longer one ends belongs to the next day.
      Number(b.isLong) - Number(a.isLong) ||
      a.row.start_time - b.row.start_time ||
      (a.row.id < b.row.id ? -1 : a.row.id > b.row.id ? 1 : 0),
  )
  return placed.map(({ row }) => row)
}

interface OfWholeEvent extends TimedEvent {
  states?: EventStates | undefined
  revision?: number | undefined
  updated_at?: number | undefined
  organiser?: { slug: string; name: string } | undefined
}

interface Candidate extends ProgrammeRow, Occurrence, OfWholeEvent, Partial<Announcement>, EventFacts {
  title: string
  location_name: string
  description: string
  price?: number | undefined
  tags: readonly (NamedTag & { key: string })[]
}

/** ANY of `tags`, none means all; all of `words` (`queryWords`); all of `facts`. `page` counts from 1. */
export interface ProgrammeQuery {
  tags: readonly string[]
  words: readonly string[]
  facts?: FactsFilter | undefined
  place?: string | undefined
  isEachDate?: boolean | undefined
  organiser?: string | undefined
  window: ProgrammeWindow
  page: number
  perPage: number
}

/** An event with one of its occurrences; the times are those of the occurrence. */
export interface FoundOccurrence<E> extends ProgrammeRow {
  event: E
  occurrence: Occurrence
}

/** In the order of `events`: of each event its first occurrence in the window, or each one. */
export function findOccurrences<E extends Candidate>(
  events: Iterable<E>,
  query: Omit<ProgrammeQuery, 'page' | 'perPage'>,
): FoundOccurrence<E>[] {
  const { window } = query
  const tags = new Set(query.tags)
  const found: FoundOccurrence<E>[] = []
  const isEach = query.isEachDate === true && window.to !== undefined
  const occurrencesOf = isEach ? eachOccurrenceOf : firstOnly
  for (const event of events) {
    if (tags.size > 0 && !event.tags.some((tag) => allKeys(tag).some((key) => tags.has(key)))) continue
    if (!hasWords(event, query.words) || !hasFacts(event, query.facts)) continue
    if (query.place !== undefined && placeSlug(event.location_name) !== query.place) continue
    if (query.organiser !== undefined && event.organiser?.slug !== query.organiser) continue
    for (const occurrence of occurrencesOf(event, window)) {
      const { start_time, end_time } = occurrence
      found.push({ id: event.id, start_time, end_time, event, occurrence })
    }
  }
  return found
}

/** One page of the list: one row an event, with the times of its first occurrence in the window, or one each occurrence. */
export function selectProgramme<E extends Candidate>(
  events: Iterable<E>,
  query: ProgrammeQuery,
): { items: Row<E>[]; has_more: boolean } {
  const { window, page, perPage } = query
  const found = findOccurrences(events, query)
  const start = (page - 1) * perPage
  const end = start + perPage
  const shown = inProgrammeOrder(found, window.from).slice(start, end)
  return { items: shown.map((one) => rowOf(one, window.from)), has_more: found.length > end }
}

type Row<E> = Omit<E, keyof OfWholeEvent | keyof Announcement> & Partial<Announcement>

function rowOf<E extends Candidate>({ event, occurrence }: FoundOccurrence<E>, from: number): Row<E> {
  const {
    schedules: _,
    recurrence: _1,
    rule: _2,
    revision: _3,
    updated_at: _4,
    organiser: _5,
    state: _6,
    note: _7,
    states,
    ...row
  } = event
  const { start_time, end_time, is_all_day, ...announcement } = withState(occurrence, states, from)
  return { ...row, start_time, end_time, is_all_day, ...announced(announcement) }
}
