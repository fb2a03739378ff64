import { sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'

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
