import { buffer } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { eq, and, asc, inArray, desc, isNull, ne, or, sql, isNotNull } from 'drizzle-orm'
import pLimit from 'p-limit'
import { may } from '@/domain/accounts/permission'
import type { Role } from '@/domain/accounts/permission'
import { ApiError } from '@/server/http/errors/errors'
import type { AppDeps, Handlers } from '@/server/http/routing/routes-from-contract'
import type { CurrentUser } from '@/server/http/auth/session'
import { photoFileName } from '@/domain/events/event'
import { secondsOf, atSeconds } from '@/server/platform/database/client'
import type { Queryable, Database } from '@/server/platform/database/client'
import {
  events,
  activities,
  contactForms,
  devices,
  notifications,
  organisers,
  pushSubscriptions,
  reminders,
  users,
  weekSubscribers,
  passkeys,
  recoveryCodes,
  totpSecrets,
  sessions,
} from '@/server/platform/database/schema'
import type { PhotoUploads } from '@/server/http/photos/photo-uploads'
import { lockedAccountState } from '@/server/platform/database/accounts/account-access'
import { announceOrganiser } from '@/server/platform/database/events/change-log'
import type { AccountExport } from '@/contract/accounts/profile'
import type { OwnSubmission } from '@/contract/accounts/own-events'
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

    exportAccount: async ({ currentUser, nowSeconds, locale }) =>
      orThrow(await exportAccount(db, currentUser, { nowSeconds, locale }), 'UNAUTHENTICATED'),

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

/** The events that are read at a time, so that somebody with thousands does not keep everybody else waiting. */
const BATCH = 200

/**
 * Everything that is stored about a person (GDPR 15, 20): what their account owns, and what was sent from their confirmed address.
 * Undefined when the account is gone. Submissions without an account are not in it: they can be claimed, and then are.
 */
async function exportAccount(
  db: Queryable,
  currentUser: CurrentUser,
  { nowSeconds, locale }: { nowSeconds: number; locale: string },
): Promise<AccountExport | undefined> {
  const { id: userId, email } = currentUser
  const profile = await readProfile(db, userId)
  if (profile === undefined) return undefined
  return {
    exported_at: nowSeconds,
    profile,
    sessions: await listSessions(db, currentUser, nowSeconds),
    events: await ownEvents(db, userId, locale),
    devices: await ownDevices(db, userId),
    notifications: await ownNotifications(db, userId),
    support_messages: await supportMessages(db, email),
    activities: await ownActivities(db, userId),
    account_changes: await accountChanges(db, userId),
    push_subscriptions: await ownPushSubscriptions(db, userId),
    ...(await ownSecondFactors(db, userId)),
    ...(await ownOrganiser(db, userId)),
    ...(await ownWeekMail(db, email)),
  }
}

async function ownEvents(db: Queryable, userId: string, locale: string): Promise<OwnSubmission[]> {
  const all = await db
    .select({ id: events.id })
    .from(events)
    .where(eq(events.userId, userId))
    .orderBy(desc(events.createdAt), asc(events.id))
  const read: OwnSubmission[] = []
  for (let start = 0; start < all.length; start += BATCH) {
    const ids = all.slice(start, start + BATCH).map(({ id }) => id)
    read.push(...(await readOwnEvents(db, userId, ids, locale)))
    await setImmediate()
  }
  return read
}

async function ownDevices(db: Queryable, userId: string) {
  const rows = await db.select().from(devices).where(eq(devices.userId, userId)).orderBy(devices.createdAt)
  return rows.map(({ deviceId, createdAt }) => ({ device_id: deviceId, created_at: secondsOf(createdAt) }))
}

async function ownNotifications(db: Queryable, userId: string) {
  const rows = await db
    .select()
    .from(notifications)
    .where(eq(notifications.userId, userId))
    .orderBy(desc(notifications.createdAt))
  return rows.map(({ title, body, createdAt }) => ({ title, body, created_at: secondsOf(createdAt) }))
}

