import type { Place } from './place'

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
