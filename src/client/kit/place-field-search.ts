import type { PublicEvent } from '@/contract/events'
import type { Place } from '@/domain/place'
import type { GazetteerPlace } from '@/places'

/** How many suggestions are offered at once. */
export const SUGGESTIONS_MAX = 8
/** A known place this near is where somebody stands. */
const NEARBY_METRES = 150

/** Forgives case, accents and the curly apostrophe: "ribeira d'ilhas" finds "Ribeira d’Ilhas". */
export function foldText(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[’‘`´]/g, "'")
    .toLowerCase()
    .trim()
}

/** The places of the gazetteer, then those of the given events that it does not have; each name once. */
export function knownPlaces(
  gazetteer: readonly GazetteerPlace[],
  events: readonly Pick<PublicEvent, 'location_name' | 'latitude' | 'longitude'>[],
): Place[] {
  const places = new Map<string, Place>()
  const add = (place: Place) => {
    const key = foldText(place.displayName)
    if (key !== '' && !places.has(key)) places.set(key, place)
  }
  for (const { name, address, latitude, longitude } of gazetteer) {
    add({ name, displayName: name, formattedAddress: address, latitude, longitude })
  }
  for (const { location_name, latitude, longitude } of events) {
    const [displayName = '', ...address] = location_name.split(' - ')
    add({ name: displayName, displayName, formattedAddress: address.join(' - '), latitude, longitude })
  }
  return [...places.values()]
}

/** The best matches: names that start with the text, then names with it, then addresses; an empty text gives the first. */
export function searchPlaces(places: readonly Place[], text: string): Place[] {
  const wanted = foldText(text)
  if (wanted === '') return places.slice(0, SUGGESTIONS_MAX)
  const ranked = places.flatMap((place) => {
    const rank = rankOf(place, wanted)
    return rank === undefined ? [] : [{ place, rank }]
  })
  return ranked
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, SUGGESTIONS_MAX)
    .map(({ place }) => place)
}

function rankOf(place: Place, wanted: string): number | undefined {
  const name = foldText(place.displayName)
  if (name === wanted) return 0
  if (name.startsWith(wanted)) return 1
  if (name.split(/[\s']+/).some((word) => word.startsWith(wanted))) return 2
  if (name.includes(wanted)) return 3
  return foldText(place.formattedAddress).includes(wanted) ? 4 : undefined
}

/** The place for a position of the device: named as typed, else after the known place one stands at, else the village. */
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
