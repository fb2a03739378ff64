import { and, eq, inArray, isNotNull, isNull, lt, notInArray, or, type SQL } from 'drizzle-orm'
import { villageDay } from '@/domain/time/local-time'
import { secondsOf, type Queryable } from '@/server/platform/database/client'
import {
  events,
  pushSubscriptionEvents,
  pushSubscriptions,
  reminders,
  sessions,
} from '@/server/platform/database/schema'

/** A review may be told for so long: a push service that is down is tried again. */
const NOTIFY_WITHIN_DAYS = 7

/** The session of a browser is replaced by another of the same account: it is still told of that account's submissions. */
export async function moveSubscription(
  tx: Queryable,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await tx.update(pushSubscriptions).set({ sessionId: to }).where(eq(pushSubscriptions.sessionId, from))
}

/** Its browsers are told nothing of it any more. */
export async function endAccountSubscriptions(tx: Queryable, userId: string): Promise<void> {
  await endSubscriptions(tx, eq(pushSubscriptions.userId, userId))
}

/** Ends those of sessions that are over, before the sessions are deleted, and reviews and reminders that nobody is told of any more. */
export async function deleteIdleSubscriptions(db: Queryable, now: Date): Promise<void> {
  const before = new Date(now.getTime() - NOTIFY_WITHIN_DAYS * 86_400_000)
  await db.transaction(async (tx) => {
    const decided = tx.select({ id: events.id }).from(events).where(lt(events.reviewedAt, before))
    await tx.delete(pushSubscriptionEvents).where(inArray(pushSubscriptionEvents.eventId, decided))
    await tx.delete(reminders).where(lt(reminders.day, villageDay(secondsOf(now))))
    const isOver = or(isNotNull(sessions.revokedAt), lt(sessions.expiresAt, now))
    const over = tx.select({ id: sessions.id }).from(sessions).where(isOver)
    await endSubscriptions(tx, inArray(pushSubscriptions.sessionId, over))
  })
}

/** Visitors' subscriptions on these browsers stay, and so do reminders; browsers that nobody tells anything are deleted. */
async function endSubscriptions(tx: Queryable, isOver: SQL): Promise<void> {
  await tx.update(pushSubscriptions).set({ userId: null, sessionId: null }).where(isOver)
  const waiting = tx.select({ id: pushSubscriptionEvents.subscriptionId }).from(pushSubscriptionEvents)
  const reminded = tx.select({ id: reminders.subscriptionId }).from(reminders)
  const { id, userId } = pushSubscriptions
  await tx
    .delete(pushSubscriptions)
    .where(and(isNull(userId), notInArray(id, waiting), notInArray(id, reminded)))
}
