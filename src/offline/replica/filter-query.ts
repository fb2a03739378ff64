import type { ProgrammeWindow } from '@/domain/programme'
import { endOfDay, parseDate, startOfDay } from '@/domain/village-time'
import type { ProgrammeFilter } from '../programme-source'

/**
 * The filter's days as the instants they stand for, village time (spec 7: from the first second of the start day to
 * the last of the end day; without a start, from now). Days need `ensureTemporal()` first.
 */
export function filterWindow(filter: ProgrammeFilter, nowSeconds: number): ProgrammeWindow {
  const start = filter.startDate === undefined ? undefined : parseDate(filter.startDate)
  const end = filter.endDate === undefined ? undefined : parseDate(filter.endDate)
  return {
    from: start === undefined ? nowSeconds : startOfDay(start),
    ...(end === undefined ? {} : { to: endOfDay(end) }),
  }
}

export function hasDays(filter: ProgrammeFilter): boolean {
  return filter.startDate !== undefined || filter.endDate !== undefined
}

/** The filter as `GET /events` takes it. Without days nothing is said of time, so that everyone's question is the same. */
export function filterQuery(filter: ProgrammeFilter): {
  tags?: string
  start_date?: string
  end_date?: string
} {
  const { from, to } = hasDays(filter)
    ? filterWindow(filter, Number.NaN)
    : { from: Number.NaN, to: undefined }
  return {
    ...(filter.tags.length === 0 ? {} : { tags: filter.tags.join(',') }),
    ...(Number.isNaN(from) ? {} : { start_date: timestamp(from) }),
    ...(to === undefined ? {} : { end_date: timestamp(to) }),
  }
}

function timestamp(epochSeconds: number): string {
  return Temporal.Instant.fromEpochMilliseconds(epochSeconds * 1000).toString()
}
