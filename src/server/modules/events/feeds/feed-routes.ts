import type { FastifyInstance } from 'fastify'
import { sql } from 'drizzle-orm'
import { FEED_TYPES, FEEDS, feedAddress } from '@/contract/events/calendar-files'
import type { FeedKind } from '@/contract/events/calendar-files'
import { feedQuery } from '@/contract/events/feeds'
import type { FeedQuery } from '@/contract/events/feeds'
import * as m from '@/messages/compiled/messages.js'
import type { Locale } from '@/messages/compiled/runtime.js'
import { localeOf } from '@/messages/error-text'
import type { Computed } from '@/server/http/caching/response-cache'
import type { Queryable } from '@/server/platform/database/client'
import { SITE } from '@/site/site'
import { writeCalendar, announced } from '@/domain/calendar/calendar-file'
import { dateComponent } from '@/domain/calendar/calendar-event'
import type { CalendarEvent } from '@/domain/calendar/calendar-event'
import { splitLocationName } from '@/domain/places/place'
import { escapeMarkup } from '@/domain/text/markup'
import { toOneLine } from '@/domain/text/plain-text'
import { villageDay } from '@/domain/time/local-time'
import { stateLabels } from '@/messages/price-text'
import { predictedSchedules } from '@/domain/timetables/schedule'
import { isInWindow } from '@/domain/timetables/recurrence'
import type { Occurrence } from '@/domain/timetables/recurrence'
import { instant, seconds, publicEvent } from '@/server/modules/events/event-shape'
import type { EventRow, Reader } from '@/server/modules/events/event-shape'
import { statesOf } from '@/server/platform/database/events/day-states'
import { wholeColumns } from '@/server/modules/events/programme'
import type { TimetableColumns } from '@/server/modules/events/programme'
import { inWindow, unfinishedEvents } from '@/server/modules/events/list-query'
import { errorFile, feedRoute } from './calendar-files'
import type { FeedDeps } from './calendar-files'
import { readFeedFilter, passes, newestEvents } from './feed-filter'
import type { FeedFilter, NewestEvent } from './feed-filter'
import { FEED_PATHS } from '@/contract/plain-routes'

