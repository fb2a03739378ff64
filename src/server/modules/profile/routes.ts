import { buffer } from 'node:stream/consumers'
import { eq, and, asc, inArray, desc, isNull } from 'drizzle-orm'
import pLimit from 'p-limit'
import { may } from '@/domain/accounts/permission'
import type { Role } from '@/domain/accounts/permission'
import { ApiError } from '@/server/http/errors/errors'
import type { AppDeps, Handlers } from '@/server/http/routing/routes-from-contract'
import type { CurrentUser } from '@/server/http/auth/session'
import { photoFileName } from '@/domain/events/event'
import { secondsOf, atSeconds } from '@/server/platform/database/client'
import type { Queryable, Database } from '@/server/platform/database/client'
import { events, users, sessions } from '@/server/platform/database/schema'
import type { PhotoUploads } from '@/server/http/photos/photo-uploads'
import { exportOf } from '@/server/platform/database/accounts/export-data'
import { lockedAccountState } from '@/server/platform/database/accounts/account-access'
import { announceOrganiser } from '@/server/platform/database/events/change-log'
import type { OwnSession } from '@/contract/accounts/auth'
import { endOf, isActive } from '@/server/http/auth/session'
import {
  listClaimableEvents,
  listOwnEvents,
  readOwner,
  isClaimableBy,
  readOwnEvents,
  readProfile,
  registerDevice,
} from './own-events'

export function profileHandlers({ db, photos, responses }: AppDeps) {
  return {
    getProfile: ({ currentUser }) => profile(currentUser.id),

    updateProfile: async ({ body: { name }, currentUser, nowSeconds }) => {
      await db
        .update(users)
        .set({ name, updatedAt: atSeconds(nowSeconds) })
        .where(eq(users.id, currentUser.id))
      return profile(currentUser.id)
    },

    listSessions: async ({ currentUser, nowSeconds }) => ({
      items: await listSessions(db, currentUser, nowSeconds),
    }),

    exportAccount: async ({ currentUser: { id: userId, email }, nowSeconds }) =>
      exportOf({ db, photos, now: atSeconds(nowSeconds) }, { userId, email }),

    listOwnEvents: ({ query, currentUser }) => listOwnEvents(db, currentUser.id, query),

    listClaimableEvents: ({ query, currentUser }) => listClaimableEvents(db, currentUser.email, query),

    claimEvents: async ({ body, currentUser }) => {
      const claimed = await claimEvents(db, currentUser, body.event_ids)
      responses.clear()
      return { claimed }
    },

    getOwnEvent: async ({ params, currentUser, locale }) => {
      await requireOwner(currentUser, params.id)
      const [event] = await readOwnEvents(db, currentUser.id, [params.id], locale)
      return orThrow(event, 'NOT_FOUND')
    },

    getOwnEventPhoto: async ({ params, currentUser }) => {
      await requireOwner(currentUser, params.id)
      return { type: 'image/jpeg', data: orThrow(await readOwnPhoto(db, photos, params.id), 'NOT_FOUND') }
    },

    setAppleDevice: async ({ body, currentUser, nowSeconds }) => {
      await registerDevice(db, currentUser.id, {
        deviceId: body.device_id,
        deviceToken: body.device_token,
        nowSeconds,
      })
      return {}
    },
  } satisfies Partial<Handlers>

  /** It does not exist for everybody else. */
  async function requireOwner({ id, role }: CurrentUser, eventId: string): Promise<void> {
    const owns = (await readOwner(db, eventId)) === id
    if (!may({ role, owns }, 'own-event.read')) throw new ApiError('NOT_FOUND')
  }

  async function profile(userId: string) {
    return orThrow(await readProfile(db, userId), 'UNAUTHENTICATED')
  }
}

function orThrow<T>(thing: T | undefined, otherwise: 'UNAUTHENTICATED' | 'NOT_FOUND'): T {
  if (thing === undefined) throw new ApiError(otherwise)
  return thing
}

/** Each is a megabyte in memory, and more as base64. */
const reading = pLimit(4)

/** The largest picture of the photo of an event, base64; undefined when it has none. */
async function readOwnPhoto(db: Queryable, photos: PhotoUploads, id: string): Promise<string | undefined> {
  const [event] = await db.select({ photoHash: events.photoHash }).from(events).where(eq(events.id, id))
  const name = event?.photoHash ?? null
  if (name === null) return undefined
  return reading(async () => {
    // Undefined when it is deleted at this moment, or missing in a restored backup.
    const picture = await photos.open(photoFileName(name, 'full'))
    return picture && (await buffer(picture.stream)).toString('base64')
  })
}

/**
 * Gives a person those of the events that were submitted without an account under their confirmed address (lower-cased), in any
 * status; others are left alone. The published ones of an organiser are then shown as theirs. Returns the ids of those that are theirs now, also of
 * those that were before: a repeated call has the same result. Throws UNAUTHENTICATED.
 */
async function claimEvents(
  db: Database,
  { id: userId, email }: { id: string; email: string },
  ids: readonly string[],
): Promise<string[]> {
  const named = inArray(events.id, [...ids])
  return db.transaction(async (tx) => {
    const claimable = await tx
      .select({ id: events.id })
      .from(events)
      .where(and(named, isClaimableBy(email)))
      .orderBy(asc(events.id))
      .for('update')
    // The account comes after the events, as in every write: a deletion of it at the same time would deadlock otherwise.
    if ((await lockedAccountState(tx, userId)).state !== 'active') throw new ApiError('UNAUTHENTICATED')
    const claimed = inArray(
      events.id,
      claimable.map(({ id }) => id),
    )
    if (claimable.length > 0) {
      await tx.update(events).set({ userId }).where(claimed)
      await announceOrganiser(tx, userId, claimed)
    }
    const theirs = await tx
      .select({ id: events.id })
      .from(events)
      .where(and(named, eq(events.userId, userId)))
    return theirs.map(({ id }) => id)
  })
}

/** The living sessions of an account, the one used last first. */
async function listSessions(
  db: Queryable,
  { id: userId, role, sessionId }: { id: string; role: Role; sessionId: string },
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
