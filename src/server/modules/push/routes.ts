import { seconds } from '@/server/platform/database/schema/columns'
import type { BackOfficeDevice, BackOfficeNotification } from '@/contract/back-office/back-office-people'
import { randomUUID } from 'node:crypto'
import { and, eq, gte, inArray, isNull, ne, or, sql, type SQL } from 'drizzle-orm'
import type { Reminder, PushPayload, ReminderPayload } from '@/contract/accounts/push'
import { MAX_REMINDERS_A_BROWSER, REMINDER_KINDS, remindersToCome } from '@/domain/events/reminder'
import { villageDay } from '@/domain/time/local-time'
import { type CurrentUser, isActive } from '@/server/http/auth/session'
import { ApiError, firstOf, validationFailed } from '@/server/http/errors/errors'
import type { AppDeps, Handlers } from '@/server/http/routing/routes-from-contract'
import { atSeconds, type Queryable } from '@/server/platform/database/client'
import { readEventDates } from '@/server/platform/database/events/event-dates'
import {
  events,
  pushSubscriptionEvents,
  pushSubscriptions,
  reminders,
  devices,
  notifications,
  sessions,
  users,
} from '@/server/platform/database/schema'
import { areBrowserKeys, type WebPushSender, type WebPush } from '@/server/platform/push/web-push'
import { readPage } from '@/server/http/routing/send-response'
import { localeOf } from '@/messages/error-text'
import type { JobKind } from '@/server/jobs/job-runner'
import type { PushSender } from '@/server/platform/push/apple-push'
import type { PushJob, WebPushJob } from '@/server/platform/queue/job-queue'

interface Browser {
  endpoint: string
  keys: { p256dh: string; auth: string }
  locale: string
  nowSeconds: number
}

/** Notifications of browsers when a submission is reviewed, and before a date that they want to be reminded of. */
export function pushHandlers({ db }: AppDeps, service: WebPushSender) {
  /** An anonymous client names the address that is called. Throws VALIDATION_FAILED. */
  function validateBrowser({ endpoint, keys }: Pick<Browser, 'endpoint' | 'keys'>): void {
    if (!service.accepts(endpoint)) throw validationFailed([{ path: 'endpoint', code: 'invalid' }])
    if (!areBrowserKeys(keys)) throw validationFailed([{ path: 'keys', code: 'invalid' }])
  }

  return {
    getPushKey: async () => ({ public_key: service.publicKey }),

    subscribeToPush: async ({ body, currentUser, locale, nowSeconds }) => {
      validateBrowser(body)
      await db.transaction((tx) => storeSubscription(tx, { ...body, locale, nowSeconds }, currentUser))
      return {}
    },

    setReminder: async ({ body, locale, nowSeconds }) => {
      validateBrowser(body)
      const work = body.before.length === 0 ? removeReminder : storeReminder
      await db.transaction((tx) => work(tx, { ...body, locale, nowSeconds }))
      return {}
    },

    /** Those of today and later. */
    listReminders: async ({ body: { endpoint }, nowSeconds }) => {
      const { eventId: event_id, day, kinds: before } = reminders
      const found = await db
        .select({ event_id, day, before })
        .from(reminders)
        .innerJoin(pushSubscriptions, eq(pushSubscriptions.id, reminders.subscriptionId))
        .where(and(eq(pushSubscriptions.endpoint, endpoint), gte(day, villageDay(nowSeconds))))
        .orderBy(day, event_id)
      return { reminders: found }
    },

    // The desk sees the phones with the app and what they were told, the newest first.
    listDevices: ({ query }) =>
      newest<BackOfficeDevice>(query, sql`id, device_id, device_token, ${TIMES} from devices t`),

    listNotifications: ({ query }) =>
      newest<BackOfficeNotification>(query, sql`id, title, body, data, ${TIMES} from notifications t`),
  } satisfies Partial<Handlers>

  function newest<T extends Record<string, unknown>>(query: Parameters<typeof readPage>[0], what: SQL) {
    return readPage(query, async ({ offset, limit }) => {
      const { rows } = await db.execute<T>(sql`
        select ${what} order by t.created_at desc, id limit ${limit} offset ${offset}`)
      return rows
    })
  }
}

