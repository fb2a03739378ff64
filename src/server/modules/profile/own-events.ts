import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { OwnEventRow, OwnSubmission } from '@/contract/accounts/own-events'
import type { Tag } from '@/contract/events/events'
import { statedFacts } from '@/domain/events/facts/event-facts'
import { inLanguage } from '@/domain/tags/tag'
import { secondsOf } from '@/server/platform/database/client'
import type { Queryable } from '@/server/platform/database/client'
import { events } from '@/server/platform/database/schema'
import { readPage } from '@/server/http/routing/paging'

interface Paging {
  page: number
  per_page: number
}

interface Page {
  items: OwnEventRow[]
  has_more: boolean
}

const ROW = {
  id: events.id,
  title: events.title,
  location_name: events.locationName,
  status: events.status,
  created_at: events.createdAt,
  review_reason: events.reviewReason,
}

/**
 * A person's submissions in any status, the newest first (rules 2.11). A rejected event that they have submitted again is left
 * out for the one in its place.
 */
export function listOwnEvents(db: Queryable, userId: string, paging: Paging): Promise<Page> {
  return listRows(db, sql`${events.userId} = ${userId} and not ${isResubmitted(db, userId)}`, paging)
}

function isResubmitted(db: Queryable, userId: string): SQL<boolean> {
  const next = alias(events, 'next')
  const again = db
    .select({ one: sql`1` })
    .from(next)
    .where(and(eq(next.resubmissionOf, events.id), eq(next.userId, userId)))
  return sql<boolean>`exists ${again}`
}

/** Events without an account that have this address (lower-cased) as their contact: whoever has shown that it is theirs may claim them. */
export function listClaimableEvents(db: Queryable, email: string, paging: Paging): Promise<Page> {
  return listRows(db, isClaimableBy(email), paging)
}

/** The condition is the one of the index `events_ownerless`. */
export function isClaimableBy(email: string): SQL {
  return sql`${isNull(events.userId)} and lower(${events.email}) = ${email}`
}

/** Id of the user whose event it is; null when nobody's, undefined when there is none. */
export async function readOwner(db: Queryable, id: string): Promise<string | null | undefined> {
  const [event] = await db.select({ userId: events.userId }).from(events).where(eq(events.id, id))
  return event?.userId
}

/** One of a person's events as it was submitted; undefined when it is not theirs. */
export async function readOwnEvent(
  db: Queryable,
  userId: string,
  id: string,
  locale: string,
): Promise<OwnSubmission | undefined> {
  const [found] = await readOwnEvents(db, userId, [id], locale)
  return found
}

/** Reads those of the events that are a person's, as they were submitted. */
export async function readOwnEvents(
  db: Queryable,
  userId: string,
  ids: readonly string[],
  locale: string,
): Promise<OwnSubmission[]> {
  const rows = await db
    .select({ event: events, tags: TAGS, isResubmitted: isResubmitted(db, userId) })
    .from(events)
    .where(and(eq(events.userId, userId), inArray(events.id, [...ids])))
    .orderBy(desc(events.createdAt), asc(events.id))
  return rows.map(({ event, tags: theirs, isResubmitted: isAgain }) => ({
    ...rowOf({
      ...event,
      location_name: event.locationName,
      created_at: event.createdAt,
      review_reason: event.reviewReason,
    }),
    description: event.description,
    email: event.email,
    latitude: event.latitude,
    longitude: event.longitude,
    ...(event.priceCents !== null && { price: event.priceCents / 100 }),
    ...(event.isDonation && { is_donation: true }),
    ...statedFacts(event),
    ...(event.infoUrl !== null && { info_url: event.infoUrl }),
    info_links: event.infoLinks,
    tags: theirs.map((tag) => inLanguage(tag, locale)),
    timetable: event.timetable,
    has_photo: event.photoHash !== null,
    is_resubmitted: isAgain,
    updated_at: secondsOf(event.updatedAt),
  }))
}

/** The tags in plain SQL, because drizzle would leave out the table of `events.id`, which is then the tag's. */
const TAGS = sql<Tag[]>`coalesce((
  select json_agg(json_build_object('id', t.id, 'key', t.key, 'name', t.name, 'names', t.names,
      'merged_keys', t.merged_keys) order by t.name)
  from event_tags et join tags t on t.id = et.tag_id where et.event_id = events.id
), '[]'::json)`

async function listRows(db: Queryable, where: SQL, paging: Paging): Promise<Page> {
  const { items, has_more } = await readPage(paging, ({ offset, limit }) =>
    db
      .select(ROW)
      .from(events)
      .where(where)
      .orderBy(desc(events.createdAt), asc(events.id))
      .limit(limit)
      .offset(offset),
  )
  return { items: items.map(rowOf), has_more }
}

type Row = Pick<typeof events.$inferSelect, 'id' | 'title' | 'status'> & {
  location_name: string
  created_at: Date
  review_reason: string | null
}

function rowOf({ id, title, location_name, status, created_at, review_reason }: Row): OwnEventRow {
  return {
    id,
    title,
    location_name,
    status,
    created_at: secondsOf(created_at),
    ...(status === 'REJECTED' && review_reason !== null && { review_reason }),
  }
}
