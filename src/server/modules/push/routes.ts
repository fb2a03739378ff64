import { createECDH, randomUUID } from 'node:crypto'
import { and, count, eq, gte, inArray, isNull, ne, notInArray, sql } from 'drizzle-orm'
import { ApiError, validationFailed } from '@/server/http/errors/errors'
import type { AppDeps, Handlers } from '@/server/http/routing/routes-from-contract'
import { atSeconds } from '@/server/platform/database/client'
import type { Queryable } from '@/server/platform/database/client'
import {
  events,
  pushSubscriptionEvents,
  pushSubscriptions,
  reminders,
} from '@/server/platform/database/schema'
import type { CurrentUser } from '@/server/http/auth/session'
import type { Reminder } from '@/contract/accounts/push'
import { MAX_REMINDERS_A_BROWSER, reminderMoment } from '@/domain/events/reminder'
import type { ReminderKind } from '@/domain/events/reminder'
import { villageDay } from '@/domain/time/local-time'
import { readEventDates } from '@/server/platform/database/events/day-states'

/** The part of a sender by which a subscription is validated. */
interface PushService {
  publicKey: string
  accepts(endpoint: string): boolean
}

/**
 * Notifications of browsers when a submission is reviewed, and before a date that they want to be reminded of. NOT_FOUND where
 * this server sends none.
 */
export function pushHandlers({ db }: AppDeps, service: PushService | undefined) {
  /** An anonymous client names the address that is called. Throws NOT_FOUND, VALIDATION_FAILED. */
  function validateBrowser(endpoint: string, keys: { p256dh: string; auth: string }): void {
    if (service === undefined) throw new ApiError('NOT_FOUND')
    if (!service.accepts(endpoint)) throw validationFailed([{ path: 'endpoint', code: 'invalid' }])
    if (!areBrowserKeys(keys)) throw validationFailed([{ path: 'keys', code: 'invalid' }])
  }

  return {
    getPushKey: async () => {
      if (service === undefined) throw new ApiError('NOT_FOUND')
      return { public_key: service.publicKey }
    },

    subscribeToPush: async ({ body, currentUser, locale, nowSeconds }) => {
      const { endpoint, keys, event_id: eventId, replaces } = body
      validateBrowser(endpoint, keys)
      const browser = { endpoint, ...keys, locale }
      await db.transaction((tx) =>
        storeSubscription(tx, { browser, nowSeconds, eventId, replaces, currentUser }),
      )
      return {}
    },

    unsubscribeFromPush: async ({ body: { endpoint } }) => {
      await db.delete(pushSubscriptions).where(eq(pushSubscriptions.endpoint, endpoint))
      return {}
    },

    setReminder: async ({ body, locale, nowSeconds }) => {
      const { endpoint, keys, ...reminder } = body
      validateBrowser(endpoint, keys)
      const browser = { endpoint, ...keys, locale }
      await db.transaction((tx) => storeReminder(tx, { ...reminder, browser, nowSeconds }))
      return {}
    },

    deleteReminder: async ({ body }) => {
      await db.transaction((tx) => removeReminder(tx, body))
      return {}
    },

    listReminders: async ({ body: { endpoint }, nowSeconds }) => ({
      reminders: await remindersOf(db, endpoint, nowSeconds),
    }),
  } satisfies Partial<Handlers>
}

const AUTH_BYTES = 16

/** Whether a message can be encrypted for these keys (RFC 8291 3.1): a point of P-256, and 16 bytes. */
function areBrowserKeys({ p256dh, auth }: { p256dh: string; auth: string }): boolean {
  if (Buffer.from(auth, 'base64url').byteLength !== AUTH_BYTES) return false
  try {
    const ours = createECDH('prime256v1')
    ours.generateKeys()
    ours.computeSecret(Buffer.from(p256dh, 'base64url'))
    return true
  } catch {
    return false
  }
}

/** A person's phone, tablet and laptop. */
const MAX_BROWSERS_AN_EVENT = 5
/** Submissions of one visitor that wait for their review at the same time. */
const MAX_EVENTS_A_BROWSER = 50
const TOO_MANY_RETRY_SECONDS = 86_400

interface Browser {
  endpoint: string
  p256dh: string
  auth: string
  locale: string
}

interface NewSubscription {
  browser: Browser
  nowSeconds: number
  eventId: string | undefined
  /** The endpoint that the browser had before. */
  replaces: string | undefined
  currentUser: CurrentUser | undefined
}

/**
 * Stores what a browser is notified of: all submissions of the current user as long as this session lasts, and a visitor's
 * submission. One row an endpoint: who signs in on that browser takes it over, and what visitors there subscribed stays. Throws
 * NOT_FOUND when that would be nothing at all, TOO_MANY_REQUESTS.
 */
