import type * as z from 'zod/mini'
import * as m from '@/messages/compiled/messages.js'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  FEED_TYPES,
  FEEDS,
  feedAddress,
  type FeedKind,
  CALENDAR_TYPE,
  calendarFileName,
  readCalendarQuery,
} from '@/contract/events/calendar-files'
import { feedQuery, type FeedQuery } from '@/contract/events/feeds'
import type { Locale } from '@/messages/compiled/runtime.js'
import { localeOf } from '@/messages/error-text'
import type { AppDeps } from '@/server/http/routing/routes-from-contract'
import type { Computed } from '@/server/http/caching/response-cache'
import { SITE } from '@/site/site'
import {
  writeCalendar,
  announced,
  calendarFile,
  type CalendarFileQuery,
} from '@/domain/calendar/calendar-file'
import { dateComponent, type CalendarEvent } from '@/domain/calendar/calendar-event'
import { splitLocationName } from '@/domain/places/place'
import { escapeMarkup } from '@/domain/text/markup'
import { toOneLine } from '@/domain/text/plain-text'
import { villageDay } from '@/domain/time/local-time'
import { stateLabels } from '@/messages/price-text'
import { withState } from '@/domain/events/event-state'
import { findOccurrences, currentOccurrences, upcomingOccurrences } from '@/domain/events/programme'
import type { Occurrence } from '@/domain/timetables/recurrence'
import { dayText, publicEvent, timeText, type Reader } from '@/server/modules/events/event-shape'
import { queryOf, findPublished, programmeEvent } from '@/server/modules/events/programme'
import { statesOf } from '@/server/platform/database/events/event-dates'
import type { Programme } from '@/server/platform/database/events/programme-in-memory'
import { readFeedFilter, type FeedFilter } from './feed-filter'
import { FEED_PATHS, CALENDAR_FILE_ROUTE } from '@/contract/plain-routes'
import { assertStorable } from '@/server/http/bodies/request-bodies'
import { requestOrigin } from '@/server/http/routing/request/request-source'
import { sendCached } from '@/server/http/routing/send-response'
import { nowSeconds as epochNow } from '@/server/platform/process/clock'

/** `GET /events.ics`, `/events.rss` and `/events.json`: the programme for other programs, by the list's own filter (rules 7.5). */
export function feedRoutes(app: FastifyInstance, deps: FeedDeps): void {
  for (const kind of FEEDS) {
    const route = queryRoute({
      ...deps,
      type: FEED_TYPES[kind],
      schema: feedQuery,
      addressFor: (query) => feedAddress(kind, query),
      write: (query, reader) => writeFeed(deps, kind, query, reader),
      unknown: m.feed_unknown,
    })
    app.route({ method: 'GET', url: FEED_PATHS[kind], ...route })
  }
}

async function writeFeed(
  deps: FeedDeps,
  kind: FeedKind,
  query: FeedQuery & { lang: string },
  reader: Reader,
): Promise<string | undefined> {
  const filter = await readFeedFilter(deps, query, reader)
  if (filter === undefined) return undefined
  const path = feedAddress(kind, query)
  const list = new URL(path, reader.origin).searchParams
  list.delete('lang')
  const { place, organiser } = filter.list
  const pagePath = organiser === undefined ? place && `/places/${place}` : `/organisers/${organiser}`
  const search = query.q === undefined ? [] : [`“${query.q}”`]
  const filtered = toOneLine([...filter.names, ...search].join(', '))
  const head = {
    name: filtered === '' ? SITE.name : `${SITE.name}: ${filtered}`,
    path,
    listPath: pagePath === undefined ? `/events${list.size === 0 ? '' : `?${list}`}` : encodeURI(pagePath),
    ...reader,
  }
  const programme = await deps.programme.current()
  if (kind === 'ics') return writeIcs(feedDates(programme, filter, reader), head)
  const events = newestEvents(programme, filter, reader)
  return kind === 'rss' ? writeRss(events, head) : writeJsonFeed(events, head)
}

interface FeedHead extends Reader {
  name: string
  /** Path and query of the feed, and of the list with the same filter. */
  path: string
  listPath: string
}

/** One VEVENT a date, because programs differ in what they make of rules. */
function writeIcs(dates: readonly FeedDate[], { name, origin, path, locale }: FeedHead): string {
  const context = { origin, stateLabels: stateLabels(locale) }
  return writeCalendar(
    dates.map(({ event, occurrence }) => dateComponent(event, announced(event, occurrence), context)),
    { name, address: `${origin}${path}` },
  )
}

