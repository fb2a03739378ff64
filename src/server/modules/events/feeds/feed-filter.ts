import { sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { FeedQuery } from '@/contract/events/feeds'
import { eveningWindow } from '@/domain/events/evening'
import { readFacts } from '@/domain/events/facts/facts-filter'
import type { FactsFilter } from '@/domain/events/facts/facts-filter'
import { inLanguage } from '@/domain/tags/tag'
import { splitLocationName } from '@/domain/places/location-name'
import { SECONDS_PER_DAY, villageMidnight } from '@/domain/time/local-time'
import type { Queryable } from '@/server/platform/database/client'
import { hasKey, textArray } from '../event-columns'
import { tagKeysOf } from '../event-tags'
import { factConditions, organiserConditions, placeConditions } from '../filter-conditions'
import { findOrganiser } from '../organisers/find-organiser'
import { findPlace } from '../places/find-place'
import { searchedWords, wordConditions } from '../search-condition'
import type { SearchedWord } from '../search-condition'

/** A calendar still has what was on, for so long. */
const PAST_DAYS = 30
const AHEAD_DAYS = 180

/** The filter of a feed. */
export interface FeedFilter {
  /** Epoch seconds. */
  from: number
  to: number
  /** Keys of tags that are there; none: of every tag. */
  tagKeys: readonly string[]
  /** Names in the language of the feed. */
  tagNames: readonly string[]
  words: readonly SearchedWord[]
  facts: FactsFilter
  /** Slug and name. */
  place: string | undefined
  placeName: string | undefined
  /** Slug and name. */
  organiser: string | undefined
  organiserName: string | undefined
}

/** Tags that nobody knows are left out beside known ones; alone, like no key at all, they make the filter one of nothing: undefined. So does an unknown place or organiser. */
export async function readFeedFilter(
  db: Queryable,
  { tags, q, from, to, evening, place: slug, organiser: organiserSlug, ...facts }: FeedQuery,
  { locale, nowSeconds }: { locale: string; nowSeconds: number },
): Promise<FeedFilter | undefined> {
  const keys = tagKeysOf(tags)
  const known = keys.length === 0 ? [] : await knownTags(db, keys)
  if (tags !== undefined && known.length === 0) return undefined
  const place = slug === undefined ? undefined : await findPlace(db, slug)
  if (slug !== undefined && place === undefined) return undefined
  const organiser = organiserSlug === undefined ? undefined : await findOrganiser(db, organiserSlug)
  if (organiserSlug !== undefined && organiser === undefined) return undefined
  const chosen =
    evening === undefined
      ? {
          from: from === undefined ? undefined : villageMidnight(from),
          to: to === undefined ? undefined : villageMidnight(to, 1) - 1,
        }
      : eveningWindow(evening)
  return {
    from: Math.max(chosen.from ?? 0, nowSeconds - PAST_DAYS * SECONDS_PER_DAY),
    to: Math.min(chosen.to ?? Number.POSITIVE_INFINITY, nowSeconds + AHEAD_DAYS * SECONDS_PER_DAY),
    tagKeys: known.map(({ key }) => key),
    tagNames: known.map((tag) => inLanguage(tag, locale).name),
    words: await searchedWords(db, q),
    facts: readFacts(facts),
    place: place?.slug,
    placeName: place && splitLocationName(place.location_name).displayName,
    organiser: organiser?.slug,
    organiserName: organiser?.name,
  }
}

async function knownTags(db: Queryable, keys: readonly string[]) {
  const { rows } = await db.execute<{ key: string; name: string; names: Record<string, string> }>(
    sql`select t.key, t.name, t.names from tags t where ${hasKey(keys)} order by t.key`,
  )
  return rows
}

/** Whether an event named `e` is published and passes the filter. */
export function passes({ tagKeys, words, facts, place, organiser }: FeedFilter): SQL {
  const bearsTag =
    tagKeys.length === 0
      ? sql`true`
      : sql`exists (
          select 1 from event_tags et join tags t on t.id = et.tag_id
          where et.event_id = e.id and t.key = any(${textArray(tagKeys)}))`
  const conditions = [
    ...wordConditions(words),
    ...factConditions(facts),
    ...placeConditions(place),
    ...organiserConditions(organiser),
  ]
  return sql.join([sql`e.status = 'PUBLISHED'`, bearsTag, ...conditions], sql` and `)
}
