import * as z from 'zod/mini'
import { isQuery } from '@/domain/events/search-words'
import { readFacts } from '@/domain/events/facts/facts-filter'
import { slugFilter, someTags, villageDay } from '../envelope'
import { factsQuery } from './event-facts'
import { FEED_PATHS } from '../plain-routes'

/** A list that programs read again and again, by its kind. */
export const FEEDS = ['ics', 'rss', 'json'] as const
export type FeedKind = (typeof FEEDS)[number]

export const FEED_TYPES: Record<FeedKind, string> = {
  ics: 'text/calendar; charset=utf-8',
  rss: 'application/rss+xml; charset=utf-8',
  json: 'application/feed+json; charset=utf-8',
}

/**
 * The filter of a feed, in the words of the list's own address, since people copy it; its language is in the address, too, because a
 * reader of feeds sends no cookie. A filter that makes no sense is refused: without it the feed would be of everything.
 */
export const feedQuery = z.object({
  tags: z.optional(someTags),
  q: z.optional(z.string().check(z.refine(isQuery))),
  from: z.optional(villageDay),
  to: z.optional(villageDay),
  evening: z.optional(villageDay),
  ...factsQuery,
  place: z.optional(slugFilter),
  organiser: z.optional(slugFilter),
  lang: z.optional(z.string()),
})
export type FeedQuery = z.output<typeof feedQuery>

/** Path and query of a feed; parts of the filter that are empty are left out. */
export function feedAddress(kind: FeedKind, query: FeedQuery & { lang: string }): string {
  const { tags, q, from, to, evening, place, organiser, lang } = query
  const filter = { tags, q, from, to, evening, ...readFacts(query), place, organiser, lang }
  const given = Object.entries(filter).filter(([, value]) => Boolean(value))
  const parts = given.map(([name, value]) => [name, String(value)] as const)
  return `${FEED_PATHS[kind]}?${new URLSearchParams(Object.fromEntries(parts)).toString()}`
}