/** RSS 2.0: an item an event, dated by when it was published. */
function writeRss(
  events: readonly NewestEvent[],
  { name, origin, path, listPath, locale, nowSeconds }: FeedHead,
): string {
  const updated = events.length === 0 ? nowSeconds : Math.max(...events.map((one) => one.updated_at))
  const address = escapeMarkup(`${origin}${path}`)
  const items = events.map((event) =>
    element('item', [
      element('title', titleOf(event, locale)),
      element('link', addressOf(event, origin)),
      `<guid isPermaLink="false">${event.id}</guid>`,
      element('pubDate', dateOf(event.published_at).toUTCString()),
      element('description', paragraphs(event, locale)),
      ...event.tags.map((tag) => element('category', tag.name)),
    ]),
  )
  const channel = element('channel', [
    element('title', name),
    element('link', `${origin}${listPath}`),
    element('description', m.feed_description({ village: SITE.village }, { locale })),
    element('language', locale === 'pt' ? 'pt-PT' : 'en'),
    element('copyright', SITE.name),
    element('generator', SITE.name),
    element('lastBuildDate', dateOf(updated).toUTCString()),
    element('ttl', '180'),
    `<atom:link href="${address}" rel="self" type="application/rss+xml"/>`,
    ...items,
  ])
  return `<?xml version="1.0" encoding="utf-8"?>\n<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">${channel}</rss>\n`
}

function element(name: string, content: string | readonly string[]): string {
  return `<${name}>${typeof content === 'string' ? escapeMarkup(content) : content.join('')}</${name}>`
}

/** JSON Feed 1.1. */
function writeJsonFeed(
  events: readonly NewestEvent[],
  { name, origin, path, listPath, locale }: FeedHead,
): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: name,
    description: m.feed_description({ village: SITE.village }, { locale }),
    home_page_url: `${origin}${listPath}`,
    feed_url: `${origin}${path}`,
    language: locale === 'pt' ? 'pt-PT' : 'en',
    items: events.map((event) => ({
      id: event.id,
      url: addressOf(event, origin),
      title: titleOf(event, locale),
      content_text: [...(event.note ? [event.note] : []), event.description].join('\n\n'),
      ...(event.photo !== undefined && { image: event.photo }),
      date_published: dateOf(event.published_at).toISOString(),
      date_modified: dateOf(event.updated_at).toISOString(),
      tags: event.tags.map((tag) => tag.name),
      _events: {
        start: dateOf(event.start_time).toISOString(),
        end: dateOf(event.end_time).toISOString(),
        all_day: event.is_all_day,
        state: event.state,
        note: event.note,
        place: event.location_name,
        price: event.price,
        audience: event.audience,
        access: event.access,
        languages: event.languages,
      },
    })),
  })
}

function addressOf({ id, start_time }: NewestEvent, origin: string): string {
  return `${origin}/events/${id}?date=${villageDay(start_time)}`
}

/** 'Saturday, December 5, 6:00 PM · Fado': when it is stands first, since readers show the day on which it was published. */
function titleOf({ title, state, ...event }: NewestEvent, locale: Locale): string {
  const label = state === undefined || state === 'on' ? '' : `${stateLabels(locale)[state].toUpperCase()}: `
  return `${whenOf(event, locale)} · ${label}${title}`
}

function whenOf(times: Pick<NewestEvent, 'start_time' | 'is_all_day'>, locale: Locale): string {
  const day = dayText(villageDay(times.start_time), locale)
  return times.is_all_day ? day : `${day}, ${timeText(times, locale)}`
}

function paragraphs(event: NewestEvent, locale: Locale): string {
  const place = splitLocationName(event.location_name).displayName
  const texts = [
    ...(event.note === undefined ? [] : [event.note]),
    [whenOf(event, locale), place].filter((one) => one !== '').join(' · '),
    ...event.description.split(/\n{2,}/),
  ]
  return texts.map((text) => `<p dir="auto">${escapeMarkup(text).replaceAll('\n', '<br>')}</p>`).join('')
}

function dateOf(epochSeconds: number): Date {
  return new Date(epochSeconds * 1000)
}

const MAX_EVENTS = 50

type NewestEvent = ReturnType<typeof newestEvents>[number]

