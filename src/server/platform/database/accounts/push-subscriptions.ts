import { and, eq, isNotNull, lt, notExists, or, sql } from 'drizzle-orm'
import { villageDay } from '@/domain/time/local-time'
import { secondsOf } from '@/server/platform/database/client'
import type { Queryable } from '@/server/platform/database/client'
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

/** Its browsers are told nothing of it any more. What visitors there wait for stays, and so do reminders. */
export async function endAccountSubscriptions(tx: Queryable, userId: string): Promise<void> {
  const isTheirs = eq(pushSubscriptions.userId, userId)
  await tx.delete(pushSubscriptions).where(and(isTheirs, notExists(linksOf(tx)), notExists(remindersOf(tx))))
  await tx.update(pushSubscriptions).set({ userId: null, sessionId: null }).where(isTheirs)
}

/** A subscription is idle without a session, an event that waits for its review, or a reminder. Reminders that are over go first. */
export async function deleteIdleSubscriptions(db: Queryable, now: Date): Promise<void> {
  const before = new Date(now.getTime() - NOTIFY_WITHIN_DAYS * 86_400_000)
  await db.transaction(async (tx) => {
    // Ends the account's part with the session; what was a visitor's stays. It runs before the session is deleted, and the row with it.
    const isOver = tx
      .select({ id: sessions.id })
      .from(sessions)
      .where(
        and(
          eq(sessions.id, pushSubscriptions.sessionId),
          or(isNotNull(sessions.revokedAt), lt(sessions.expiresAt, now)),
        ),
      )
    await tx
      .update(pushSubscriptions)
      .set({ userId: null, sessionId: null })
      .where(and(isNotNull(pushSubscriptions.sessionId), sql`exists ${isOver}`))
    const isDecided = tx
      .select({ id: events.id })
      .from(events)
      .where(and(eq(events.id, pushSubscriptionEvents.eventId), lt(events.reviewedAt, before)))
    await tx.delete(pushSubscriptionEvents).where(sql`exists ${isDecided}`)
    await tx.delete(reminders).where(lt(reminders.day, villageDay(secondsOf(now))))
    await tx
      .delete(pushSubscriptions)
      .where(
        and(sql`${pushSubscriptions.sessionId} is null`, notExists(linksOf(tx)), notExists(remindersOf(tx))),
      )
  })
}

function linksOf(tx: Queryable) {
  return tx
    .select({ id: pushSubscriptionEvents.eventId })
    .from(pushSubscriptionEvents)
    .where(eq(pushSubscriptionEvents.subscriptionId, pushSubscriptions.id))
}

function remindersOf(tx: Queryable) {
  return tx
    .select({ day: reminders.day })
    .from(reminders)
    .where(eq(reminders.subscriptionId, pushSubscriptions.id))
}