/** A person's phone, tablet and laptop. */
const MAX_BROWSERS_AN_EVENT = 5
/** Submissions of one visitor that wait for their review at the same time. */
const MAX_EVENTS_A_BROWSER = 50
const tooMany = () => new ApiError('TOO_MANY_REQUESTS', { retryAfterSeconds: 86_400 })

/**
 * Stores what a browser is notified of: all submissions of the current user as long as this session lasts, and a visitor's
 * submission. One row an endpoint: who signs in on that browser takes it over, and what visitors there subscribed stays. Throws
 * NOT_FOUND when that would be nothing at all, TOO_MANY_REQUESTS.
 */
async function storeSubscription(
  tx: Queryable,
  { event_id: eventId, replaces, ...browser }: Browser & { event_id?: string; replaces?: string },
  currentUser: CurrentUser | undefined,
): Promise<void> {
  const isWaiting = eventId !== undefined && (await isVisitorsWaiting(tx, eventId))
  const endpoints = replaces === undefined ? [] : [replaces, browser.endpoint]
  const hasReplaced = (await tx.$count(pushSubscriptions, inArray(pushSubscriptions.endpoint, endpoints))) > 0
  if (currentUser === undefined && !isWaiting && !hasReplaced) throw new ApiError('NOT_FOUND')
  // A visitor gets no notifications of the account that was there before.
  const owner = { userId: currentUser?.id ?? null, sessionId: currentUser?.sessionId ?? null }
  const id = await upsert(tx, browser, owner)
  // A session is one browser, which has one endpoint: an older one is dead.
  const isOlder = or(
    inArray(pushSubscriptions.endpoint, endpoints),
    owner.sessionId === null ? undefined : eq(pushSubscriptions.sessionId, owner.sessionId),
  )
  await takeOver(tx, id, and(isOlder, ne(pushSubscriptions.id, id)))
  if (isWaiting) await linkEvent(tx, id, eventId)
}

/** A visitor may wait for it who knows its random id, which only its submitter and the back office have. */
async function isVisitorsWaiting(tx: Queryable, eventId: string): Promise<boolean> {
  const isWaiting = and(eq(events.id, eventId), isNull(events.userId), eq(events.status, 'ON_REVIEW'))
  // A review waits until this is stored, and then notifies this browser, too; it also keeps the count below.
  const found = await tx.select().from(events).where(isWaiting).for('no key update')
  return found.length > 0
}

/** The row of a browser, with its present keys and language; without an owner it keeps the one that it has. It stays locked until the commit. */
async function upsert(
  tx: Queryable,
  { endpoint, keys, locale, nowSeconds }: Browser,
  owner: { userId?: string | null; sessionId?: string | null } = {},
): Promise<string> {
  const now = atSeconds(nowSeconds)
  const known = { ...keys, locale, ...owner, updatedAt: now }
  const stored = await tx
    .insert(pushSubscriptions)
    .values({ id: randomUUID(), endpoint, ...known, createdAt: now })
    .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: known })
    .returning()
  return firstOf(stored).id
}

/** Deletes dead subscriptions of a browser; what they were to be told of goes to its present one. */
async function takeOver(tx: Queryable, subscriptionId: string, isDead: SQL | undefined): Promise<void> {
  const dead = tx.select({ id: pushSubscriptions.id }).from(pushSubscriptions).where(isDead)
  const links = pushSubscriptionEvents
  const linked = await tx.select().from(links).where(inArray(links.subscriptionId, dead))
  for (const link of linked)
    await tx
      .insert(links)
      .values({ ...link, subscriptionId })
      .onConflictDoNothing()
  const dates = await tx.select().from(reminders).where(inArray(reminders.subscriptionId, dead))
  for (const date of dates)
    await tx
      .insert(reminders)
      .values({ ...date, subscriptionId })
      .onConflictDoNothing()
  await tx.delete(pushSubscriptions).where(isDead)
}

async function linkEvent(tx: Queryable, subscriptionId: string, eventId: string): Promise<void> {
  const links = pushSubscriptionEvents
  await tx.insert(links).values({ subscriptionId, eventId }).onConflictDoNothing()
  const browsers = await tx.$count(links, eq(links.eventId, eventId))
  const waiting = await tx.$count(links, eq(links.subscriptionId, subscriptionId))
  if (browsers > MAX_BROWSERS_AN_EVENT || waiting > MAX_EVENTS_A_BROWSER) throw tooMany()
}

