import { sql } from 'drizzle-orm'
import type { PublicPlace } from '@/contract/events/places'
import type { StoredPlace } from '@/domain/places/place'
import { placeOf } from '@/domain/places/place-slug'
import type { Queryable } from '@/server/platform/database/client'

/** A place has a few wordings; one that has more needs no others to choose from. */
const MAX_WORDINGS = 100

/**
 * The place of published events, also of past ones, that a slug leads to: the one that it was merged into, else its own. Undefined where
 * nothing was ever on.
 */
export async function findPlace(db: Queryable, requested: string): Promise<PublicPlace | undefined> {
  const { rows } = await db.execute<StoredPlace & { slug: string } & Record<string, unknown>>(sql`
    with current as (
      select coalesce((select into_slug from place_redirects where slug = ${requested}), ${requested}) as slug
    )
    select distinct current.slug, e.location_name, e.latitude, e.longitude
    from current join events e on e.place_slug = current.slug and e.status = 'PUBLISHED'
    order by e.location_name, e.latitude, e.longitude limit ${MAX_WORDINGS}`)
  const [first] = rows
  const place = placeOf(rows)
  return first && place && { slug: first.slug, ...place }
}