/** `GET /events.ics`, `/events.rss` and `/events.json`: the programme for other programs, by the list's own filter (rules 7.5). */
export function feedRoutes(app: FastifyInstance, deps: FeedDeps): void {
  const { db } = deps
  for (const kind of FEEDS)
    app.route({
      method: 'GET',
      url: FEED_PATHS[kind],
      ...feedRoute({
        ...deps,
        type: FEED_TYPES[kind],
        prepare({ url }, origin, now) {
          const given = Object.fromEntries(new URL(url, 'http://localhost').searchParams)
          const read = feedQuery.safeParse(given)
          const locale = localeOf(given['lang'] ?? '')
          const query = { ...(read.success ? read.data : {}), lang: locale }
          const path = read.success ? feedAddress(kind, query) : 'refused'
          const reader = { origin, locale, nowSeconds: now }
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
  const filtered = toOneLine(filters.flat().join(', '))
  const head = {
    name: filtered === '' ? SITE.name : `${SITE.name}: ${filtered}`,
    path,
    listPath: pagePath({ place, organiser }) ?? listPath,
    ...reader,
  }
  if (kind === 'ics') return { text: writeIcs(await feedDates(db, filter, reader), head) }
  const events = await newestEvents(db, filter, reader)
  return { text: kind === 'rss' ? writeRss(events, head, reader.nowSeconds) : writeJsonFeed(events, head) }
}

function pagePath({ place, organiser }: Pick<FeedFilter, 'place' | 'organiser'>): string | undefined {
  if (organiser !== undefined) return `/organisers/${encodeURI(organiser)}`
  return place && `/places/${encodeURI(place)}`
}

function unknownFeed(locale: Locale): Computed {
  return errorFile(404, m.feed_unknown({}, { locale }))
}

interface FeedHead {
  name: string
  origin: string
  /** Path and query of the feed, and of the list with the same filter. */
  path: string
  listPath: string
  locale: Locale
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
  { name, origin, path, listPath, locale }: FeedHead,
  nowSeconds: number,
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

/** 'Sat 5 Dec, 18:00 · Fado': when it is stands first, since readers show the day on which it was published. */
function titleOf({ title, state, ...event }: NewestEvent, locale: Locale): string {
  const label = state === undefined || state === 'on' ? '' : `${stateLabels(locale)[state].toUpperCase()}: `
  return `${whenOf(event, locale)} · ${label}${title}`
}

function whenOf(
  { start_time, is_all_day }: Pick<NewestEvent, 'start_time' | 'is_all_day'>,
  locale: Locale,
): string {
  const format = new Intl.DateTimeFormat(locale === 'pt' ? 'pt-PT' : 'en-GB', {
    timeZone: SITE.timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const parts = format.formatToParts(start_time * 1000)
  const part = (name: string) => parts.find(({ type }) => type === name)?.value ?? ''
  const day = `${part('weekday')} ${part('day')} ${part('month')}`
  return is_all_day ? day : `${day}, ${part('hour')}:${part('minute')}`
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

/** Dates of a calendar that is subscribed to: those nearest to now. */
const MAX_DATES = 1000

interface StoredDate extends Occurrence {
  event_id: string
}

interface FeedDate {
  event: CalendarEvent
  occurrence: Occurrence
}

/** The dates of published events in the filter's window, those that are predicted too; ordered by start, then by event. */
async function feedDates(
  db: Queryable,
  filter: FeedFilter,
  { nowSeconds, ...reader }: Reader & { nowSeconds: number },
): Promise<FeedDate[]> {
  const stored = await storedDates(db, filter, nowSeconds)
  const dates = [...stored, ...(await predictedDates(db, filter, stored))]
    .toSorted((a, b) => Math.abs(a.start_time - nowSeconds) - Math.abs(b.start_time - nowSeconds))
    .slice(0, MAX_DATES)
    .toSorted((a, b) => a.start_time - b.start_time || (a.event_id < b.event_id ? -1 : 1))
  const events = await eventsById(db, [...new Set(dates.map(({ event_id }) => event_id))])
  return dates.flatMap(({ event_id, ...occurrence }) => {
    const row = events.get(event_id)
    return row === undefined ? [] : [{ event: calendarEvent(row, occurrence, reader), occurrence }]
  })
}

function calendarEvent(
  row: EventRow & TimetableColumns,
  occurrence: Occurrence,
  reader: Reader,
): CalendarEvent {
  const { revision, updated_at } = row
  // A day that is over stays in a calendar, and what was said of it with it.
  const states = statesOf(row, occurrence.start_time)
  return { ...publicEvent(row, occurrence, reader), schedules: [], states, revision, updated_at }
}

/** Reads as many dates as a feed has, on either side of now. */
async function storedDates(db: Queryable, filter: FeedFilter, nowSeconds: number): Promise<StoredDate[]> {
  const now = instant(nowSeconds)
  const columns = sql`s.event_id, s.start_at, s.end_at, s.is_all_day`
  const { rows } = await db.execute<StoredDate & Record<string, unknown>>(sql`
    select event_id, ${seconds('start_at')} as start_time, ${seconds('end_at')} as end_time, is_all_day from (
      (select ${columns} from schedules s join events e on e.id = s.event_id and ${passes(filter)}
       where s.end_at > ${now} and ${inWindow(filter)}
       order by s.start_at, s.event_id limit ${MAX_DATES})
      union all
      (select ${columns} from schedules s join events e on e.id = s.event_id and ${passes(filter)}
       where s.end_at <= ${now} and ${inWindow(filter)}
       order by s.start_at desc, s.event_id limit ${MAX_DATES})
    ) dates`)
  return rows
}

/** Occurrences of recurring events after the stored ones; none after the last date that there is room for. */
async function predictedDates(
  db: Queryable,
  filter: FeedFilter,
  stored: readonly StoredDate[],
): Promise<StoredDate[]> {
  const last = Math.max(...stored.map(({ start_time }) => start_time))
  const to = stored.length >= MAX_DATES ? Math.min(filter.to, last) : filter.to
  const recurring = await unfinishedEvents(db, filter)
  return recurring.flatMap(({ id, timetable, stored_until }) =>
    stored_until >= to
      ? []
      : predictedSchedules(timetable, stored_until, to)
          .filter((one) => isInWindow(one, { ...filter, to }))
          .map((one) => ({ ...one, event_id: id })),
  )
}

async function eventsById(
  db: Queryable,
  ids: readonly string[],
): Promise<Map<string, EventRow & TimetableColumns>> {
  const { rows } = await db.execute<EventRow & TimetableColumns & Record<string, unknown>>(
    sql`select ${wholeColumns} from events e where e.id = any(${sql.param([...ids])}::uuid[])`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}
