import { pageHead } from '@/client/shared/layout/page-head'
import { placeJsonLd, placeUrl } from '@/client/shared/places/place-json-ld'
import { feedLinks } from '@/client/shared/share/feed-links'
import type { PublicPlace } from '@/contract/events/places'
import { splitLocationName } from '@/domain/places/location-name'
import * as m from '@/messages/compiled/messages.js'
import { SITE } from '@/site/site'

/** A head in the router's shape. */
export type PageHead = ReturnType<typeof placeHead>

/** Title, canonical address, feeds and structured data of a place. */
export function placeHead(place: PublicPlace, origin: string, locale: 'en' | 'pt') {
  const name = splitLocationName(place.location_name).displayName
  const { meta, links } = pageHead({
    title: m.place_title({ name }),
    description: import.meta.env.SSR ? m.place_description({ name, village: SITE.village }) : undefined,
    path: `/places/${place.slug}`,
    origin,
  })
  const entity = { '@context': 'https://schema.org', ...placeJsonLd(place, placeUrl(origin, place.slug)) }
  const structured = [
    { property: 'og:locale', content: locale === 'pt' ? 'pt_PT' : 'en_US' },
    // The router writes it with `<`, `>` and `&` escaped.
    { 'script:ld+json': entity },
  ]
  return { meta: [...meta, ...structured], links: [...links, ...feedLinks({ place: place.slug }, locale)] }
}

/** The head where neither the network nor this device knows the place. */
export function failedPlaceHead(): PageHead {
  const meta = [{ title: `${m.place_failed()} · ${SITE.name}` }, { name: 'robots', content: 'noindex' }]
  return { meta, links: [] }
}
