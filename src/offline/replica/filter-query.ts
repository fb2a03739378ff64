import type { CallInput } from '@/contract/endpoint'
import type { listEvents } from '@/contract/events/events'
import { isQuery } from '@/domain/events/search-words'
import { eveningWindow } from '@/domain/events/evening'
import type { ProgrammeWindow } from '@/domain/timetables/occurrence'
import { villageMidnight } from '@/domain/time/local-time'
import { systemClock } from '@/offline/platform/clock'
import type { ProgrammeFilter } from '@/offline/programme/programme-reader'

/**
 * The filter's days, or its evening, as the instants they stand for, village time (rules 7.3: to the last second of the end
 * day). The programme is what is coming up: what has begun, like no start at all, means from now on.
 */
export function filterWindow(filter: ProgrammeFilter, nowSeconds: number): ProgrammeWindow {
  const { from, to } = chosenWindow(filter)
  return {
    from: from === undefined ? nowSeconds : Math.max(from, nowSeconds),
    ...(to === undefined ? {} : { to }),
  }
}

function chosenWindow({ startDate, endDate, evening }: ProgrammeFilter): Partial<ProgrammeWindow> {
  if (evening !== undefined) return eveningWindow(evening)
  return {
    ...(startDate === undefined ? {} : { from: villageMidnight(startDate) }),
    ...(endDate === undefined ? {} : { to: villageMidnight(endDate, 1) - 1 }),
  }
}

/**
 * The filter as `GET /events` takes it. Where it means 'from now on' the start is left out, so that everyone's
 * query is the same and one cached response serves all.
 */
export function filterQuery(
  filter: ProgrammeFilter,
  nowSeconds = Math.floor(systemClock.now() / 1000),
): Omit<CallInput<typeof listEvents>['query'], 'page' | 'per_page'> {
  const { from, to } = filterWindow(filter, nowSeconds)
  return {
    ...(filter.tags.length === 0 ? {} : { tags: filter.tags.join(',') }),
    // Signs alone are no words, and filter nothing.
    ...(isQuery(filter.text ?? '') ? { q: filter.text } : {}),
    ...filter.facts,
    ...(filter.place === undefined ? {} : { place: filter.place }),
    ...(filter.organiser === undefined ? {} : { organiser: filter.organiser }),
    ...(from === nowSeconds ? {} : { start_date: timestamp(from) }),
    ...(to === undefined ? {} : { end_date: timestamp(to) }),
    ...(filter.isEachDate ? { each: 'date' as const } : {}),
  }
}

function timestamp(epochSeconds: number): string {
  return new Date(epochSeconds * 1000).toISOString()
}
