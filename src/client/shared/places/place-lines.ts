import { foldText } from '@/domain/text/plain-text'
import { splitLocationName, isLocated, type StoredPlace } from '@/domain/places/place'
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

/** An entity of its own where it has a page. A place of which only the name is known has no coordinates. */
export function placeJsonLd(place: StoredPlace, url: string | undefined) {
  const { displayName, formattedAddress } = splitLocationName(place.location_name)
  return {
    '@type': 'Place',
    ...(url !== undefined && { '@id': url, url }),
    name: displayName,
    address: {
      '@type': 'PostalAddress',
      ...(isLocated(place) && formattedAddress !== '' && { streetAddress: formattedAddress }),
      addressLocality: SITE.village,
      addressRegion: SITE.region,
      addressCountry: SITE.country,
    },
    ...(isLocated(place) && {
      geo: { '@type': 'GeoCoordinates', latitude: place.latitude, longitude: place.longitude },
    }),
  }
}