/** The published events with a date to come in the filter's window, shown for the first: the newest in the programme first. */
function newestEvents(programme: Programme, { list }: FeedFilter, reader: Reader) {
  const { nowSeconds } = reader
  const window = { ...list.window, from: Math.max(list.window.from, nowSeconds) }
  return findOccurrences(programme.events.values(), queryOf({ ...list, window }))
    .toSorted((a, b) => b.event.published_at - a.event.published_at || (a.id < b.id ? -1 : 1))
    .slice(0, MAX_EVENTS)
    .map(({ event, occurrence }) => {
      const shown = withState(occurrence, event.states, nowSeconds)
      // Epoch seconds: when it was first to be read, and when it was changed last.
      const { published_at, updated_at } = event
      return { ...publicEvent(event, shown, reader), published_at, updated_at }
    })
}

/** Dates of a calendar that is subscribed to: those nearest to now. */
const MAX_DATES = 1000

interface FeedDate {
  event: CalendarEvent
  occurrence: Occurrence
}

/** The dates of published events in the filter's window, ordered by start, then by event. */
function feedDates(programme: Programme, { list }: FeedFilter, reader: Reader): FeedDate[] {
  const fromNow = ({ start_time }: { start_time: number }) => Math.abs(start_time - reader.nowSeconds)
  return findOccurrences(programme.events.values(), queryOf({ ...list, isEachDate: true }))
    .toSorted((a, b) => fromNow(a) - fromNow(b))
    .slice(0, MAX_DATES)
    .toSorted((a, b) => a.start_time - b.start_time || (a.id < b.id ? -1 : 1))
    .map(({ event, occurrence }) => {
      const { revision, updated_at } = event
      // A day that is over stays in a calendar, and what was said of it with it.
      const states = statesOf(event, occurrence.start_time)
      const shown = publicEvent(event, occurrence, reader)
      return { event: { ...shown, schedules: [], states, revision, updated_at }, occurrence }
    })
}

export interface FeedDeps extends Pick<AppDeps, 'db' | 'programme' | 'responses' | 'clock'> {
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
    ...textRoute<{ id: string }>({
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
  request: CalendarFileQuery & Reader & { id: string },
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

function errorFile(status: number, sentence: string): Computed {
  return { text: `${sentence}\n`, status, headers: { 'x-content-type-options': 'nosniff' } }
}

interface QueryText<Q> extends FeedDeps {
  type: string
  schema: z.ZodMiniType<Q>
  /** The one way to write a query, by which its text is cached. */
  addressFor: (query: Q & { lang: Locale }) => string
  /** Undefined for a query of nothing. */
  write: (query: Q & { lang: Locale }, reader: Reader) => Promise<string | undefined>
  /** The text that goes with 404 to a query that makes no sense, or is of nothing. */
  unknown: (inputs: object, options: { locale: Locale }) => string
}

/** The route of a text that the query of its address decides. */
export function queryRoute<Q>({ schema, addressFor, write, unknown, ...deps }: QueryText<Q>) {
  return textRoute({
    ...deps,
    prepare({ url }, origin, nowSeconds) {
      const given = Object.fromEntries(new URL(url, 'http://localhost').searchParams)
      const locale = localeOf(given['lang'] ?? '')
      const read = schema.safeParse(given)
      const query = read.success ? { ...read.data, lang: locale } : undefined
      return {
        key: `${origin} ${deps.type} ${locale} ${query === undefined ? 'refused' : addressFor(query)}`,
        async compute() {
          const text = query && (await write(query, { origin, locale, nowSeconds }))
          return text === undefined ? errorFile(404, unknown({}, { locale })) : { text }
        },
      }
    },
  })
}

type TextRequest<Params> = FastifyRequest<{ Params: Params }>

interface Text<Params> extends FeedDeps {
  type: string
  /** Reads the request: the key of the cache is everything that the text depends on, and the address decides it. */
  prepare: (
    request: TextRequest<Params>,
    origin: string,
    nowSeconds: number,
  ) => { key: string; compute: () => Promise<Computed> }
}

/** The route of a text that is the same for everyone who asks for it. */
function textRoute<Params>({ responses, publicOrigin, clock, type, prepare }: Text<Params>) {
  return {
    compress: false as const,
    async handler(request: TextRequest<Params>, reply: FastifyReply) {
      assertStorable(request.params)
      assertStorable(request.query)
      const { key, compute } = prepare(request, requestOrigin(request, publicOrigin), epochNow(clock))
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