/**
 * Stores the reminders of a date for a browser, in place of those before. Throws NOT_FOUND for
 * what is no date to come of a published event, and TOO_MANY_REQUESTS beyond MAX_REMINDERS_A_BROWSER.
 */
async function storeReminder(
  tx: Queryable,
  { event_id: eventId, day, before, ...browser }: Reminder & Browser,
): Promise<void> {
  const { nowSeconds } = browser
  const createdAt = atSeconds(nowSeconds)
  const dates = await readEventDates(tx, eventId)
  const date = dates?.on(day, createdAt)
  if (dates === undefined || date === undefined || date.start_time <= nowSeconds)
    throw new ApiError('NOT_FOUND')
  // Whose account a browser is notified of is left as it is: a reminder is the browser's own.
  const subscriptionId = await upsert(tx, browser)
  const isOwn = eq(reminders.subscriptionId, subscriptionId)
  const isToCome = gte(reminders.day, villageDay(nowSeconds))
  const isOther = or(ne(reminders.eventId, eventId), ne(reminders.day, day))
  if ((await tx.$count(reminders, and(isOwn, isToCome, isOther))) >= MAX_REMINDERS_A_BROWSER) throw tooMany()
  const wanted = {
    kinds: REMINDER_KINDS.filter((kind) => before.includes(kind)),
    // One whose moment has passed already comes only if an edit moves that.
    pending: remindersToCome(date, before, nowSeconds),
    told: dates.factsOf(day, createdAt),
    changeSeq: dates.changeSeq,
    createdAt,
  }
  await tx
    .insert(reminders)
    .values({ subscriptionId, eventId, day, ...wanted })
    .onConflictDoUpdate({ target: [reminders.subscriptionId, reminders.eventId, reminders.day], set: wanted })
}

/** Unknown ones are no error: what is to be gone is gone. */
async function removeReminder(
  tx: Queryable,
  { event_id: eventId, day, endpoint }: Pick<Reminder & Browser, 'event_id' | 'day' | 'endpoint'>,
): Promise<void> {
  const isBrowsers = eq(pushSubscriptions.endpoint, endpoint)
  const browser = tx.select({ id: pushSubscriptions.id }).from(pushSubscriptions).where(isBrowsers)
  const isOfDate = and(eq(reminders.eventId, eventId), eq(reminders.day, day))
  await tx.delete(reminders).where(and(isOfDate, inArray(reminders.subscriptionId, browser)))
}

const TIMES = sql`${seconds('created_at')} as created_at, ${seconds('updated_at')} as updated_at`

class PushNotAccepted extends Error {
  override name = 'PushNotAccepted'
}

/** Jobs of the kind 'push': a stored notification to its device. Without a sender (not configured) it stays stored only. */
export function pushJobs({ db, push }: { db: Queryable; push: PushSender | undefined }): JobKind<PushJob> {
  return {
    async run({ payload: { notificationId }, dedupeKey }) {
      if (push === undefined) return
      const [found] = await db
        .select({ notification: notifications, device: devices })
        .from(notifications)
        // The device belongs to the same person: one that has a new owner must not show what was meant for the old one.
        .innerJoin(
          devices,
          and(eq(devices.id, notifications.deviceId), eq(devices.userId, notifications.userId)),
        )
        .innerJoin(users, and(eq(users.id, devices.userId), isNull(users.suspendedAt)))
        .where(eq(notifications.id, notificationId))
      if (found === undefined) return
      const { id, deviceToken } = found.device
      const { title, body, data } = found.notification
      const outcome = await push.send({ deviceToken, title, body, data, key: dedupeKey })
      if (outcome === 'retry') throw new PushNotAccepted('the message was not accepted')
      // Only the token that is gone deletes it: it may have been renewed meanwhile.
      if (outcome === 'gone')
        await db.delete(devices).where(and(eq(devices.id, id), eq(devices.deviceToken, deviceToken)))
    },
    abort: async () => push?.close(),
  }
}

