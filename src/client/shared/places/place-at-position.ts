import { isLocated, type Place, type Position } from '@/domain/places/place'

/** Asks the browser for the position, and the browser the person. Never rejects. */
export function findPosition(
  options: PositionOptions,
): Promise<GeolocationCoordinates | 'denied' | 'failed'> {
  return new Promise((resolve) => {
    if (!('geolocation' in navigator)) return resolve('failed')
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve(coords),
      ({ code, PERMISSION_DENIED }) => resolve(code === PERMISSION_DENIED ? 'denied' : 'failed'),
      options,
    )
  })
}

const SAME_PLACE_METRES = 150
const NEARBY_METRES = 3_000

/** A geolocation position as people understand it: the known place that one stands at, or the nearest one. */
export function whereaboutsOf(position: Position, places: readonly Place[]) {
  const nearest = nearestOf(position, places.filter(isLocated))
  const within = (metres: number) => (nearest && nearest.metres <= metres ? nearest.place : undefined)
  return { at: within(SAME_PLACE_METRES), near: within(NEARBY_METRES) }
}

export function nearestOf<P extends Position>(position: Position, places: readonly P[]) {
  const [nearest] = places
    .map((place) => ({ place, metres: metresBetween(position, place) }))
    .toSorted((a, b) => a.metres - b.metres)
  return nearest
}

export function placeAt(
  { latitude, longitude }: Position,
  displayName: string,
  formattedAddress: string,
): Place {
  // Five decimals are about a metre.
  const [north, east] = [latitude, longitude].map((degrees) => Math.round(degrees * 1e5) / 1e5)
  return { name: displayName, displayName, formattedAddress, latitude: north ?? 0, longitude: east ?? 0 }
}

const EARTH_RADIUS_METRES = 6_371_000

export function metresBetween(a: Position, b: Position): number {
  const chord =
    haversine(b.latitude - a.latitude) +
    Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * haversine(b.longitude - a.longitude)
  return 2 * EARTH_RADIUS_METRES * Math.asin(Math.sqrt(chord))
}

const radians = (degrees: number) => (degrees * Math.PI) / 180
const haversine = (degrees: number) => Math.sin(radians(degrees) / 2) ** 2
