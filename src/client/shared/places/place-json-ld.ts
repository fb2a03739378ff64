import { splitLocationName } from '@/domain/places/location-name'
import { isLocated } from '@/domain/places/place'
import type { StoredPlace } from '@/domain/places/place'
import { SITE } from '@/site/site'

/**
 * Structured data of a place, an entity of its own where it has a page. A place of which only the name is known has no coordinates: those of the
 * village's centre would be wrong.
 */
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

/** The address of the page of a place; undefined for a name that has none. */
export function placeUrl(origin: string, slug: string): string | undefined {
  return slug === '' ? undefined : `${origin}/places/${slug}`
}
