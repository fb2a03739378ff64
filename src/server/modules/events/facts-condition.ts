import { sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import { FAMILY_AUDIENCES } from '@/domain/events/facts/event-facts'
import { listOf } from '@/domain/events/facts/facts-filter'
import type { FactsFilter } from '@/domain/events/facts/facts-filter'
import { textArray } from './event-columns'

/**
 * The conditions of a filter by facts, of events named `e`; none without one. `hasFacts` of the domain decides the same: what is not said is null
 * or an empty list, and passes none of them.
 */
export function factConditions({ free, family, access, in: spoken }: FactsFilter = {}): SQL[] {
  return [
    ...(free === undefined ? [] : [sql`e.price_cents = 0`]),
    ...(family === undefined
      ? []
      : [sql`e.audience = any(${textArray(FAMILY_AUDIENCES)}::event_audience[])`]),
    ...(access === undefined ? [] : [sql`e.access @> ${textArray(listOf(access))}`]),
    ...(spoken === undefined ? [] : [sql`e.languages && ${textArray(listOf(spoken))}`]),
  ]
}
