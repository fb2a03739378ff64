import { randomUUID } from 'node:crypto'
import { and, eq, inArray, or, sql } from 'drizzle-orm'
import type { EventStatus } from '@/domain/events/event'
import type { Queryable } from '@/server/platform/database/client'
import { jobs, pushSubscriptionEvents, pushSubscriptions } from '@/server/platform/database/schema'

export const WEB_PUSH = 'web-push'

export interface WebPushJob {
  subscriptionId: string
  eventId: string
  status: EventStatus
}

/**
 * Enqueues a message to each browser that is to be told of a review: those of the event's owner, and those that a visitor subscribed for
 * this event. It is part of the review's transaction; keyed, so that enqueuing twice tells once.
 */
export async function enqueueWebPushes(
  tx: Queryable,
  event: { id: string; userId: string | null; status: EventStatus },
  { now, runAt = now }: { now: Date; runAt?: Date },
): Promise<void> {
  const linked = tx
    .select({ id: pushSubscriptionEvents.subscriptionId })
    .from(pushSubscriptionEvents)
    .where(eq(pushSubscriptionEvents.eventId, event.id))
  const isLinked = inArray(pushSubscriptions.id, linked)
  const targets = await tx
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(event.userId === null ? isLinked : or(isLinked, eq(pushSubscriptions.userId, event.userId)))
  if (targets.length === 0) return
  await tx
    .insert(jobs)
    .values(
      targets.map(({ id: subscriptionId }) => ({
        id: randomUUID(),
        kind: WEB_PUSH,
        dedupeKey: `${WEB_PUSH}:${event.id}:${subscriptionId}`,
        payload: { subscriptionId, eventId: event.id, status: event.status } satisfies WebPushJob,
        runAt,
        createdAt: now,
      })),
    )
    .onConflictDoNothing({ target: jobs.dedupeKey })
}

/** Deletes the jobs of deleted events: none may mention them any more, not even a finished one. */
export async function deleteWebPushes(tx: Queryable, eventIds: readonly string[]): Promise<void> {
  if (eventIds.length === 0) return
  await tx
    .delete(jobs)
    .where(and(eq(jobs.kind, WEB_PUSH), inArray(sql`split_part(${jobs.dedupeKey}, ':', 2)`, [...eventIds])))
}
