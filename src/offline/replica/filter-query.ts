import type { ProgrammeWindow } from '@/domain/timetables/occurrence'
import { endOfDay, parseDate, startOfDay } from '@/domain/time/village-time'
import { systemClock } from '@/offline/platform/clock'
import type { ProgrammeFilter } from '@/offline/programme/programme-reader'

/**
 * The filter's days as the instants they stand for, village time (spec 7: to the last second of the end day). The
 * programme is what is coming up: a start day that has begun, like none at all, means from now on. Days need
 * `ensureTemporal()` first.
 */
export function filterWindow(filter: ProgrammeFilter, nowSeconds: number): ProgrammeWindow {
  const start = filter.startDate === undefined ? undefined : parseDate(filter.startDate)
  const end = filter.endDate === undefined ? undefined : parseDate(filter.endDate)
  return {
    from: start === undefined ? nowSeconds : Math.max(startOfDay(start), nowSeconds),
    ...(end === undefined ? {} : { to: endOfDay(end) }),
  }
}

export function hasDays(filter: ProgrammeFilter): boolean {
  return filter.startDate !== undefined || filter.endDate !== undefined
}

/**
 * The filter as `GET /events` takes it. Where it means 'from now on' the start is left out, so that everyone's
 * query is the same and one cached response serves all. Days need `ensureTemporal()` first.
 */
export function filterQuery(
  filter: ProgrammeFilter,
  nowSeconds = Math.floor(systemClock.now() / 1000),
): { tags?: string; start_date?: string; end_date?: string } {
  const { from, to } = hasDays(filter)
    ? filterWindow(filter, nowSeconds)
    : { from: nowSeconds, to: undefined }
  return {
    ...(filter.tags.length === 0 ? {} : { tags: filter.tags.join(',') }),
    ...(from === nowSeconds ? {} : { start_date: timestamp(from) }),
    ...(to === undefined ? {} : { end_date: timestamp(to) }),
  }
}

function timestamp(epochSeconds: number): string {
  return Temporal.Instant.fromEpochMilliseconds(epochSeconds * 1000).toString()
}
