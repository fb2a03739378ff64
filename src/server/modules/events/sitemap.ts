import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { escapeMarkup } from '@/domain/text/markup'
import { API_PREFIX } from '@/contract/endpoint'
import type { Queryable } from '@/server/platform/database/client'
import { nowSeconds } from '@/server/platform/process/clock'
import { requestOrigin } from '@/server/http/routing/request/request-source'
import { encodingFor, sendCached } from '@/server/http/routing/send-response'
import { TIDE_STATION } from '@/site/site'
import type { FeedDeps } from '@/server/modules/events/feeds/calendar-files'
import { instant } from './event-shape'
import { shownOrganisers } from './list-query'

/** Public pages that do not depend on data (rules 2.1) and may be found by search engines. */
const PAGES = [
  '/',
  '/events',
  ...(TIDE_STATION ? ['/tides'] : []),
  '/week',
  '/add-event',
  '/contacts',
  '/download',
  '/privacy',
  '/terms',
  '/eula',
]
/** The limit of the protocol; what is over does not count. */
const MAX_ADDRESSES = 50_000
const MAX_PLACES = 5000
const MAX_ORGANISERS = 5000

const XML = { type: 'application/xml; charset=utf-8', cacheControl: 'public, max-age=300' }

/** `/sitemap.xml` at the root and under the API, made once for all who ask for it, and `/robots.txt` that names it (rules 2.1). */
export function sitemapRoutes(app: FastifyInstance, { db, responses, clock, publicOrigin }: FeedDeps): void {
  for (const url of ['/sitemap.xml', `${API_PREFIX}/sitemap.xml`]) {
    app.get(url, { compress: false }, async (request, reply) => {
      const origin = requestOrigin(request, publicOrigin)
      const key = `${origin} sitemap`
      const response = await responses.getOrCompute(key, async () => ({
        text: sitemap(
          origin,
          [
            ...(await listedPlaces(db, nowSeconds(clock))).map((slug) => `/places/${slug}`),
            ...(await listedOrganisers(db)).map((slug) => `/organisers/${slug}`),
          ],
          await listedEvents(db, nowSeconds(clock)),
        ),
      }))
      const encoding = encodingFor(request, response)
      sendCached(request, reply, encoding ? await responses.compress(response, encoding) : response, XML)
      return reply
    })
  }
  app.get('/robots.txt', (request, reply) => {
    const origin = requestOrigin(request, publicOrigin)
    const text = `User-agent: *\nDisallow: /backoffice\nDisallow: /profile\nDisallow: /outbox\nDisallow: /reset-password\n\nSitemap: ${origin}/sitemap.xml\n`
    return reply.header('cache-control', 'public, max-age=300').type('text/plain; charset=utf-8').send(text)
  })
}

async function listedEvents(db: Queryable, now: number): Promise<{ id: string; day: string }[]> {
  const { rows } = await db.execute<{ id: string; day: string }>(sql`
    select e.id, to_char(e.updated_at at time zone 'UTC', 'YYYY-MM-DD') as day from events e
    where e.status = 'PUBLISHED' and exists (
      select 1 from schedules s where s.event_id = e.id and s.end_at > ${instant(now)})
    order by e.updated_at desc, e.id limit ${MAX_ADDRESSES - MAX_PLACES - MAX_ORGANISERS - PAGES.length}`)
  return rows
}

async function listedPlaces(db: Queryable, now: number): Promise<string[]> {
  const { rows } = await db.execute<{ slug: string }>(sql`
    select distinct e.place_slug as slug from events e
    where e.status = 'PUBLISHED' and e.place_slug <> '' and exists (
      select 1 from schedules s where s.event_id = e.id and s.end_at > ${instant(now)})
    order by slug limit ${MAX_PLACES}`)
  return rows.map(({ slug }) => slug)
}

/** The slugs of organisers; those of suspended accounts are not shown. */
async function listedOrganisers(db: Queryable): Promise<string[]> {
  const { rows } = await db.execute<{ slug: string }>(
    sql`select o.slug from ${shownOrganisers} order by o.slug limit ${MAX_ORGANISERS}`,
  )
  return rows.map(({ slug }) => slug)
}

function sitemap(
  site: string,
  paths: readonly string[],
  events: readonly { id: string; day: string }[],
): string {
  // An origin may hold `&` and `'`.
  const origin = escapeMarkup(site)
  const pages = [...PAGES, ...paths].map(
    (path) => `<url><loc>${origin}${escapeMarkup(encodeURI(path))}</loc></url>`,
  )
  const details = events.map(
    ({ id, day }) => `<url><loc>${origin}/events/${id}</loc><lastmod>${day}</lastmod></url>`,
  )
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n` +
    `${[...pages, ...details].join('\n')}\n</urlset>\n`
  )
}
