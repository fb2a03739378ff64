import { pageHead } from '@/client/shared/layout/page-head'
import { webUrl } from '@/client/shared/links/web-url'
import { feedLinks } from '@/client/shared/share/feed-links'
import type { PublicOrganiser } from '@/contract/events/organisers'
import { photoVariant } from '@/domain/events/photo'
import * as m from '@/messages/compiled/messages.js'
import { SITE } from '@/site/site'

/** A head in the router's shape. */
export type PageHead = ReturnType<typeof organiserHead>

interface Where {
  origin: string
  locale: 'en' | 'pt'
}

/** Title, canonical address, feeds and structured data of an organiser. `links` and `text` are there where the server was asked. */
export function organiserHead(
  organiser: Pick<PublicOrganiser, 'slug' | 'name'> & Partial<PublicOrganiser>,
  { origin, locale }: Where,
) {
  const { slug, name } = organiser
  const path = `/organisers/${slug}`
  const { meta, links } = pageHead({
    title: m.organiser_title({ name }),
    description: import.meta.env.SSR ? m.organiser_description({ name, village: SITE.village }) : undefined,
    path,
    origin,
  })
  const structured = [
    { property: 'og:locale', content: locale === 'pt' ? 'pt_PT' : 'en_US' },
    // The router writes it with `<`, `>` and `&` escaped.
    { 'script:ld+json': organiserJsonLd(organiser, origin + path) },
  ]
  return { meta: [...meta, ...structured], links: [...links, ...feedLinks({ organiser: slug }, locale)] }
}

/** The organiser as schema.org describes one; its address is what events name it by. */
function organiserJsonLd({ name, text, photo, links = [] }: Partial<PublicOrganiser>, url: string) {
  const sameAs = links.flatMap(({ data }) => webUrl(data)?.href ?? [])
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    '@id': url,
    url,
    name,
    ...(text !== undefined && { description: text }),
    ...(photo !== undefined && { image: photoVariant(photo, '1200x630') }),
    ...(sameAs.length > 0 && { sameAs }),
  }
}

/** The head where neither the network nor this device knows the organiser. */
export function failedOrganiserHead(): PageHead {
  const meta = [{ title: `${m.organiser_failed()} · ${SITE.name}` }, { name: 'robots', content: 'noindex' }]
  return { meta, links: [] }
}
