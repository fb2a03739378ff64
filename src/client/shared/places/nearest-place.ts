import { metresBetween } from '@/client/shared/places/place-at-position'
import { foldText } from '@/domain/text/fold-text'
import { splitLocationName } from '@/domain/places/location-name'
import { isLocated } from '@/domain/places/place'
import type { StoredPlace } from '@/domain/places/place'
import { GAZETTEER } from '@/site/places'

/** A place says nothing of where another is that is farther than some minutes on foot. */
const NEAR_METRES = 500
/** A place nearer than this is the same one, under another name. */
const SAME_METRES = 25
/** A distance to the metre helps nobody who walks. */
const STEP_METRES = 50

/** The known place that a located one is near to, and how far that is; undefined when there is none. */
export function nearestPlace(place: StoredPlace): { name: string; metres: number } | undefined {
  if (!isLocated(place)) return undefined
  const own = foldText(splitLocationName(place.location_name).displayName)
  const [nearest] = GAZETTEER.filter(({ name }) => foldText(name) !== own)
    .map((known) => ({ name: known.name, metres: metresBetween(place, known) }))
    .filter(({ metres }) => metres > SAME_METRES && metres <= NEAR_METRES)
    .toSorted((a, b) => a.metres - b.metres)
  return (
    nearest && { ...nearest, metres: Math.max(1, Math.round(nearest.metres / STEP_METRES)) * STEP_METRES }
  )
}
