import { randomUUID } from 'node:crypto'
import { and, asc, desc, eq, inArray, isNull, sql, ne, or } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { OwnEventRow, OwnSubmission } from '@/contract/accounts/own-events'
import type { Tag } from '@/contract/events/events'
import { contentOf } from '@/server/platform/database/events/event-content'
import { inLanguage } from '@/domain/tags/tag'
import { secondsOf, atSeconds, DEVICE_LOCK } from '@/server/platform/database/client'
import type { Queryable } from '@/server/platform/database/client'
import { events, devices, identities, users } from '@/server/platform/database/schema'
import { readPage } from '@/server/http/routing/send-response'
import type { Profile } from '@/contract/accounts/profile'

interface Paging {
  page: number
  per_page: number
}

const ROW = {
  id: events.id,
  title: events.title,
  locationName: events.locationName,
  status: events.status,
  createdAt: events.createdAt,
  reviewReason: events.reviewReason,
}

/** A person's submissions in any status, the newest first (rules 2.11); of one id alone, if there is one. */
export function listOwnEvents(
  db: Queryable,
  userId: string,
  { id, ...paging }: Paging & { id?: string | undefined },
) {
  const isOwn = eq(events.userId, userId)
  return listRows(db, id === undefined ? isOwn : and(isOwn, eq(events.id, id)), paging)
}

/** Events without an account that have this address (lower-cased) as their contact: whoever has shown that it is theirs may claim them. */
export function listClaimableEvents(db: Queryable, email: string, paging: Paging) {
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

/** Reads those of the events that are a person's, as they were submitted. */
export async function readOwnEvents(
  db: Queryable,
  userId: string,
  ids: readonly string[],
  locale: string,
): Promise<OwnSubmission[]> {
  const rows = await db
    .select({ event: events, tags: TAGS })
    .from(events)
    .where(and(eq(events.userId, userId), inArray(events.id, [...ids])))
    .orderBy(desc(events.createdAt), asc(events.id))
  return rows.map(({ event, tags: theirs }) => ({
    ...rowOf(event),
    ...contentOf(event),
    email: event.email,
    tags: theirs.map((tag) => inLanguage(tag, locale)),
    has_photo: event.photoHash !== null,
    updated_at: secondsOf(event.updatedAt),
  }))
}

/** The tags in plain SQL, because drizzle would leave out the table of `events.id`, which is then the tag's. */
const TAGS = sql<Tag[]>`coalesce((
  select json_agg(json_build_object('id', t.id, 'key', t.key, 'name', t.name, 'names', t.names,
      'merged_keys', t.merged_keys) order by t.name)
  from event_tags et join tags t on t.id = et.tag_id where et.event_id = events.id
), '[]'::json)`

async function listRows(db: Queryable, where: SQL | undefined, paging: Paging) {
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

type Row = Pick<typeof events.$inferSelect, keyof typeof ROW>

function rowOf({ id, title, locationName, status, createdAt, reviewReason }: Row): OwnEventRow {
  return {
    id,
    title,
    location_name: locationName,
    status,
    created_at: secondsOf(createdAt),
    ...(status === 'REJECTED' && reviewReason !== null && { review_reason: reviewReason }),
  }
}

/** More than anybody carries; bounds what one account can store, and the pushes of one review. */
const DEVICES_MAX = 20

export async function readProfile(db: Queryable, userId: string): Promise<Profile | undefined> {
  const rows = await db
    .select({ user: users, provider: identities.provider })
    .from(users)
    .leftJoin(identities, eq(identities.userId, users.id))
    .where(eq(users.id, userId))
  const [first] = rows
  if (first === undefined) return undefined
  const { id, name, email, role, passwordHash, createdAt, updatedAt } = first.user
  const isConnected = (provider: string) => rows.some((row) => row.provider === provider)
  return {
    id,
    name,
    email,
    role,
    created_at: secondsOf(createdAt),
    updated_at: secondsOf(updatedAt),
    isAppleConnected: isConnected('apple'),
    isGoogleConnected: isConnected('google'),
    hasPassword: passwordHash !== null,
  }
}

/**
 * One row a device of an account (rules 7.3): a known one is updated in place. A token belongs to one phone, so another row
 * that has it is of an app that is gone, or of who was signed in before: it is deleted. The oldest go beyond 20.
 */
export async function registerDevice(
  db: Queryable,
  userId: string,
  { deviceId, deviceToken, nowSeconds }: { deviceId: string; deviceToken: string; nowSeconds: number },
): Promise<void> {
  const now = atSeconds(nowSeconds)
  await db.transaction(async (tx) => {
    // One registration of a phone at a time, and one of an account: two would each leave 20.
    await tx.execute(sql`select pg_advisory_xact_lock(${DEVICE_LOCK}, hashtext(${deviceToken}))`)
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
    await tx
      .insert(devices)
      .values({ id: randomUUID(), deviceId, deviceToken, userId, createdAt: now, updatedAt: now })
      .onConflictDoUpdate({
        target: [devices.userId, devices.deviceId],
        set: { deviceToken, updatedAt: now },
      })
    const isOther = or(ne(devices.userId, userId), ne(devices.deviceId, deviceId))
    await tx.delete(devices).where(and(eq(devices.deviceToken, deviceToken), isOther))
    const beyond = tx
      .select({ id: devices.id })
      .from(devices)
      .where(eq(devices.userId, userId))
      .orderBy(desc(devices.updatedAt), desc(devices.createdAt), asc(devices.id))
      .offset(DEVICES_MAX)
    await tx.delete(devices).where(inArray(devices.id, beyond))
  })
}
