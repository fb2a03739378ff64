import { villageIso } from '@/client/shared/time/event-dates'
import { villageDay } from '@/domain/time/local-time'
import type { ProgrammeEvent } from '@/contract/events'
import { consecutiveDays } from '@/domain/timetables/consecutive-days'
import type { Occurrence } from '@/domain/timetables/occurrence'
import { isLocated, splitLocationName } from '@/domain/places/place'
import type { StoredPlace } from '@/domain/places/place'
import { SITE } from '@/site'

interface Addresses {
  url: string
  origin: string
  /** The photo as 1200x630. */
  image: string | undefined
}

/**
 * Structured event data (rules 2.6): offline attendance, locality, region, country, organizer. A festival is one event from its
 * first day to its last, as search engines document it, and each day is a part of it.
 */
export function eventJsonLd(event: ProgrammeEvent, { url, origin, image }: Addresses) {
  const days = consecutiveDays(event, event.start_time)
  const [first = event, last = event] = [days[0], days.at(-1)]
  const location = placeJsonLd(event)
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: event.title,
    description: event.description,
    url,
    startDate: instantOf(first, 'start_time'),
    endDate: instantOf(last, 'end_time'),
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    location,
    organizer: { '@type': 'Organization', name: SITE.name, url: origin },
    ...(days.length > 0 && {
      subEvent: days.map((day) => ({
        '@type': 'Event',
        name: event.title,
        startDate: instantOf(day, 'start_time'),
        endDate: instantOf(day, 'end_time'),
        location,
      })),
    }),
    ...(image !== undefined && { image: [image] }),
    ...(event.price !== undefined && {
      isAccessibleForFree: event.price === 0,
      offers: { '@type': 'Offer', price: event.price, priceCurrency: 'EUR', url },
    }),
  }
}

function instantOf(one: Occurrence, end: 'start_time' | 'end_time'): string {
  return one.is_all_day ? villageDay(one[end]) : villageIso(one[end])
}

/** A place of which only the name is known has no coordinates: those of the village's centre would be wrong. */
function placeJsonLd(place: StoredPlace) {
  const { displayName, formattedAddress } = splitLocationName(place.location_name)
  return {
    '@type': 'Place',
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
