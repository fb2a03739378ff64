import { foldText } from '@/domain/text/fold-text'
import { splitLocationName } from '@/domain/places/location-name'
import type { StoredPlace } from '@/domain/places/place'
import { GAZETTEER } from '@/site/places'
import { TIDE_STATION } from '@/site/site'

/** Places that nobody has listed say it themselves, in either language. */
const BEACH = /\b(?:praia|beach)\b/

/** Whether an event takes place at a beach, by the name of its place: what is nearby may stand on the cliff above it. */
export function isAtBeach({ location_name }: Pick<StoredPlace, 'location_name'>): boolean {
  if (TIDE_STATION === undefined) return false
  const name = foldText(splitLocationName(location_name).displayName)
  return (
    BEACH.test(name) || GAZETTEER.some((place) => place.isBeach === true && foldText(place.name) === name)
  )
}
