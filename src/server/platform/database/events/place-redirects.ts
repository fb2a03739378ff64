import type { StoredPlace } from '@/domain/places/place'
import { placeSlug } from '@/domain/places/place-slug'
import type { Queryable } from '../client'
import { placeRedirects } from '../schema'

/**
 * Returns a place as staff spells it: the one that its spelling was merged into, else itself. Call it before events are locked: it waits for a
 * merge under way, which locks them.
 */
export async function currentPlaces(tx: Queryable): Promise<<P extends StoredPlace>(place: P) => P> {
  const rows = await tx
    .select({
      slug: placeRedirects.slug,
      location_name: placeRedirects.locationName,
      latitude: placeRedirects.latitude,
      longitude: placeRedirects.longitude,
    })
    .from(placeRedirects)
    .for('key share')
  const bySlug = new Map(rows.map(({ slug, ...place }) => [slug, place]))
  return (place) => ({ ...place, ...bySlug.get(placeSlug(place.location_name)) })
}
