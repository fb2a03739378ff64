import { sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'

/** The condition that an event named `e` is at this place; none without one. */
export function placeConditions(slug: string | undefined): SQL[] {
  return slug === undefined ? [] : [sql`e.place_slug = ${slug}`]
}
