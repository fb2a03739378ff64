import { isCalendarDay } from '@/domain/time/local-time'
import { readFacts } from '@/domain/events/facts/event-facts'
import type { FeedQuery } from './feeds'

/**
 * The calendar file of an event: a plain address with a file behind it, since phones open that and no blob. The server and, without a
 * network, the service worker respond to it with the same text.
 */

export const CALENDAR_TYPE = 'text/calendar; charset=utf-8'

/** The address of an event's calendar file (`calendarFileId`). */
export function calendarFileAddress(
  id: string,
  { day, locale }: { day?: string | undefined; locale: string },
): string {
  const query = new URLSearchParams({
    ...(day !== undefined && { date: day }),
    lang: locale,
  })
  return `/events/${id}.ics?${query.toString()}`
}

const FILE = /^\/events\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.ics$/

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** The id in the path of a calendar file; undefined for any other path. */
export function calendarFileId(pathname: string): string | undefined {
  return FILE.exec(pathname)?.[1]
}

/** The query of a calendar file, as anyone may have written it: what makes no sense is left out. */
export function readCalendarQuery(query: URLSearchParams): {
  day: string | undefined
  lang: string
} {
  const day = query.get('date') ?? undefined
  return {
    day: day !== undefined && DAY.test(day) && isCalendarDay(day) ? day : undefined,
    lang: query.get('lang') ?? '',
  }
}

/** The name that a calendar file is saved under: letters of every file system. */
export function calendarFileName(title: string): string {
  const plain = title.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return `${
    plain
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-+|-+$/g, '')
      .slice(0, 60) || 'event'
  }.ics`
}

/** The picture of a link to an event or a week: 1200x630. */
export const CARD_SIZE = { width: 1200, height: 630 } as const

interface EventCardAddress {
  id: string
  /** The revision of the event gives an edit another address, since link previews keep a picture for weeks. */
  revision: number
  /** The village day `YYYY-MM-DD` of the date on the card. */
  day: string
  locale: 'en' | 'pt'
}

/** Path and query of an event's card. */
export function eventCardPath({ id, revision, day, locale }: EventCardAddress): string {
  return `/cards/${id}.png?v=${revision}&date=${day}&lang=${locale}`
}

/** Path and query of a week's card; `monday` is its first village day. */
export function weekCardPath(monday: string, locale: 'en' | 'pt'): string {
  return `/cards/week-${monday}.png?lang=${locale}`
}

// It is a file apart from the schemas of feeds.ts, because pages link to feeds and load no schema for that.

/** A list that programs read again and again, by its kind. */
export const FEEDS = ['ics', 'rss', 'json'] as const
export type FeedKind = (typeof FEEDS)[number]

export const FEED_TYPES: Record<FeedKind, string> = {
  ics: 'text/calendar; charset=utf-8',
  rss: 'application/rss+xml; charset=utf-8',
  json: 'application/feed+json; charset=utf-8',
}

/** The programme for other programs. */
export const FEED_PATHS = { ics: '/events.ics', rss: '/events.rss', json: '/events.json' } as const

/** Path and query of a feed; parts of the filter that are empty are left out. */
export function feedAddress(kind: FeedKind, query: FeedQuery & { lang: string }): string {
  const { tags, q, from, to, evening, place, organiser, lang } = query
  const filter = { tags, q, from, to, evening, ...readFacts(query), place, organiser, lang }
  const given = Object.entries(filter).filter(([, value]) => Boolean(value))
  const parts = given.map(([name, value]) => [name, String(value)] as const)
  return `${FEED_PATHS[kind]}?${new URLSearchParams(Object.fromEntries(parts)).toString()}`
}

/** The calendar file of the saved events: the service worker alone responds to its address, the server knows nothing of them. */
const SAVED_FILE_PATH = '/saved.ics'
export const SAVED_FILE_NAME = 'saved.ics'

export function savedFileAddress(locale: string): string {
  return `${SAVED_FILE_PATH}?lang=${locale}`
}

export function isSavedFile(pathname: string): boolean {
  return pathname === SAVED_FILE_PATH
}
