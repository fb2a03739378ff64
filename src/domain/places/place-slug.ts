import { isLocated, splitLocationName } from './place'
import type { StoredPlace } from './place'

export const PLACE_SLUG_MAX = 80

/**
 * The place of a stored `location_name` as it stands in an address: 'Ribeira d’Ilhas - Santo Isidoro' is `ribeira-d-ilhas`, whatever the
 * address, case and accents. Empty for a name without a Latin letter or a digit, which has no page. The database computes the same for
 * its column `place_slug`.
 */
export function placeSlug(locationName: string): string {
  const words = splitLocationName(locationName)
    .displayName.normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
  return words
    .filter((word) => word !== '')
    .join('-')
    .slice(0, PLACE_SLUG_MAX)
    .replace(/-$/, '')
}

export function isPlaceSlug(text: string): boolean {
  return text.length <= PLACE_SLUG_MAX && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text)
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
