import { SITE } from '@/site/site'
import { foldText, slugOf, toOneLine } from '@/domain/text/plain-text'

export interface Position {
  latitude: number
  longitude: number
}

export interface StoredPlace extends Position {
  location_name: string
}

export interface Place extends Position {
  name: string
  displayName: string
  formattedAddress: string
}

/** Clearing the field resets the name to empty and the coordinates to 0 (rules 3). */
export const NO_PLACE: Place = { name: '', displayName: '', formattedAddress: '', latitude: 0, longitude: 0 }

/** A place that was typed and not put on a map has these, because the wire requires coordinates. */
export const UNLOCATED: Position = SITE.centre

/** The village's centre to the last digit means that only the name is known, 0 and 0 that no place was chosen (rules 3). */
export function isLocated({ latitude, longitude }: Position): boolean {
  return ![UNLOCATED, NO_PLACE].some((none) => none.latitude === latitude && none.longitude === longitude)
}

/** Link to the place on Google Maps (rules 2.6): by its coordinates, or by its name where there are none. */
export function mapUrl(place: StoredPlace): string {
  return `https://www.google.com/maps/search/?api=1&query=${mapQuery(place)}`
}

/** Apple's opens Maps on an iPhone, Google's opens its app on Android and its site elsewhere; a search where only the name is known. */
export function directionsUrl(place: StoredPlace, maps: 'google' | 'apple'): string {
  const query = mapQuery(place)
  if (maps === 'apple') return `https://maps.apple.com/?${isLocated(place) ? 'daddr' : 'q'}=${query}`
  return isLocated(place) ? `https://www.google.com/maps/dir/?api=1&destination=${query}` : mapUrl(place)
}

function mapQuery({ location_name, latitude, longitude }: StoredPlace): string {
  if (isLocated({ latitude, longitude })) return `${latitude},${longitude}`
  const text = location_name.replaceAll(' - ', ', ')
  const isVillageNamed = foldText(text).includes(foldText(SITE.village))
  return encodeURIComponent(isVillageNamed ? text : `${text}, ${SITE.village}`)
}

export const LOCATION_NAME_MAX = 300

export function locationName(place: Pick<Place, 'displayName' | 'formattedAddress'>): string {
  return [place.displayName, place.formattedAddress]
    .map((part) => toOneLine(part))
    .filter((part, index, parts) => part !== '' && parts.indexOf(part) === index)
    .join(' - ')
}

export function splitLocationName(text: string): { displayName: string; formattedAddress: string } {
  const [displayName = '', ...address] = text.split(' - ')
  return { displayName, formattedAddress: address.join(' - ') }
}

/** 'Ribeira d’Ilhas - Santo Isidoro' is `ribeira-d-ilhas`; empty without a letter or a digit. */
export function placeSlug(fullName: string): string {
  return slugOf(splitLocationName(fullName).displayName)
}

/** The wording that says most: coordinates, then length, then the alphabet, so that server and device choose the same. */
export function placeOf(wordings: readonly StoredPlace[]): StoredPlace | undefined {
  const [best] = wordings.toSorted(
    (a, b) =>
      Number(isLocated(b)) - Number(isLocated(a)) ||
      b.location_name.length - a.location_name.length ||
      (a.location_name < b.location_name ? -1 : 1),
  )
  return best && { location_name: best.location_name, latitude: best.latitude, longitude: best.longitude }
}