class WebPushRefused extends Error {
  override name = 'WebPushRefused'
}

const LONGEST_WAIT_MS = 6 * 3_600_000

/** Jobs of the kind 'web-push': one message to one browser. */
export function webPushJobs({ db, webPush }: { db: Queryable; webPush: WebPushSender }): JobKind<WebPushJob> {
  return {
    async run({ payload: job, dedupeKey, now }) {
      const target = await readTarget(db, job)
      const message = target && (reminderMessage(target, job, now) ?? reviewMessage(target, job, now))
      if (target === undefined || message === undefined) return
      const { id, endpoint, p256dh, auth } = target.subscription
      const outcome = await webPush.send({ endpoint, p256dh, auth, key: dedupeKey, ...message })
      if (outcome.kind === 'refused') throw new WebPushRefused('the message was refused')
      // Only the endpoint that is gone deletes it: the browser may have got another meanwhile.
      const isIt = and(eq(pushSubscriptions.id, id), eq(pushSubscriptions.endpoint, endpoint))
      if (outcome.kind === 'gone') await db.delete(pushSubscriptions).where(isIt)
      if (outcome.kind !== 'retry') return
      if (outcome.afterMs === undefined) throw new PushNotAccepted('the message was not accepted')
      return { until: new Date(now.getTime() + Math.min(outcome.afterMs, LONGEST_WAIT_MS)) }
    },
    isPermanent: (error) => error instanceof WebPushRefused,
    abort: () => webPush.close(),
  }
}

/** A subscription with what decides whether it may be told: the event, who is signed in there, and a visitor's wish. */
async function readTarget(db: Queryable, { subscriptionId, eventId }: WebPushJob) {
  const { subscriptionId: ofSubscription, eventId: ofEvent } = pushSubscriptionEvents
  const [found] = await db
    .select({
      subscription: pushSubscriptions,
      event: events,
      session: sessions,
      owner: users,
      visitors: ofEvent,
    })
    .from(pushSubscriptions)
    .leftJoin(events, eq(events.id, eventId))
    .leftJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
    .leftJoin(users, eq(users.id, pushSubscriptions.userId))
    .leftJoin(pushSubscriptionEvents, and(eq(ofSubscription, pushSubscriptions.id), eq(ofEvent, eventId)))
    .where(eq(pushSubscriptions.id, subscriptionId))
  return found
}

type Target = NonNullable<Awaited<ReturnType<typeof readTarget>>>
type Message = Pick<WebPush, 'payload' | 'ttlSeconds' | 'isUrgent'>

/** News of a date that has none any more is kept for a browser that is away for so long, seconds. */
const NEWS_TTL_SECONDS = 86_400

/** The browser has the words from what its replica knows of the date. Undefined for another job, and once the date has begun. */
function reminderMessage(
  { subscription }: Target,
  { eventId, reminder }: WebPushJob,
  now: Date,
): Message | undefined {
  if (reminder === undefined) return undefined
  const { kind, day, until } = reminder
  const ttlSeconds = until === undefined ? NEWS_TTL_SECONDS : until - Math.floor(now.getTime() / 1000)
  if (ttlSeconds <= 0) return undefined
  const locale = localeOf(subscription.locale)
  const payload: ReminderPayload = { reminder: kind, event_id: eventId, day, locale }
  return { payload, ttlSeconds, isUrgent: true }
}

const NOTIFY_WITHIN_MS = 7 * 86_400_000

/** Undefined for an account whose session is over, an event with another owner, an old review, and another job. */
function reviewMessage(
  { subscription, event, session, owner, visitors }: Target,
  { eventId, review }: WebPushJob,
  now: Date,
): Message | undefined {
  if (review === undefined || !event?.reviewedAt) return undefined
  if (now.getTime() - event.reviewedAt.getTime() > NOTIFY_WITHIN_MS) return undefined
  const isSignedIn = session !== null && owner !== null && isActive(session, owner, now)
  const isOwner = isSignedIn && event.userId === owner.id
  if (!isOwner && visitors === null) return undefined
  const locale = localeOf(subscription.locale)
  const payload: PushPayload = { status: review, event_id: eventId, locale, account: isOwner }
  return { payload }
}
