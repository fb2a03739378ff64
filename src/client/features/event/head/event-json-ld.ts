import { villageDay, villageIso } from '@/client/shared/time/event-dates'
import type { ProgrammeEvent } from '@/contract/events'
import { SITE } from '@/site'

interface Addresses {
  url: string
  origin: string
  /** The photo as 1200x630. */
  image: string | undefined
}

/** Structured event data (spec 2.6): offline attendance, locality, region, country, organizer. */
export function eventJsonLd(event: ProgrammeEvent, { url, origin, image }: Addresses) {
  const instant = event.is_all_day ? villageDay : villageIso
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: event.title,
    description: event.description,
    url,
    startDate: instant(event.start_time),
    endDate: instant(event.end_time),
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    location: {
      '@type': 'Place',
      name: event.location_name,
      address: {
        '@type': 'PostalAddress',
        addressLocality: SITE.village,
        addressRegion: SITE.region,
        addressCountry: SITE.country,
      },
      geo: { '@type': 'GeoCoordinates', latitude: event.latitude, longitude: event.longitude },
    },
    organizer: { '@type': 'Organization', name: SITE.name, url: origin },
    ...(image !== undefined && { image: [image] }),
    ...(event.price !== undefined && {
      isAccessibleForFree: event.price === 0,
      offers: { '@type': 'Offer', price: event.price, priceCurrency: 'EUR', url },
    }),
  }
}
