import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CALENDAR_TYPE, calendarFileName, readCalendarQuery } from '@/contract/events/calendar-files'
import { CALENDAR_FILE_ROUTE } from '@/contract/plain-routes'
import { calendarFile } from '@/domain/calendar/calendar-file'
import type { CalendarFileQuery } from '@/domain/calendar/calendar-file'
import { currentOccurrences, upcomingOccurrences } from '@/domain/events/programme'
import { stateLabels } from '@/messages/calendar-labels'
import * as m from '@/messages/compiled/messages.js'
import type { Locale } from '@/messages/compiled/runtime.js'
import { localeOf } from '@/messages/locale-of'
import type { Computed, ResponseCache } from '@/server/http/caching/response-cache'
import { admissionOf } from '@/server/http/load-shedding/fair-limit'
import type { FairLimit } from '@/server/http/load-shedding/fair-limit'
import { requestOrigin } from '@/server/http/routing/request/request-origin'
import { encodingFor, sendCached } from '@/server/http/routing/send-response'
import type { Queryable } from '@/server/platform/database/client'
import { nowSeconds } from '@/server/platform/process/clock'
import type { Clock } from '@/server/platform/process/clock'
import { programmeEvent, timedEvent } from '../programme'
import { findEvent } from '../read-event'

export interface FeedDeps {
  db: Queryable
  responses: ResponseCache
  clock: Clock
  publicOrigin: string | undefined
  limitReads: FairLimit
}

/** Calendars of people's own are asked once; a subscription asks every few hours. */
export const FEED_CACHE = 'public, max-age=900, stale-if-error=86400'
export const SENTENCE_TYPE = 'text/plain; charset=utf-8'

interface FileQuery extends CalendarFileQuery {
  id: string
  locale: Locale
  origin: string
  nowSeconds: number
}

/** `GET /events/{id}.ics`: one date, or all of them (rules 2.6). 404 for what is not public, 410 for what is over. */
export function calendarFileRoute(app: FastifyInstance, deps: FeedDeps): void {
  const { db, clock } = deps
  app.get<{ Params: { id: string } }>(CALENDAR_FILE_ROUTE, { compress: false }, async (request, reply) => {
    await sendFeed(request, reply, {
      ...deps,
      type: CALENDAR_TYPE,
      prepare(origin) {
        const { lang, ...query } = readCalendarQuery(new URL(request.url, 'http://localhost').searchParams)
        const locale = localeOf(lang)
        const { id } = request.params
        return {
          key: `${origin} calendar ${id} ${query.day ?? ''} ${query.isSeries} ${locale}`,
          compute: () => readFile(db, { id, locale, origin, nowSeconds: nowSeconds(clock), ...query }),
        }
      },
    })
    return reply
  })
}

async function readFile(db: Queryable, { id, locale, ...query }: FileQuery): Promise<Computed> {
  const row = await findEvent(db, id)
  if (row?.status !== 'PUBLISHED') return errorFile(404, m.calendar_missing({}, { locale }))
  const timed = timedEvent(row, row.schedules ?? [])
  const current = currentOccurrences(timed, query.nowSeconds)
  // The dates are those of a replica. A date beyond what is stored is in no replica.
  const schedules = current.length > 0 ? current : upcomingOccurrences(timed, query.nowSeconds)
  const event = schedules.length > 0 ? programmeEvent(row, schedules, { ...query, locale }) : undefined
  const file = event && calendarFile(event, query, { ...query, stateLabels: stateLabels(locale) })
  if (event === undefined || file === undefined || file === 'over')
    return errorFile(410, m.calendar_over({}, { locale }))
  if (file === 'missing') return errorFile(404, m.calendar_missing({}, { locale }))
  return {
    text: file.text,
    headers: { 'content-disposition': `inline; filename="${calendarFileName(event.title)}"` },
  }
}

/** A sentence for whoever followed a link. */
export function errorFile(status: number, sentence: string): Computed {
  return { text: `${sentence}\n`, status, headers: { 'x-content-type-options': 'nosniff' } }
}

interface Feed extends FeedDeps {
  type: string
  /** Reads the request: the key of the cache is everything that the text depends on, and the address decides it. */
  prepare: (origin: string) => { key: string; compute: () => Promise<Computed> }
}

/** Sends a text that is the same for everyone who asks for it, from the cache where it has it: a known address is not read again. */
export async function sendFeed(
  request: FastifyRequest,
  reply: FastifyReply,
  { responses, limitReads, publicOrigin, type, prepare }: Feed,
): Promise<void> {
  const origin = requestOrigin(request, publicOrigin)
  const address = `${origin} feed ${request.url}`
  const response = responses.getByUrl(address) ?? (await prepared())
  const encoding = encodingFor(request, response)
  const isFound = response.status === 200
  sendCached(request, reply, encoding ? await responses.compress(response, encoding) : response, {
    type: isFound ? type : SENTENCE_TYPE,
    cacheControl: isFound ? FEED_CACHE : 'no-cache',
    vary: 'accept-encoding',
  })

  async function prepared() {
    const { key, compute } = prepare(origin)
    const made = await responses.getOrAdmit(key, admissionOf(request, limitReads), compute)
    responses.linkUrl(address, key)
    return made
  }
}
