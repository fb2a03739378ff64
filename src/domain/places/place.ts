export const LOCATION_NAME_MAX = 300

/** A place as it was picked from the map, the gazetteer or the device's position (spec 3, location pick). */
export interface Place {
  name: string
  displayName: string
  formattedAddress: string
  latitude: number
  longitude: number
}

/** Clearing the field resets the name to empty and the coordinates to 0 (spec 3). */
export const NO_PLACE: Place = { name: '', displayName: '', formattedAddress: '', latitude: 0, longitude: 0 }

/** The stored `location_name`: display name and address joined by ' - ' (spec 3). */
export function locationName(place: Pick<Place, 'displayName' | 'formattedAddress'>): string {
  return [place.displayName, place.formattedAddress]
    .map((part) => part.trim())
    .filter((part, index, parts) => part !== '' && parts.indexOf(part) === index)
    .join(' - ')
    .slice(0, LOCATION_NAME_MAX)
}

/** Link to the place on Google Maps, built from its coordinates (spec 2.6). */
export function mapUrl(latitude: number, longitude: number): string {
  return `https://www.google.com/maps/search/?api=1&query=${latitude},${longitude}`
}
