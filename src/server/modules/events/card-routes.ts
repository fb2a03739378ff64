import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { EVENT_CARD_ROUTE, WEEK_CARD_ROUTE } from '@/contract/plain-routes'
import { withState } from '@/domain/events/event-state'
import { upcomingOccurrences } from '@/domain/events/programme'
import { parseDate, villageFormat } from '@/domain/time/village-time'
import { villageDay, villageMidnight } from '@/domain/time/local-time'
import { isOfOneDay, occurrenceOfDay } from '@/domain/timetables/recurrence'
import type { Locale } from '@/messages/compiled/runtime.js'
import { localeOf } from '@/messages/error-text'
import { ApiError, orNotFound } from '@/server/http/errors/errors'
import { CardsBusyError, renderCard, type Card } from '@/server/platform/cards/card-renderer'
import type { FileStore } from '@/server/platform/photos/stores/store'
import type { AppDeps } from '@/server/http/routing/routes-from-contract'
import { nowSeconds } from '@/server/platform/process/clock'
import { publicEvent, statePrefix, timeText } from './event-shape'
import { findPublished, programmeEvent } from './programme'
import type { PublicEvent } from '@/contract/events/events'
import { splitLocationName } from '@/domain/places/place'
import { posterSubject } from '@/domain/posters/poster'
import * as m from '@/messages/compiled/messages.js'
import { SITE } from '@/site/site'

interface CardDeps extends Pick<AppDeps, 'db' | 'programme' | 'clock'> {
  cards: FileStore
}

interface FoundCard {
  card: Card
  /** True if the address names what the card shows now: another edit or date has another address. */
  isExact: boolean
}

/** The card at an exact address never changes; at one of an older edit, which link previews may still ask for, it is the present one. */
const FOREVER = 'public, max-age=31536000, immutable'
const FOR_NOW = 'public, max-age=300'
const BUSY_RETRY_SECONDS = 5
const WEEK_SECONDS = 7 * 86_400
/** The weeks that have a card: more would be a way to have cards rendered without end. */
const WEEKS_BACK = 1
const WEEKS_AHEAD = 53

/** `GET /cards/{id}.png` and `GET /cards/week-{monday}.png`: the pictures of links. 404 for what is not public, 503 when too many wait. */
export function cardRoutes(app: FastifyInstance, { clock, cards, ...deps }: CardDeps): void {
  const send = async (request: FastifyRequest, reply: FastifyReply, { card, isExact }: FoundCard) => {
    // The same words are the same file, whatever led to them.
    const name = `${hash('sha256', JSON.stringify(card), 'hex').slice(0, 32)}.png`
    const etag = `"${name}"`
    const png = (await cards.read(name).catch(() => undefined)) ?? (await storeCard(cards, name, card))
    reply
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('cache-control', isExact ? FOREVER : FOR_NOW)
      .header('etag', etag)
    if (request.headers['if-none-match']?.includes(etag) === true) return reply.code(304).send()
    return reply.type('image/png').send(png)
  }

  app.get<{ Params: { id: string } }>(EVENT_CARD_ROUTE, { compress: false }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    return send(request, reply, await findCard(deps, request.params.id, queryOf(request), nowSeconds(clock)))
  })

  app.get<{ Params: { monday: string } }>(WEEK_CARD_ROUTE, { compress: false }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const { monday } = request.params
    if (!hasCard(monday, nowSeconds(clock))) throw new ApiError('NOT_FOUND')
    return send(request, reply, { card: weekCard(monday, queryOf(request).locale), isExact: true })
  })
}

async function storeCard(cards: FileStore, name: string, card: Card): Promise<Buffer> {
  try {
    const png = await renderCard(card)
    // Where the store is full or away, it is rendered again next time.
    await cards.put(name, png).catch(() => {})
    return png
  } catch (error) {
    if (!(error instanceof CardsBusyError)) throw error
    throw new ApiError('UNAVAILABLE', { retryAfterSeconds: BUSY_RETRY_SECONDS })
  }
}

function queryOf(request: FastifyRequest) {
  const given = new URL(request.url, 'http://localhost').searchParams
  return {
    revision: given.get('v'),
    date: given.get('date') ?? '',
    locale: localeOf(given.get('lang') ?? ''),
  }
}

/** Throws NOT_FOUND for what is not published. */
async function findCard(
  deps: Pick<CardDeps, 'db' | 'programme'>,
  id: string,
  { revision, date, locale }: ReturnType<typeof queryOf>,
  now: number,
): Promise<FoundCard> {
  const found = orNotFound(await findPublished(deps, id))
  // The addresses in an event are not on its card.
  const reader = { origin: '', locale, nowSeconds: now }
  const event = programmeEvent(found, upcomingOccurrences(found, now), reader)
  const chosen = parseDate(date) === undefined ? undefined : occurrenceOfDay(event, date)
  const shown = chosen && publicEvent(found, withState(chosen, event.states, now), reader)
  return {
    card: eventCard(shown ?? event, locale),
    isExact: revision === String(found.revision) && shown !== undefined,
  }
}

function hasCard(monday: string, now: number): boolean {
  const date = parseDate(monday)
  if (date?.dayOfWeek !== 1) return false
  const weeks = (villageMidnight(monday) - villageMidnight(villageDay(now))) / WEEK_SECONDS
  return weeks > -1 - WEEKS_BACK && weeks < WEEKS_AHEAD
}

export function eventCard(event: PublicEvent, locale: Locale): Card {
  return {
    poster: posterSubject(event),
    overline: whenText(event, locale),
    title: statePrefix(event, locale) + event.title,
    underline: splitLocationName(event.location_name).displayName,
    brand: SITE.name,
  }
}

function weekCard(monday: string, locale: Locale): Card {
  const [first, last] = [0, 6].map((days) => new Date(villageMidnight(monday, days) * 1000))
  const format = villageFormat(locale, { day: 'numeric', month: 'long', year: 'numeric' })
  return {
    poster: { title: monday, tagKeys: ['surf'], hour: undefined },
    overline: format.formatRange(first ?? 0, last ?? 0),
    title: m.embed_title({ village: SITE.village }, { locale }),
    underline: m.card_week({}, { locale }),
    brand: SITE.name,
  }
}

/** 'Friday, November 20, 2026 · 9:00 PM'; of several days the first and the last. */
function whenText(event: PublicEvent, locale: Locale): string {
  const start = event.start_time * 1000
  if (!isOfOneDay(event)) {
    const range = villageFormat(locale, { day: 'numeric', month: 'long', year: 'numeric' })
    // An event that ends at 00:00 belongs to the day before (rules 4.5).
    return range.formatRange(start, event.end_time * 1000 - 1)
  }
  const day = villageFormat(locale, { weekday: 'long', day: 'numeric', month: 'long' }).format(start)
  return `${day.charAt(0).toUpperCase()}${day.slice(1)} · ${timeText(event, locale)}`
}
