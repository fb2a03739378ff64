import { FEED_TYPES, FEEDS, feedAddress } from '@/contract/events/feed-addresses'
import type { FeedQuery } from '@/contract/events/feeds'
import { SITE } from '@/site/site'

/** The list as feeds, for programs that look for them in the head of its page. */
export function feedLinks(query: FeedQuery, lang: string) {
  return FEEDS.map((kind) => ({
    rel: 'alternate',
    type: FEED_TYPES[kind].split(';')[0],
    title: SITE.name,
    href: feedAddress(kind, { ...query, lang }),
  }))
}
