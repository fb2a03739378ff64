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

/** The condition that an event named `e` is at this place; none without one. */
export function placeConditions(slug: string | undefined): SQL[] {
  return slug === undefined ? [] : [sql`e.place_slug = ${slug}`]
}

/** An organiser `o` is shown while its account `u` is not suspended. */
export const shownOrganisers = sql`organisers o join users u on u.id = o.user_id and u.suspended_at is null`

/** The organiser that an event named `e` shows, as JSON; null without one. */
export const organiserColumn = sql`(
  select json_build_object('slug', o.slug, 'name', o.name) from ${shownOrganisers} where o.user_id = e.user_id)`

/** The condition that an event named `e` is by this organiser; none without one. */
export function organiserConditions(slug: string | undefined): SQL[] {
  return slug === undefined
    ? []
    : [sql`e.user_id = (select o.user_id from ${shownOrganisers} where o.slug = ${slug})`]
}
