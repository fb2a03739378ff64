import { foldText } from '@/domain/text/fold-text'
import { locationName } from '@/domain/places/location-name'
import { isLocated } from '@/domain/places/place'
import type { StoredPlace } from '@/domain/places/place'
import { GAZETTEER } from '@/site/places'

/** A shorter name may be a word of any address. */
const CONTAINED_MIN = 6

const OF_GAZETTEER: readonly StoredPlace[] = GAZETTEER.map(({ name, address, latitude, longitude }) => ({
  location_name: locationName({ displayName: name, formattedAddress: address }),
  latitude,
  longitude,
}))

/** Finds the place that a source means among those of the gazetteer and of the app's events; undefined when none is. */
export type FindPlace = (text: string) => StoredPlace | undefined

export function placeFinder(ofEvents: readonly StoredPlace[]): FindPlace {
  const known = [...OF_GAZETTEER, ...ofEvents.filter(isLocated)].map((place) => ({
    place,
    full: foldText(place.location_name),
    name: foldText(place.location_name.split(' - ')[0] ?? ''),
  }))
  const longestFirst = known
    .filter(({ name }) => name.length >= CONTAINED_MIN)
    .toSorted((a, b) => b.name.length - a.name.length)
    .map(({ place, name }) => ({ place, name: ` ${words(name)} ` }))
  return (text) => {
    const wanted = foldText(text)
    if (wanted === '') return undefined
    const wantedWords = ` ${words(wanted)} `
    const head = foldText(text.split(/,| - |\n/)[0] ?? '')
    const found =
      known.find(({ full, name }) => full === wanted || name === wanted) ??
      known.find(({ name }) => name === head) ??
      longestFirst.find(({ name }) => wantedWords.includes(name))
    return found?.place
  }
}

function words(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}']+/gu, ' ').trim()
}
