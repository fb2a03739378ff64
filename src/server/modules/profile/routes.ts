import { randomUUID } from 'node:crypto'
import { and, asc, desc, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import type { OwnSession } from '@/contract/accounts/auth'
import type { OwnEventRow, OwnSubmission, Profile } from '@/contract/accounts/profile'
import { may } from '@/domain/accounts/permission'
import { inLanguage } from '@/domain/tags/tag'
import type { Locale } from '@/messages/compiled/runtime.js'
import { endOf, isActive, type CurrentUser } from '@/server/http/auth/session'
import { ApiError } from '@/server/http/errors/errors'
import type { AppDeps, Handlers } from '@/server/http/routing/routes-from-contract'
import { readPage } from '@/server/http/routing/send-response'
import { exportOf } from '@/server/platform/database/accounts/person-data'
import { atSeconds, DEVICE_LOCK, secondsOf, type Queryable } from '@/server/platform/database/client'
import { contentOf } from '@/server/platform/database/events/event-content'
import { TAGS_OF_EVENT } from '@/server/platform/database/events/stored-events'
import { devices, events, identities, sessions, users } from '@/server/platform/database/schema'

export function profileHandlers({ db, photos }: AppDeps) {
  return {
    getProfile: ({ currentUser }) => readProfile(db, currentUser.id),

    updateProfile: async ({ body: { name }, currentUser, nowSeconds }) => {
      await db
        .update(users)
        .set({ name, updatedAt: atSeconds(nowSeconds) })
        .where(eq(users.id, currentUser.id))
      return readProfile(db, currentUser.id)
    },

    listSessions: async ({ currentUser, nowSeconds }) => ({
      items: await listSessions(db, currentUser, nowSeconds),
    }),

    exportAccount: async ({ currentUser: { id: userId, email }, nowSeconds }) =>
      exportOf({ db, photos, now: atSeconds(nowSeconds) }, { userId, email }),

    listOwnEvents: ({ query, currentUser }) => listOwnEvents(db, currentUser.id, query),

    getOwnEvent: async ({ params, currentUser, locale }) =>
      submissionOf(await readOwnEvent(db, currentUser, params.id), locale),

    setAppleDevice: async ({ body, currentUser, nowSeconds }) => {
      const { device_id: deviceId, device_token: deviceToken } = body
      await registerDevice(db, currentUser.id, { deviceId, deviceToken, nowSeconds })
      return {}
    },
  } satisfies Partial<Handlers>
}

/** The living sessions of an account, the one used last first. */
async function listSessions(
  db: Queryable,
  { id: userId, role, sessionId }: CurrentUser,
  nowSeconds: number,
): Promise<OwnSession[]> {
  const rows = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt)))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.id))
  return rows
    .filter((row) => isActive(row, { role, suspendedAt: null }, atSeconds(nowSeconds)))
    .map((row) => ({
      id: row.id,
      created_at: secondsOf(row.createdAt),
      last_used_at: secondsOf(row.lastUsedAt),
      expires_at: secondsOf(endOf(row, role)),
      user_agent: row.userAgent,
      current: row.id === sessionId,
    }))
}

/** A person's submissions in any status, the newest first (rules 2.11); of one id alone, if there is one. */
async function listOwnEvents(
  db: Queryable,
  userId: string,
  { id, ...paging }: Parameters<Handlers['listOwnEvents']>[0]['query'],
) {
  const isOwn = eq(events.userId, userId)
  const { items, has_more } = await readPage(paging, ({ offset, limit }) =>
    db
      .select()
      .from(events)
      .where(and(isOwn, id === undefined ? undefined : eq(events.id, id)))
      .orderBy(desc(events.createdAt), asc(events.id))
      .limit(limit)
      .offset(offset),
  )
  return { items: items.map(rowOf), has_more }
}

/** An event as it was submitted, for its owner: it does not exist for everybody else. Throws NOT_FOUND. */
async function readOwnEvent(db: Queryable, { id: userId, role }: CurrentUser, id: string) {
  const [found] = await db
    .select({ event: events, tags: TAGS_OF_EVENT })
    .from(events)
    .where(eq(events.id, id))
  if (found === undefined || !may({ role, owns: found.event.userId === userId }, 'own-event.read'))
    throw new ApiError('NOT_FOUND')
  return found
}

function submissionOf(
  { event, tags }: Awaited<ReturnType<typeof readOwnEvent>>,
  locale: Locale,
): OwnSubmission {
  return {
    ...rowOf(event),
    ...contentOf(event),
    email: event.email,
    tags: tags.map((tag) => inLanguage(tag, locale)),
    has_photo: event.photo !== null,
    updated_at: secondsOf(event.updatedAt),
  }
}

function rowOf(event: typeof events.$inferSelect): OwnEventRow {
  const { id, title, locationName, status, createdAt, reviewReason } = event
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

async function readProfile(db: Queryable, userId: string): Promise<Profile> {
  const rows = await db
    .select({ user: users, provider: identities.provider })
    .from(users)
    .leftJoin(identities, eq(identities.userId, users.id))
    .where(eq(users.id, userId))
  const [first] = rows
  // The account went after the session was read.
  if (first === undefined) throw new ApiError('UNAUTHENTICATED')
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
async function registerDevice(
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
