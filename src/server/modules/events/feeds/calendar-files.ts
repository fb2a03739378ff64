import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CALENDAR_TYPE, calendarFileName, readCalendarQuery } from '@/contract/events/calendar-files'
import { CALENDAR_FILE_ROUTE } from '@/contract/plain-routes'
import { calendarFile, type CalendarFileQuery } from '@/domain/calendar/calendar-file'
import { currentOccurrences, upcomingOccurrences } from '@/domain/events/programme'
import { stateLabels } from '@/messages/price-text'
import * as m from '@/messages/compiled/messages.js'
import type { Locale } from '@/messages/compiled/runtime.js'
import { localeOf } from '@/messages/error-text'
import { assertStorable } from '@/server/http/bodies/request-bodies'
import type { Computed, ResponseCache } from '@/server/http/caching/response-cache'
import { requestOrigin } from '@/server/http/routing/request/request-source'
import { sendCached } from '@/server/http/routing/send-response'
import type { Queryable } from '@/server/platform/database/client'
import type { ProgrammeInMemory } from '@/server/platform/database/events/programme-in-memory'
import { nowSeconds, type Clock } from '@/server/platform/process/clock'
import { findPublished, programmeEvent } from '@/server/modules/events/programme'

export interface FeedDeps {
  db: Queryable
  programme: ProgrammeInMemory
  responses: ResponseCache
  clock: Clock
  publicOrigin: string | undefined
}

/** Calendars of people's own are asked once; a subscription asks every few hours. */
const FEED_CACHE = 'public, max-age=900, stale-if-error=86400'
const SENTENCE_TYPE = 'text/plain; charset=utf-8'

/** `GET /events/{id}.ics`: one date, or all of them (rules 2.6). 404 for what is not public, 410 for what is over. */
export function calendarFileRoute(app: FastifyInstance, deps: FeedDeps): void {
  app.route<{ Params: { id: string } }>({
    method: 'GET',
    url: CALENDAR_FILE_ROUTE,
    ...feedRoute<{ id: string }>({
      ...deps,
      type: CALENDAR_TYPE,
      prepare({ params: { id }, url }, origin, now) {
        const { lang, ...query } = readCalendarQuery(new URL(url, 'http://localhost').searchParams)
        const locale = localeOf(lang)
        return {
          key: `${origin} calendar ${id} ${query.day ?? ''} ${locale}`,
          compute: () => readFile(deps, { id, locale, origin, nowSeconds: now, ...query }),
        }
      },
    }),
  })
}

async function readFile(
  deps: FeedDeps,
  request: CalendarFileQuery & { id: string; locale: Locale; origin: string; nowSeconds: number },
): Promise<Computed> {
  const { id, locale, ...query } = request
  const found = await findPublished(deps, id)
  if (found === undefined) return errorFile(404, m.calendar_missing({}, { locale }))
  // The dates are those of a replica. A date beyond what is stored is in no replica.
  const current = currentOccurrences(found, query.nowSeconds)
  const schedules = current.length > 0 ? current : upcomingOccurrences(found, query.nowSeconds)
  const event = schedules.length > 0 ? programmeEvent(found, schedules, { ...query, locale }) : undefined
  const file = event && calendarFile(event, query, { ...query, stateLabels: stateLabels(locale) })
  if (event === undefined || file === undefined || file === 'over')
    return errorFile(410, m.calendar_over({}, { locale }))
  if (file === 'missing') return errorFile(404, m.calendar_missing({}, { locale }))
  return {
    text: file.text,
    headers: { 'content-disposition': `inline; filename="${calendarFileName(event.title)}"` },
  }
}

export function errorFile(status: number, sentence: string): Computed {
  return { text: `${sentence}\n`, status, headers: { 'x-content-type-options': 'nosniff' } }
}

type FeedRequest<Params> = FastifyRequest<{ Params: Params }>

interface Feed<Params> extends FeedDeps {
  type: string
  /** Reads the request: the key of the cache is everything that the text depends on, and the address decides it. */
  prepare: (
    request: FeedRequest<Params>,
    origin: string,
    nowSeconds: number,
  ) => { key: string; compute: () => Promise<Computed> }
}

/** The route of a text that is the same for everyone who asks for it. */
export function feedRoute<Params>({ responses, publicOrigin, clock, type, prepare }: Feed<Params>) {
  return {
    compress: false as const,
    async handler(request: FeedRequest<Params>, reply: FastifyReply) {
      assertStorable(request.params)
      assertStorable(request.query)
      const { key, compute } = prepare(request, requestOrigin(request, publicOrigin), nowSeconds(clock))
      const response = await responses.getOrCompute(key, () => request.computeUncached(compute))
      const isFound = response.status === 200
      return sendCached(request, reply, response, {
        type: isFound ? type : SENTENCE_TYPE,
        cacheControl: isFound ? FEED_CACHE : 'no-cache',
        vary: 'accept-encoding',
      })
    },
  }
}
