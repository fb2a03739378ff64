import type { Place } from '@/domain/places/place'

interface StoredPlace {
  location_name: string
  latitude: number
  longitude: number
}

/** A stored place as the place field has it, its name and address in one. */
export function placeOf({ location_name, latitude, longitude }: StoredPlace): Place {
  return { name: location_name, displayName: location_name, formattedAddress: '', latitude, longitude }
}
