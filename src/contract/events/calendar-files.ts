import { slugOf } from '@/domain/text/plain-text'
import { isCalendarDay } from '@/domain/time/local-time'
import { readFacts } from '@/domain/events/event-fields'
import type { FeedQuery } from './feeds'
import { FEED_PATHS } from '@/contract/plain-routes'

/** A calendar file has a plain address, because phones open that and no blob. Server and service worker respond with the same text. */

export const CALENDAR_TYPE = 'text/calendar; charset=utf-8'

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

export function calendarFileId(pathname: string): string | undefined {
  return FILE.exec(pathname)?.[1]
}

export function readCalendarQuery(query: URLSearchParams): {
  day: string | undefined
  lang: string
} {
  const day = query.get('date') ?? undefined
  return {
    day: day !== undefined && isCalendarDay(day) ? day : undefined,
    lang: query.get('lang') ?? '',
  }
}

export function calendarFileName(title: string): string {
  const plain = slugOf(title).replaceAll(/[^a-z0-9]+/g, '-')
  return `${plain.slice(0, 60).replaceAll(/^-+|-+$/g, '') || 'event'}.ics`
}

export const CARD_SIZE = { width: 1200, height: 630 } as const

interface EventCardAddress {
  id: string
  /** The revision of the event gives an edit another address, since link previews keep a picture for weeks. */
  revision: number
  day: string
  locale: 'en' | 'pt'
}

export function eventCardPath({ id, revision, day, locale }: EventCardAddress): string {
  return `/cards/${id}.png?v=${revision}&date=${day}&lang=${locale}`
}

export function weekCardPath(monday: string, locale: 'en' | 'pt'): string {
  return `/cards/week-${monday}.png?lang=${locale}`
}

export const FEEDS = ['ics', 'rss', 'json'] as const
export type FeedKind = (typeof FEEDS)[number]

export const FEED_TYPES: Record<FeedKind, string> = {
  ics: 'text/calendar; charset=utf-8',
  rss: 'application/rss+xml; charset=utf-8',
  json: 'application/feed+json; charset=utf-8',
}

export function feedAddress(kind: FeedKind, query: FeedQuery & { lang: string }): string {
  const { tags, q, from, to, evening, place, organiser, lang } = query
  const filter = { tags, q, from, to, evening, ...readFacts(query), place, organiser, lang }
  const given = Object.entries(filter).filter(([, value]) => Boolean(value))
  const parts = given.map(([name, value]) => [name, String(value)] as const)
  return `${FEED_PATHS[kind]}?${new URLSearchParams(Object.fromEntries(parts)).toString()}`
}

/** The service worker alone responds to it: the server knows nothing of saved events. */
const SAVED_FILE_PATH = '/saved.ics'
export const SAVED_FILE_NAME = 'saved.ics'

export function savedFileAddress(locale: string): string {
  return `${SAVED_FILE_PATH}?lang=${locale}`
}

export function isSavedFile(pathname: string): boolean {
  return pathname === SAVED_FILE_PATH
}
