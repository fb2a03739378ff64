import type { FeedQuery } from '@/contract/events/feeds'
import { readFacts } from '@/domain/events/event-fields'
import { splitLocationName } from '@/domain/places/place'
import { allKeys, inLanguage } from '@/domain/tags/tag'
import { SECONDS_PER_DAY, eveningWindow, villageMidnight } from '@/domain/time/local-time'
import type { Programme } from '@/server/platform/database/events/programme-in-memory'
import { findPlace } from '@/server/modules/events/places-and-organisers'
import type { AppDeps } from '@/server/http/routing/routes-from-contract'
import { tagKeysOf } from '@/server/modules/events/event-shape'
import type { ListFilter } from '@/server/modules/events/programme'

/** A calendar still has what was on, for so long. */
const PAST_DAYS = 30
const AHEAD_DAYS = 180

export interface FeedFilter {
  list: ListFilter & { window: { from: number; to: number; now: number } }
  /** The organiser, the place and the tags of the feed, in its language. */
  names: string[]
}

/** Tags that nobody knows are left out beside known ones; alone, like no key at all, they make the filter one of nothing: undefined. So does an unknown place or organiser. */
export async function readFeedFilter(
  deps: Pick<AppDeps, 'db' | 'programme'>,
  { tags, q, from, to, evening, place: slug, organiser: organiserSlug, ...facts }: FeedQuery,
  { locale, nowSeconds }: { locale: string; nowSeconds: number },
): Promise<FeedFilter | undefined> {
  const programme = await deps.programme.current()
  const known = tags === undefined ? [] : knownTags(programme, tags)
  if (tags !== undefined && known.length === 0) return undefined
  const place = slug === undefined ? undefined : await findPlace(deps, slug)
  if (slug !== undefined && place === undefined) return undefined
  const organiser = organiserSlug === undefined ? undefined : programme.organisers.get(organiserSlug)
  if (organiserSlug !== undefined && organiser === undefined) return undefined
  const chosen =
    evening === undefined
      ? {
          from: from === undefined ? 0 : villageMidnight(from),
          to: to === undefined ? Number.POSITIVE_INFINITY : villageMidnight(to, 1) - 1,
        }
      : eveningWindow(evening)
  return {
    list: {
      window: {
        from: Math.max(chosen.from, nowSeconds - PAST_DAYS * SECONDS_PER_DAY),
        to: Math.min(chosen.to, nowSeconds + AHEAD_DAYS * SECONDS_PER_DAY),
        now: nowSeconds,
      },
      tags: known.map(({ key }) => key),
      q,
      facts: readFacts(facts),
      place: place?.slug,
      organiser: organiser?.slug,
    },
    names: [
      ...(organiser ? [organiser.name] : []),
      ...(place ? [splitLocationName(place.location_name).displayName] : []),
      ...known.map((tag) => inLanguage(tag, locale).name),
    ],
  }
}

function knownTags({ tags }: Programme, text: string) {
  const keys = new Set(tagKeysOf(text))
  return tags
    .filter((tag) => allKeys(tag).some((key) => keys.has(key)))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
}
