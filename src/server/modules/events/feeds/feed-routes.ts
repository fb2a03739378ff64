import type { FastifyInstance } from 'fastify'
import { FEED_PATHS, FEED_TYPES, FEEDS, feedAddress } from '@/contract/events/feed-addresses'
import type { FeedKind } from '@/contract/events/feed-addresses'
import { feedQuery } from '@/contract/events/feeds'
import type { FeedQuery } from '@/contract/events/feeds'
import * as m from '@/messages/compiled/messages.js'
import type { Locale } from '@/messages/compiled/runtime.js'
import { localeOf } from '@/messages/locale-of'
import type { Computed } from '@/server/http/caching/response-cache'
import type { Queryable } from '@/server/platform/database/client'
import { nowSeconds } from '@/server/platform/process/clock'
import { SITE } from '@/site/site'
import { errorFile, feedRoute } from './calendar-files'
import type { FeedDeps } from './calendar-files'
import { feedDates } from './feed-dates'
import { readFeedFilter } from './feed-filter'
import type { FeedFilter } from './feed-filter'
import { newestEvents } from './newest-events'
import { writeIcs, writeJsonFeed, writeRss } from './write-feeds'

/** `GET /events.ics`, `/events.rss` and `/events.json`: the programme for other programs, by the list's own filter (rules 7.5). */
export function feedRoutes(app: FastifyInstance, deps: FeedDeps): void {
  const { db, clock } = deps
  for (const kind of FEEDS)
    app.route({
      method: 'GET',
      url: FEED_PATHS[kind],
      ...feedRoute({
        ...deps,
        type: FEED_TYPES[kind],
        prepare({ url }, origin) {
          const given = Object.fromEntries(new URL(url, 'http://localhost').searchParams)
          const read = feedQuery.safeParse(given)
          const locale = localeOf(given['lang'] ?? '')
          const query = { ...(read.success ? read.data : {}), lang: locale }
          const path = read.success ? feedAddress(kind, query) : 'refused'
          const reader = { origin, locale, nowSeconds: nowSeconds(clock) }
          return {
            key: `${origin} ${kind} ${locale} ${path}`,
            compute: () =>
              read.success ? writeFeed(db, kind, query, reader) : Promise.resolve(unknownFeed(locale)),
          }
        },
      }),
    })
}

interface FeedReader {
  origin: string
  locale: Locale
  nowSeconds: number
}

async function writeFeed(
  db: Queryable,
  kind: FeedKind,
  query: FeedQuery & { lang: string },
  reader: FeedReader,
): Promise<Computed> {
  const filter = await readFeedFilter(db, query, reader)
  if (filter === undefined) return unknownFeed(reader.locale)
  const path = feedAddress(kind, query)
  const { lang: _, ...listQuery } = Object.fromEntries(new URL(path, reader.origin).searchParams)
  const list = new URLSearchParams(listQuery).toString()
  const listPath = list === '' ? '/events' : `/events?${list}`
  const { place, placeName, organiser, organiserName, tagNames } = filter
  const filters = [
    organiserName ?? [],
    placeName ?? [],
    tagNames,
    query.q === undefined ? [] : `“${query.q}”`,
  ]
  const filtered = filters.flat().join(', ')
  const head = {
    name: filtered === '' ? SITE.name : `${SITE.name}: ${filtered}`,
    path,
    listPath: pagePath({ place, organiser }) ?? listPath,
    ...reader,
  }
  if (kind === 'ics') return { text: writeIcs(await feedDates(db, filter, reader), head, reader.nowSeconds) }
  const events = await newestEvents(db, filter, reader)
  return { text: kind === 'rss' ? writeRss(events, head, reader.nowSeconds) : writeJsonFeed(events, head) }
}

/** The page of a feed of one place or one organiser. */
function pagePath({ place, organiser }: Pick<FeedFilter, 'place' | 'organiser'>): string | undefined {
  if (organiser !== undefined) return `/organisers/${organiser}`
  return place && `/places/${place}`
}

function unknownFeed(locale: Locale): Computed {
  return errorFile(404, m.feed_unknown({}, { locale }))
}
