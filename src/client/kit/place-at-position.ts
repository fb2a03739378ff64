import type { Place } from '@/domain/place'

/** A known place this near is where somebody stands. */
const NEARBY_METRES = 150

/** The place for a geolocation position: named as typed, else after the known place one stands at, else the village. */
export function placeAt(
  position: { latitude: number; longitude: number },
  typed: string,
  places: readonly Place[],
  village: string,
): Place {
  const near = places
    .map((place) => ({ place, metres: metresBetween(position, place) }))
    .filter(({ metres }) => metres <= NEARBY_METRES)
    .toSorted((a, b) => a.metres - b.metres)[0]?.place
  const displayName = typed.trim() || near?.displayName || village
  return {
    name: displayName,
    displayName,
    formattedAddress: near?.formattedAddress || village,
    // Five decimals are about a metre.
    latitude: Math.round(position.latitude * 1e5) / 1e5,
    longitude: Math.round(position.longitude * 1e5) / 1e5,
  }
}

interface Position {
  latitude: number
  longitude: number
}

/** Flat-earth distance, good enough within a village. */
function metresBetween(a: Position, b: Position): number {
  const metresPerDegree = 111_320
  const north = (a.latitude - b.latitude) * metresPerDegree
  const east = (a.longitude - b.longitude) * metresPerDegree * Math.cos((a.latitude * Math.PI) / 180)
  return Math.hypot(north, east)
}
