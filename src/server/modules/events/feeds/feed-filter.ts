import { and, eq } from 'drizzle-orm'
import type { FeedQuery } from '@/contract/events/feeds'
import type { PublicEvent } from '@/contract/events/events'
import type { PublicPlace } from '@/contract/events/places'
import { announced } from '@/domain/events/event-state'
import type { Announcement } from '@/domain/events/event-state'
import { readFacts } from '@/domain/events/event-fields'
import { placeOf, placeSlug, splitLocationName } from '@/domain/places/place'
import type { StoredPlace } from '@/domain/places/place'
import { allKeys, inLanguage } from '@/domain/tags/tag'
import { SECONDS_PER_DAY, eveningWindow, villageMidnight } from '@/domain/time/local-time'
import type { Queryable } from '@/server/platform/database/client'
import type { Programme, ProgrammeInMemory } from '@/server/platform/database/events/programme-in-memory'
import { events } from '@/server/platform/database/schema'
import { publicEvent, tagKeysOf } from '@/server/modules/events/event-shape'
import type { Reader } from '@/server/modules/events/event-shape'
import { selectEvents } from '@/server/modules/events/programme'
import type { ListFilter } from '@/server/modules/events/programme'

/** A calendar still has what was on, for so long. */
const PAST_DAYS = 30
const AHEAD_DAYS = 180

export interface FeedFilter {
  list: ListFilter & { window: { from: number; to: number; now: number } }
  /** What the feed is of, in its language: the organiser, the place, the tags. */
  names: string[]
}

interface ProgrammeDeps {
  db: Queryable
  programme: ProgrammeInMemory
}

/** Tags that nobody knows are left out beside known ones; alone, like no key at all, they make the filter one of nothing: undefined. So does an unknown place or organiser. */
export async function readFeedFilter(
  deps: ProgrammeDeps,
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

/** A place has a few wordings; one that has more needs no others to choose from. */
const MAX_WORDINGS = 100

/**
 * The place of published events, also of past ones, that a slug leads to: the one that it was merged into, else its own. Undefined where
 * nothing was ever on.
 */
export async function findPlace(deps: ProgrammeDeps, requested: string): Promise<PublicPlace | undefined> {
  const programme = await deps.programme.current()
  const slug = programme.redirects.get(requested) ?? requested
  const there = [...programme.events.values()].filter((one) => placeSlug(one.location_name) === slug)
  const place = placeOf(there) ?? placeOf(await pastWordings(deps.db, slug))
  return place && { slug, ...place }
}

function pastWordings(db: Queryable, slug: string): Promise<StoredPlace[]> {
  const { locationName, latitude, longitude } = events
  return db
    .selectDistinct({ location_name: locationName, latitude, longitude })
    .from(events)
    .where(and(eq(events.placeSlug, slug), eq(events.status, 'PUBLISHED')))
    .limit(MAX_WORDINGS)
}

const MAX_EVENTS = 50

export interface NewestEvent extends PublicEvent, Partial<Announcement> {
  /** Epoch seconds: when it was first to be read, and when it was changed last. */
  published_at: number
  updated_at: number
}

/** The published events with a date to come in the filter's window, shown for the first: the newest in the programme first. */
export function newestEvents(
  programme: Programme,
  { list }: FeedFilter,
  { nowSeconds, ...reader }: Reader & { nowSeconds: number },
): NewestEvent[] {
  const window = { ...list.window, from: Math.max(list.window.from, nowSeconds) }
  return selectEvents(programme, { ...list, window })
    .items.toSorted((a, b) => b.published_at - a.published_at || (a.id < b.id ? -1 : 1))
    .slice(0, MAX_EVENTS)
    .map((event) => ({
      ...publicEvent(event, event, reader),
      ...announced(event),
      published_at: event.published_at,
      updated_at: programme.events.get(event.id)?.updated_at ?? event.published_at,
    }))
}
