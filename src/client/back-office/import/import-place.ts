import type { Place, StoredPlace } from '@/domain/places/place'

/** A stored place as the place field has it, its name and address in one. */
export function placeOf({ location_name, latitude, longitude }: StoredPlace): Place {
  return { name: location_name, displayName: location_name, formattedAddress: '', latitude, longitude }
}