async function supportMessages(db: Queryable, email: string) {
  const rows = await db
    .select()
    .from(contactForms)
    .where(eq(sql`lower(${contactForms.email})`, email))
    .orderBy(desc(contactForms.createdAt))
  return rows.map((form) => ({
    first_name: form.firstName,
    last_name: form.lastName,
    email: form.email,
    topic: form.topic,
    message: form.message,
    created_at: secondsOf(form.createdAt),
  }))
}

async function ownActivities(db: Queryable, userId: string): Promise<AccountExport['activities']> {
  const rows = await db
    .select()
    .from(activities)
    .where(eq(activities.userId, userId))
    .orderBy(desc(activities.createdAt), desc(activities.id))
  return rows.map(({ action, subjectId, subjectLabel, details, createdAt }) => ({
    action,
    subject_id: subjectId,
    ...(subjectLabel !== '' && { subject_label: subjectLabel }),
    details,
    created_at: secondsOf(createdAt),
  }))
}

/** The changes that others made to the account; the user's own are in the rest of the export. */
async function accountChanges(db: Queryable, userId: string): Promise<AccountExport['account_changes']> {
  const byOthers = or(isNull(activities.userId), ne(activities.userId, userId))
  const rows = await db
    .select({ action: activities.action, createdAt: activities.createdAt })
    .from(activities)
    .where(and(eq(activities.subjectId, userId), byOthers))
    .orderBy(desc(activities.createdAt), desc(activities.id))
  return rows.map(({ action, createdAt }) => ({ action, created_at: secondsOf(createdAt) }))
}

async function ownPushSubscriptions(db: Queryable, userId: string) {
  const rows = await db
    .select()
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId))
    .orderBy(pushSubscriptions.createdAt)
  const { subscriptionId, eventId: event_id, day, kinds: before } = reminders
  const dates = await db
    .select({ subscriptionId, event_id, day, before })
    .from(reminders)
    .innerJoin(pushSubscriptions, eq(pushSubscriptions.id, subscriptionId))
    .where(eq(pushSubscriptions.userId, userId))
    .orderBy(day, event_id)
  return rows.map(({ id, endpoint, createdAt }) => ({
    endpoint,
    reminders: dates.flatMap(({ subscriptionId: of, ...date }) => (of === id ? [date] : [])),
    created_at: secondsOf(createdAt),
  }))
}

/** Its picture is on its page. */
async function ownOrganiser(db: Queryable, userId: string): Promise<Pick<AccountExport, 'organiser'>> {
  const { slug, name, texts, links } = organisers
  const [organiser] = await db
    .select({ slug, name, texts, links })
    .from(organisers)
    .where(eq(organisers.userId, userId))
  return organiser ? { organiser } : {}
}

async function ownWeekMail(db: Queryable, email: string): Promise<Pick<AccountExport, 'week_mail'>> {
  const [found] = await db.select().from(weekSubscribers).where(eq(weekSubscribers.email, email))
  if (found === undefined) return {}
  const { locale, tagKeys, confirmedAt } = found
  return { week_mail: { locale, tag_keys: tagKeys, confirmed_at: secondsOf(confirmedAt) } }
}

/** The second factors of an administrator for the export, without what they are verified by; nothing where there are none. */
async function ownSecondFactors(
  db: Queryable,
  userId: string,
): Promise<Pick<AccountExport, 'second_factors'>> {
  const isConfirmed = and(eq(totpSecrets.userId, userId), isNotNull(totpSecrets.confirmedAt))
  const apps = await db.$count(totpSecrets, isConfirmed)
  const { credentialId: id, name, createdAt, lastUsedAt } = passkeys
  const stored = await db
    .select({ id, name, createdAt, lastUsedAt })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(createdAt), asc(id))
  if (apps === 0 && stored.length === 0) return {}
  const isLeft = and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt))
  return {
    second_factors: {
      totp: apps > 0,
      passkeys: stored.map((passkey) => ({
        id: passkey.id,
        name: passkey.name,
        created_at: secondsOf(passkey.createdAt),
        last_used_at: passkey.lastUsedAt && secondsOf(passkey.lastUsedAt),
      })),
      recovery_codes_left: await db.$count(recoveryCodes, isLeft),
    },
  }
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
