import type { FastifyInstance } from 'fastify'
import { escapeMarkup } from '@/domain/text/markup'
import { API_PREFIX } from '@/contract/endpoint'
import { PUBLIC_PAGES } from '@/contract/pages'
import { placeSlug } from '@/domain/places/place'
import { isUpcoming, type Programme } from '@/server/platform/database/events/programme-in-memory'
import { nowSeconds } from '@/server/platform/process/clock'
import { requestOrigin } from '@/server/http/routing/request/request-source'
import { sendCached } from '@/server/http/routing/send-response'
import type { FeedDeps } from '@/server/modules/events/feeds/feed-routes'

/** The limit of the protocol; what is over does not count. */
const MAX_ADDRESSES = 50_000

const XML = { type: 'application/xml; charset=utf-8', cacheControl: 'public, max-age=300' }

/** `/sitemap.xml` at the root and under the API, made once for all who ask for it, and `/robots.txt` that names it (rules 2.1). */
export function sitemapRoutes(
  app: FastifyInstance,
  { programme, responses, clock, publicOrigin }: FeedDeps,
): void {
  for (const url of ['/sitemap.xml', `${API_PREFIX}/sitemap.xml`]) {
    app.get(url, { compress: false }, async (request, reply) => {
      const origin = requestOrigin(request, publicOrigin)
      const response = await responses.getOrCompute(`${origin} sitemap`, async () => ({
        text: sitemap(origin, await programme.current(), nowSeconds(clock)),
      }))
      return sendCached(request, reply, response, XML)
    })
  }
  app.get('/robots.txt', (request, reply) => {
    const origin = requestOrigin(request, publicOrigin)
    const text = `User-agent: *\nDisallow: /backoffice\nDisallow: /profile\nDisallow: /outbox\nDisallow: /reset-password\n\nSitemap: ${origin}/sitemap.xml\n`
    return reply.header('cache-control', 'public, max-age=300').type('text/plain; charset=utf-8').send(text)
  })
}

function sitemap(site: string, { events, organisers }: Programme, now: number): string {
  // An origin may hold `&` and `'`.
  const origin = escapeMarkup(site)
  const upcoming = [...events.values()].filter((event) => isUpcoming(event, now))
  const places = new Set(
    upcoming.map((event) => placeSlug(event.location_name)).filter((slug) => slug !== ''),
  )
  const paths = [
    ...PUBLIC_PAGES.flatMap(({ path, isListed }) => (isListed ? path : [])),
    ...[...places].toSorted().map((slug) => `/places/${slug}`),
    ...[...organisers.keys()].map((slug) => `/organisers/${slug}`),
  ]
  const pages = paths.map((path) => `<url><loc>${origin}${escapeMarkup(encodeURI(path))}</loc></url>`)
  const details = upcoming
    .toSorted((a, b) => b.updated_at - a.updated_at || (a.id < b.id ? -1 : 1))
    .map(({ id, updated_at }) => {
      const day = new Date(updated_at * 1000).toISOString().slice(0, 10)
      return `<url><loc>${origin}/events/${id}</loc><lastmod>${day}</lastmod></url>`
    })
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n` +
    `${[...pages, ...details].slice(0, MAX_ADDRESSES).join('\n')}\n</urlset>\n`
  )
}
