import { readFacts } from '@/domain/events/facts/facts-filter'
import type { FeedQuery } from './feeds'

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