async function storeSubscription(tx: Queryable, wanted: NewSubscription): Promise<void> {
  const { browser, nowSeconds, currentUser, eventId, replaces } = wanted
  const isWaiting = eventId !== undefined && (await isVisitorsWaiting(tx, eventId))
  const replaced = replaces === undefined ? undefined : await replaceEndpoint(tx, replaces, wanted)
  if (currentUser === undefined && !isWaiting && replaced === undefined) throw new ApiError('NOT_FOUND')
  // A visitor gets no notifications of the account that was there before.
  const owner = { userId: currentUser?.id ?? null, sessionId: currentUser?.sessionId ?? null }
  const id = await upsert(tx, { ...browser, ...owner }, nowSeconds)
  if (currentUser !== undefined) await adoptSession(tx, id, currentUser.sessionId)
  if (eventId !== undefined && isWaiting) await linkEvent(tx, id, eventId)
}

/** Whether a visitor may wait for it: it is known by its random id, which only its submitter and the back office have. */
async function isVisitorsWaiting(tx: Queryable, eventId: string): Promise<boolean> {
  const [event] = await tx
    .select({ id: events.id })
    .from(events)
    .where(and(eq(events.id, eventId), isNull(events.userId), eq(events.status, 'ON_REVIEW')))
    // A review waits until this is stored, and then notifies this browser, too; it also keeps the count below.
    .for('no key update')
  return event !== undefined
}

/** The row of the browser's old endpoint under its new one. Where that has a row already, it takes over the notifications of the old. */
async function replaceEndpoint(
  tx: Queryable,
  from: string,
  { browser: { endpoint: to } }: NewSubscription,
): Promise<string | undefined> {
  const rows = await tx
    .select({ id: pushSubscriptions.id, endpoint: pushSubscriptions.endpoint })
    .from(pushSubscriptions)
    .where(inArray(pushSubscriptions.endpoint, [from, to]))
  const known = rows.find(({ endpoint }) => endpoint === to)
  if (known !== undefined) {
    const old = rows.find(({ endpoint }) => endpoint !== to)
    if (old !== undefined) await takeOver(tx, { from: old.id, to: known.id })
    return known.id
  }
  const [renamed] = await tx
    .update(pushSubscriptions)
    .set({ endpoint: to })
    .where(eq(pushSubscriptions.endpoint, from))
    .returning({ id: pushSubscriptions.id })
  return renamed?.id
}

/** The row of a browser, with its present keys and language; without an owner it keeps the one that it has. It stays locked until the commit. */
async function upsert(
  tx: Queryable,
  { endpoint, ...known }: Browser & { userId?: string | null; sessionId?: string | null },
  nowSeconds: number,
): Promise<string> {
  const now = atSeconds(nowSeconds)
  const [row] = await tx
    .insert(pushSubscriptions)
    .values({ id: randomUUID(), endpoint, ...known, createdAt: now, updatedAt: now })
    .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: { ...known, updatedAt: now } })
    .returning({ id: pushSubscriptions.id })
  if (row === undefined) throw new Error('the subscription was not stored')
  return row.id
}

/** A session is one browser, which has one endpoint: an older one is dead, and its notifications go to this one. */
async function adoptSession(tx: Queryable, id: string, sessionId: string): Promise<void> {
  const older = await tx
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(and(eq(pushSubscriptions.sessionId, sessionId), ne(pushSubscriptions.id, id)))
  for (const { id: olderId } of older) await takeOver(tx, { from: olderId, to: id })
}

/** Deletes a dead subscription; its notifications go to the browser's present one. */
async function takeOver(tx: Queryable, { from, to }: { from: string; to: string }): Promise<void> {
  const links = await tx
    .select({ eventId: pushSubscriptionEvents.eventId })
    .from(pushSubscriptionEvents)
    .where(eq(pushSubscriptionEvents.subscriptionId, from))
  if (links.length > 0)
    await tx
      .insert(pushSubscriptionEvents)
      .values(links.map(({ eventId }) => ({ subscriptionId: to, eventId })))
      .onConflictDoNothing()
  await adoptReminders(tx, { from, to })
  await tx.delete(pushSubscriptions).where(eq(pushSubscriptions.id, from))
}

async function linkEvent(tx: Queryable, subscriptionId: string, eventId: string): Promise<void> {
  const { subscriptionId: browser, eventId: event } = pushSubscriptionEvents
  const [known] = await tx
    .select()
    .from(pushSubscriptionEvents)
    .where(and(eq(browser, subscriptionId), eq(event, eventId)))
  if (known !== undefined) return
  const [[browsers], [waiting]] = [
    await tx.select({ count: count() }).from(pushSubscriptionEvents).where(eq(event, eventId)),
    await tx.select({ count: count() }).from(pushSubscriptionEvents).where(eq(browser, subscriptionId)),
  ]
  if ((browsers?.count ?? 0) >= MAX_BROWSERS_AN_EVENT || (waiting?.count ?? 0) >= MAX_EVENTS_A_BROWSER)
    throw new ApiError('TOO_MANY_REQUESTS', { retryAfterSeconds: TOO_MANY_RETRY_SECONDS })
  await tx.insert(pushSubscriptionEvents).values({ subscriptionId, eventId }).onConflictDoNothing()
}

