import { parseDate, startOfDay, endOfDay } from '@/domain/village-time'
import type { ProgrammeFilter } from '../programme-source'

/**
 * The query of GET /events for what a visitor chose: village days become instants, the end is 23:59:59 of its
 * day (spec 7). Needs `ensureTemporal()` when a date is set.
 */
export function filterQuery(filter: ProgrammeFilter): { tags?: string; start_date?: string; end_date?: string } {
  const start = filter.startDate === undefined ? undefined : parseDate(filter.startDate)
  const end = filter.endDate === undefined ? undefined : parseDate(filter.endDate)
  return {
    ...(filter.tags.length > 0 && { tags: filter.tags.join(',') }),
    ...(start && { start_date: isoInstant(startOfDay(start)) }),
    ...(end && { end_date: isoInstant(endOfDay(end)) }),
  }
}

function isoInstant(epochSeconds: number): string {
  return new Date(epochSeconds * 1000).toISOString()
}
