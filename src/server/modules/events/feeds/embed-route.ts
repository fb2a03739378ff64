import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { EMBED_DAYS, embedAddress, embedQuery } from '@/contract/events/embed'
import type { EmbedQuery } from '@/contract/events/embed'
import { EMBED_PATH } from '@/contract/plain-routes'
import { villageDay, villageMidnight } from '@/domain/time/local-time'
import * as m from '@/messages/compiled/messages.js'
import { localeOf } from '@/messages/locale-of'
import type { Computed } from '@/server/http/caching/response-cache'
import type { Queryable } from '@/server/platform/database/client'
import { nowSeconds } from '@/server/platform/process/clock'
import { listEvents } from '../list-events'
import { errorFile, feedRoute } from './calendar-files'
import type { FeedDeps } from './calendar-files'
import { readFeedFilter } from './feed-filter'
import { EMBED_STYLE_SOURCE, writeEmbed } from './write-embed'
import type { EmbedReader } from './write-embed'

/** A frame has no room for more rows, and hardly its 20 KB. */
const MAX_ROWS = 60

/** The one response that other sites may show in a frame: it runs no script, has no form and reads no cookie. */
const FRAMED_HEADERS = {
  'content-security-policy': `default-src 'none'; style-src ${EMBED_STYLE_SOURCE}; base-uri 'none'; form-action 'none'; frame-ancestors *`,
  'cross-origin-resource-policy': 'cross-origin',
}

/** `GET /embed`: the programme of the next days in a frame of another site. */
export function embedRoute(app: FastifyInstance, deps: FeedDeps): void {
  const { db, clock } = deps
  const route = feedRoute({
    ...deps,
    type: 'text/html; charset=utf-8',
    prepare({ url }, origin) {
      const given = Object.fromEntries(new URL(url, 'http://localhost').searchParams)
      const read = embedQuery.safeParse(given)
      const locale = localeOf(given['lang'] ?? '')
      const query: EmbedQuery = read.success ? { ...read.data, lang: locale } : {}
      const reader = { origin, locale, nowSeconds: nowSeconds(clock), theme: query.theme }
      return {
        key: `${origin} embed ${locale} ${read.success ? embedAddress(query) : 'refused'}`,
        compute: async () =>
          (read.success ? await readEmbed(db, query, reader) : undefined) ??
          errorFile(404, m.embed_wrong({}, { locale })),
      }
    },
  })
  app.route({ method: 'GET', url: EMBED_PATH, ...route, onRequest: [allowFrame, route.onRequest] })
}

function allowFrame(_request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  reply.removeHeader('x-frame-options').headers(FRAMED_HEADERS)
  done()
}

/** Undefined where no tag of the query is known. */
async function readEmbed(
  db: Queryable,
  { tags, days = EMBED_DAYS }: EmbedQuery,
  reader: EmbedReader,
): Promise<Computed | undefined> {
  const filter = await readFeedFilter(db, { tags }, reader)
  if (filter === undefined) return undefined
  const { tagKeys } = filter
  const to = villageMidnight(villageDay(reader.nowSeconds), days) - 1
  const slice = { from: reader.nowSeconds, to, tagKeys, words: [], offset: 0, limit: MAX_ROWS }
  const { items } = await listEvents(db, slice, reader)
  return { text: writeEmbed(items, tags, reader) }
}