interface NewReminder extends Reminder {
  browser: Browser
  nowSeconds: number
}

/**
 * Stores the reminders of a date for a browser, in place of those before. Throws NOT_FOUND for
 * what is no date to come of a published event, and TOO_MANY_REQUESTS beyond MAX_REMINDERS_A_BROWSER.
 */
async function storeReminder(tx: Queryable, wanted: NewReminder): Promise<void> {
  const { event_id: eventId, day, nowSeconds } = wanted
  const dates = await readEventDates(tx, eventId)
  const createdAt = atSeconds(nowSeconds)
  const date = dates?.on(day, createdAt)
  if (dates === undefined || date === undefined || date.start_time <= nowSeconds)
    throw new ApiError('NOT_FOUND')
  // Whose account a browser is notified of is left as it is: a reminder is the browser's own.
  const subscriptionId = await upsert(tx, wanted.browser, nowSeconds)
  const kinds = [...new Set(wanted.before)]
  const key = { subscriptionId, eventId, day }
  const isKnown = (await tx.$count(reminders, isOfDate(key))) > 0
  if (!isKnown && (await countToCome(tx, subscriptionId, nowSeconds)) >= MAX_REMINDERS_A_BROWSER)
    throw new ApiError('TOO_MANY_REQUESTS', { retryAfterSeconds: TOO_MANY_RETRY_SECONDS })
  await tx.delete(reminders).where(and(isOfDate(key), notInArray(reminders.kind, kinds)))
  const known = { told: dates.factsOf(day, createdAt), changeSeq: dates.changeSeq, createdAt }
  // One whose moment has passed already comes only if an edit moves that.
  const isPassed = (kind: ReminderKind) => kind !== 'change' && reminderMoment(date, kind) <= nowSeconds
  await tx
    .insert(reminders)
    .values(kinds.map((kind) => ({ ...key, kind, ...known, sentAt: isPassed(kind) ? createdAt : null })))
    .onConflictDoUpdate({
      target: [reminders.subscriptionId, reminders.eventId, reminders.day, reminders.kind],
      set: known,
    })
}

/** Unknown ones are no error: what is to be gone is gone. */
async function removeReminder(
  tx: Queryable,
  { endpoint, event_id: eventId, day }: { endpoint: string; event_id: string; day: string },
): Promise<void> {
  const [browser] = await tx
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.endpoint, endpoint))
  if (browser === undefined) return
  await tx.delete(reminders).where(isOfDate({ subscriptionId: browser.id, eventId, day }))
}

/** The browser has another subscription now, and is reminded there of what it was to be reminded of at the old one. */
async function adoptReminders(tx: Queryable, { from, to }: { from: string; to: string }): Promise<void> {
  const adopted = await tx.select().from(reminders).where(eq(reminders.subscriptionId, from))
  if (adopted.length === 0) return
  await tx
    .insert(reminders)
    .values(adopted.map((one) => ({ ...one, subscriptionId: to })))
    .onConflictDoNothing()
}

/** The reminders of today and later, ordered by day. */
async function remindersOf(db: Queryable, endpoint: string, nowSeconds: number): Promise<Reminder[]> {
  const { eventId: event_id, day, kind } = reminders
  return db
    .select({ event_id, day, before: sql<ReminderKind[]>`array_agg(${kind} order by ${kind} desc)` })
    .from(reminders)
    .innerJoin(pushSubscriptions, eq(pushSubscriptions.id, reminders.subscriptionId))
    .where(and(eq(pushSubscriptions.endpoint, endpoint), gte(day, villageDay(nowSeconds))))
    .groupBy(day, event_id)
    .orderBy(day, event_id)
}

type Key = Pick<typeof reminders.$inferSelect, 'subscriptionId' | 'eventId' | 'day'>

function isOfDate({ subscriptionId, eventId, day }: Key) {
  return and(
    eq(reminders.subscriptionId, subscriptionId),
    eq(reminders.eventId, eventId),
    eq(reminders.day, day),
  )
}

async function countToCome(tx: Queryable, subscriptionId: string, nowSeconds: number): Promise<number> {
  const isToCome = and(
    eq(reminders.subscriptionId, subscriptionId),
    gte(reminders.day, villageDay(nowSeconds)),
  )
  const dates = tx.selectDistinct({ eventId: reminders.eventId, day: reminders.day }).from(reminders)
  return tx.$count(dates.where(isToCome).as('dates'))
}
