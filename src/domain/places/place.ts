import { SITE } from '@/site/site'
import { foldText, slugOf } from '@/domain/text/plain-text'

/** Degrees, as the World Geodetic System counts them. */
export interface Position {
  latitude: number
  longitude: number
}

/** A place as an event carries it. */
export interface StoredPlace extends Position {
  location_name: string
}

/** A place as it was picked from the map, the gazetteer or the device's position (rules 3, location pick). */
export interface Place extends Position {
  name: string
  displayName: string
  formattedAddress: string
}

/** Clearing the field resets the name to empty and the coordinates to 0 (rules 3). */
export const NO_PLACE: Place = { name: '', displayName: '', formattedAddress: '', latitude: 0, longitude: 0 }

/**
 * The coordinates of a place that was typed and that nobody has put on a map: the village's centre. The wire requires
 * coordinates, and a client that knows no more shows the right village.
 */
export const UNLOCATED: Position = SITE.centre

/**
 * Whether coordinates say where a place is. The village's centre to the last digit means that only the name is known, 0 and 0
 * that not even a place was chosen (rules 3). No place of the gazetteer has either.
 */
export function isLocated({ latitude, longitude }: Position): boolean {
  return ![UNLOCATED, NO_PLACE].some((none) => none.latitude === latitude && none.longitude === longitude)
}

/** Link to the place on Google Maps (rules 2.6): by its coordinates, or by its name where there are none. */
export function mapUrl(place: StoredPlace): string {
  return `https://www.google.com/maps/search/?api=1&query=${mapQuery(place)}`
}

/**
 * Link to the way there, or to a search where only the name is known. Apple's opens Maps on an iPhone, Google's opens its app on
 * Android and its site elsewhere.
 */
export function directionsUrl(place: StoredPlace, maps: 'google' | 'apple'): string {
  const query = mapQuery(place)
  if (maps === 'apple') return `https://maps.apple.com/?${isLocated(place) ? 'daddr' : 'q'}=${query}`
  return isLocated(place) ? `https://www.google.com/maps/dir/?api=1&destination=${query}` : mapUrl(place)
}

/** The encoded text that a map searches for: 'Casa do Xico, Ericeira' for a place that was only typed. */
function mapQuery({ location_name, latitude, longitude }: StoredPlace): string {
  if (isLocated({ latitude, longitude })) return `${latitude},${longitude}`
  const text = location_name.replaceAll(' - ', ', ')
  const isVillageNamed = foldText(text).includes(foldText(SITE.village))
  return encodeURIComponent(isVillageNamed ? text : `${text}, ${SITE.village}`)
}

export const LOCATION_NAME_MAX = 300

/** The stored `location_name`: display name and address joined by ' - ' (rules 3). */
export function locationName(place: Pick<Place, 'displayName' | 'formattedAddress'>): string {
  return [place.displayName, place.formattedAddress]
    .map((part) => part.trim())
    .filter((part, index, parts) => part !== '' && parts.indexOf(part) === index)
    .join(' - ')
}

/** Takes a stored `location_name` apart again: 'Coxos - Santo Isidoro' is a name and an address. */
export function splitLocationName(text: string): { displayName: string; formattedAddress: string } {
  const [displayName = '', ...address] = text.split(' - ')
  return { displayName, formattedAddress: address.join(' - ') }
}

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
