import { foldText } from '@/domain/text/fold-text'
import { splitLocationName } from '@/domain/places/location-name'
import { isLocated } from '@/domain/places/place'
import type { StoredPlace } from '@/domain/places/place'
import * as m from '@/messages/compiled/messages.js'
import { SITE } from '@/site/site'

/** A place in words: its name, and below it the address, or that nobody has said where in the village it is. */
export function placeLines(place: StoredPlace): { name: string; lines: string[] } {
  const { displayName, formattedAddress } = splitLocationName(place.location_name)
  if (isLocated(place)) return { name: displayName, lines: formattedAddress === '' ? [] : [formattedAddress] }
  const isVillageAlone = [formattedAddress, displayName].some(
    (part) => foldText(part) === foldText(SITE.village),
  )
  const address = formattedAddress === '' || isVillageAlone ? [] : [formattedAddress]
  return { name: displayName, lines: [...address, m.event_place_unlocated({ village: SITE.village })] }
}
