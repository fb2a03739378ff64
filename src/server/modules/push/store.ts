import { randomUUID } from 'node:crypto'
import { and, count, eq, inArray, isNull, ne } from 'drizzle-orm'
import { atSeconds } from '@/server/platform/database/client'
import type { Queryable } from '@/server/platform/database/client'
import { events, pushSubscriptionEvents, pushSubscriptions } from '@/server/platform/database/schema'
import { ApiError } from '@/server/http/errors/api-error'
import { adoptReminders } from './reminders'
import type { CurrentUser } from '@/server/http/auth/session'

/** A person's phone, tablet and laptop. */
const MAX_BROWSERS_AN_EVENT = 5
/** Submissions of one visitor that wait for their review at the same time. */
const MAX_EVENTS_A_BROWSER = 50
const TOO_MANY_RETRY_SECONDS = 86_400

interface NewSubscription {
  endpoint: string
  p256dh: string
  auth: string
  locale: string
  nowSeconds: number
  eventId: string | undefined
  /** The endpoint that the browser had before. */
  replaces: string | undefined
  currentUser: CurrentUser | undefined
}

/**
 * Stores what a browser is to be told of: all submissions of the current user as long as this session lasts, and a visitor's
 * submission. One row an endpoint: who signs in on that browser takes it over, and what visitors there subscribed stays. Throws
 * NOT_FOUND when that would be nothing at all, TOO_MANY_REQUESTS.
 */
export async function storeSubscription(tx: Queryable, wanted: NewSubscription): Promise<void> {
  const { currentUser, eventId, replaces } = wanted
  const isWaiting = eventId !== undefined && (await isVisitorsWaiting(tx, eventId))
  const replaced = replaces === undefined ? undefined : await replaceEndpoint(tx, replaces, wanted)
  if (currentUser === undefined && !isWaiting && replaced === undefined) throw new ApiError('NOT_FOUND')
  const id = await upsert(tx, wanted)
  if (currentUser !== undefined) await adoptSession(tx, id, currentUser.sessionId, wanted.nowSeconds)
  if (eventId !== undefined && isWaiting) await linkEvent(tx, id, eventId)
}

export async function deleteSubscription(db: Queryable, endpoint: string): Promise<void> {
  await db.delete(pushSubscriptions).where(eq(pushSubscriptions.endpoint, endpoint))
}

/** Whether a visitor may wait for it: it is known by its random id, which only its submitter and the back office have. */
async function isVisitorsWaiting(tx: Queryable, eventId: string): Promise<boolean> {
  const [event] = await tx
    .select({ id: events.id })
    .from(events)
    .where(and(eq(events.id, eventId), isNull(events.userId), eq(events.status, 'ON_REVIEW')))
    // A review waits until this is stored, and then tells this browser, too; it also keeps the count below.
    .for('no key update')
  return event !== undefined
}

/** The row of the browser's old endpoint under its new one. Where that has a row already, it takes over what was to be told at the old. */
async function replaceEndpoint(
  tx: Queryable,
  from: string,
  { endpoint: to, nowSeconds }: NewSubscription,
): Promise<string | undefined> {
  const rows = await tx
    .select({ id: pushSubscriptions.id, endpoint: pushSubscriptions.endpoint })
    .from(pushSubscriptions)
    .where(inArray(pushSubscriptions.endpoint, [from, to]))
  const known = rows.find(({ endpoint }) => endpoint === to)
  if (known !== undefined) {
    const old = rows.find(({ endpoint }) => endpoint !== to)
    if (old !== undefined) await takeOver(tx, { from: old.id, to: known.id, nowSeconds })
    return known.id
  }
  const [renamed] = await tx
    .update(pushSubscriptions)
    .set({ endpoint: to })
    .where(eq(pushSubscriptions.endpoint, from))
    .returning({ id: pushSubscriptions.id })
  return renamed?.id
}

/** A visitor is told nothing of the account that was there before. */
async function upsert(
  tx: Queryable,
  { currentUser, nowSeconds, ...wanted }: NewSubscription,
): Promise<string> {
  const now = atSeconds(nowSeconds)
  const { endpoint, p256dh, auth, locale } = wanted
  const owner = { userId: currentUser?.id ?? null, sessionId: currentUser?.sessionId ?? null }
  const [row] = await tx
    .insert(pushSubscriptions)
    .values({ id: randomUUID(), endpoint, p256dh, auth, locale, ...owner, createdAt: now, updatedAt: now })
    .onConflictDoUpdate({
      target: pushSubscriptions.endpoint,
      set: { p256dh, auth, locale, ...owner, updatedAt: now },
    })
    .returning({ id: pushSubscriptions.id })
  if (row === undefined) throw new Error('the subscription was not stored')
  return row.id
}

/** A session is one browser, which has one endpoint: an older one is dead. What was to be told there goes with it. */
async function adoptSession(tx: Queryable, id: string, sessionId: string, nowSeconds: number): Promise<void> {
  const older = await tx
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(and(eq(pushSubscriptions.sessionId, sessionId), ne(pushSubscriptions.id, id)))
  for (const { id: olderId } of older) await takeOver(tx, { from: olderId, to: id, nowSeconds })
}

/** Deletes a dead subscription; what was to be told there is told at the browser's present one. */
async function takeOver(
  tx: Queryable,
  { from, to, nowSeconds }: { from: string; to: string; nowSeconds: number },
): Promise<void> {
  const links = await tx
    .select({ eventId: pushSubscriptionEvents.eventId })
    .from(pushSubscriptionEvents)
    .where(eq(pushSubscriptionEvents.subscriptionId, from))
  if (links.length > 0)
    await tx
      .insert(pushSubscriptionEvents)
      .values(links.map(({ eventId }) => ({ subscriptionId: to, eventId })))
      .onConflictDoNothing()
  await adoptReminders(tx, { from, to, nowSeconds })
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
