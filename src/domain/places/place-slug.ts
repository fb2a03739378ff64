import { slugOf } from '@/domain/text/slug'
import { splitLocationName } from './location-name'
import { isLocated } from './place'
import type { StoredPlace } from './place'

/**
 * The place of a stored `location_name` as it stands in an address: 'Ribeira d’Ilhas - Santo Isidoro' is `ribeira-d-ilhas`. Empty for a
 * name without a Latin letter or a digit, which has no page. The database computes the same for its column `place_slug`.
 */
export function placeSlug(locationName: string): string {
  return slugOf(splitLocationName(locationName).displayName)
}

/**
 * The one of several wordings of a place that says most of it: with coordinates before without, then the longer one, then by the alphabet, so
 * that server and device choose the same. Undefined without any.
 */
export function placeOf(wordings: readonly StoredPlace[]): StoredPlace | undefined {
  const [best] = wordings.toSorted(
    (a, b) =>
      Number(isLocated(b)) - Number(isLocated(a)) ||
      b.location_name.length - a.location_name.length ||
      (a.location_name < b.location_name ? -1 : 1),
  )
  return best && { location_name: best.location_name, latitude: best.latitude, longitude: best.longitude }
}
