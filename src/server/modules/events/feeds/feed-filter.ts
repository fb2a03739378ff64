import { sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { FeedQuery } from '@/contract/events/feeds'
import { readFacts } from '@/domain/events/event-fields'
import type { FactsFilter } from '@/domain/events/event-fields'
import { inLanguage } from '@/domain/tags/tag'
import { splitLocationName, placeOf } from '@/domain/places/place'
import { SECONDS_PER_DAY, villageMidnight, eveningWindow } from '@/domain/time/local-time'
import type { StoredPlace } from '@/domain/places/place'
import type { Queryable } from '@/server/platform/database/client'
import {
  hasKey,
  textArray,
  tagKeysOf,
  eventColumns,
  seconds,
  uuidArray,
  publicEvent,
} from '@/server/modules/events/event-shape'
import type { EventRow, Occurrence, Reader } from '@/server/modules/events/event-shape'
import {
  filterConditions,
  inWindow,
  searchedWords,
  wordConditions,
  isFarAhead,
  unfinishedEvents,
} from '@/server/modules/events/list-query'
import type { SearchedWord } from '@/server/modules/events/list-query'
import { findOrganiser } from '@/server/modules/events/organiser-handlers'
import type { ProgrammeWindow } from '@/domain/timetables/recurrence'
import type { PublicPlace } from '@/contract/events/places'
import { firstScheduleOf } from '@/domain/timetables/schedule'
import { announced, withState } from '@/domain/events/event-state'
import type { Announcement } from '@/domain/events/event-state'
import type { PublicEvent } from '@/contract/events/events'
import { statesOf } from '@/server/platform/database/events/day-states'

/** A calendar still has what was on, for so long. */
const PAST_DAYS = 30
const AHEAD_DAYS = 180

export interface FeedFilter extends Required<ProgrammeWindow> {
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
    now: nowSeconds,
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

export function passes({ tagKeys, words, ...filter }: FeedFilter): SQL {
  const bearsTag =
    tagKeys.length === 0
      ? sql`true`
      : sql`exists (
          select 1 from event_tags et join tags t on t.id = et.tag_id
          where et.event_id = e.id and t.key = any(${textArray(tagKeys)}))`
  const conditions = [...wordConditions(words), ...filterConditions(filter)]
  return sql.join([sql`e.status = 'PUBLISHED'`, bearsTag, ...conditions], sql` and `)
}

/** A place has a few wordings; one that has more needs no others to choose from. */
const MAX_WORDINGS = 100

/**
 * The place of published events, also of past ones, that a slug leads to: the one that it was merged into, else its own. Undefined where
 * nothing was ever on.
 */
export async function findPlace(db: Queryable, requested: string): Promise<PublicPlace | undefined> {
  const { rows } = await db.execute<StoredPlace & { slug: string } & Record<string, unknown>>(sql`
    with current as (
      select coalesce((select into_slug from place_redirects where slug = ${requested}), ${requested}) as slug
    )
    select distinct current.slug, e.location_name, e.latitude, e.longitude
    from current join events e on e.place_slug = current.slug and e.status = 'PUBLISHED'
    order by e.location_name, e.latitude, e.longitude limit ${MAX_WORDINGS}`)
  const [first] = rows
  const place = placeOf(rows)
  return first && place && { slug: first.slug, ...place }
}

const MAX_EVENTS = 50

export interface NewestEvent extends PublicEvent, Partial<Announcement> {
  /** Epoch seconds: when it was first to be read, and when it was changed last. */
  published_at: number
  updated_at: number
}

/** The published events with a date to come in the filter's window, shown for the first: the newest in the programme first. */
export async function newestEvents(
  db: Queryable,
  filter: FeedFilter,
  { nowSeconds, ...reader }: Reader & { nowSeconds: number },
): Promise<NewestEvent[]> {
  const computed = isFarAhead(filter.from, nowSeconds)
    ? await computedDates(db, filter)
    : new Map<string, Occurrence>()
  const { rows } = await db.execute<
    EventRow &
      Nullable<Occurrence> &
      Pick<NewestEvent, 'published_at' | 'updated_at'> &
      Record<string, unknown>
  >(sql`
    select ${eventColumns}, floor(extract(epoch from coalesce(e.reviewed_at, e.created_at)))::float8 as published_at,
      ${seconds('e.updated_at')} as updated_at, first.*
    from events e
    left join lateral (
      select ${seconds('s.start_at')} as start_time, ${seconds('s.end_at')} as end_time, s.is_all_day
      from schedules s
      where s.event_id = e.id and ${inWindow({ ...filter, from: Math.max(filter.from, nowSeconds) })}
      order by s.start_at, s.end_at limit 1
    ) first on true
    where ${passes(filter)} and (first.start_time is not null or e.id = any(${uuidArray([...computed.keys()])}))
    order by coalesce(e.reviewed_at, e.created_at) desc, e.id limit ${MAX_EVENTS}`)
  return rows.flatMap(({ published_at, updated_at, start_time, end_time, is_all_day, ...row }) => {
    const isStored = start_time !== null && end_time !== null && is_all_day !== null
    const first = isStored ? { start_time, end_time, is_all_day } : computed.get(row.id)
    if (first === undefined) return []
    const occurrence = withState(first, statesOf(row, nowSeconds), nowSeconds)
    return [{ ...publicEvent(row, occurrence, reader), ...announced(occurrence), published_at, updated_at }]
  })
}

type Nullable<T> = { [K in keyof T]: T[K] | null }

/** The first date in the window of recurring events whose dates are not stored so far ahead, by event. */
async function computedDates(db: Queryable, filter: FeedFilter): Promise<Map<string, Occurrence>> {
  const dates = (await unfinishedEvents(db, filter)).flatMap(({ id, timetable }) => {
    const first = firstScheduleOf(timetable, filter)
    return first === undefined ? [] : [[id, first] as const]
  })
  return new Map(dates)
}
