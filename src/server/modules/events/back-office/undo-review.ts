import { and, eq, inArray, like, or, sql } from 'drizzle-orm'
import { BATCH_REVIEW_DELAY_SECONDS, isReviewable } from '@/domain/events/event'
import { nextChange } from '@/server/platform/database/events/change-log'
import { atSeconds, secondsOf } from '@/server/platform/database/client'
import type { Queryable } from '@/server/platform/database/client'
import { events, jobs, notifications } from '@/server/platform/database/schema'
import { WEB_PUSH } from '@/server/platform/queue/web-push-jobs'
import { ApiError } from '@/server/http/errors/api-error'
import { changeEvents } from './change-events'
import type { EventChanges } from './change-events'

/**
 * Puts an event back ON_REVIEW as long as nobody was told of its review: its mails, pushes and notifications go, and replicas
 * that have it drop it at their next sync. Returns its title. Throws NOT_FOUND, and CONFLICT when it is too late.
 */
export async function undoReview(tx: Queryable, id: string, nowSeconds: number): Promise<string> {
  const [event] = await tx.select().from(events).where(eq(events.id, id)).for('update')
  if (event === undefined) throw new ApiError('NOT_FOUND')
  const { reviewedAt, status } = event
  if (isReviewable(status) || reviewedAt === null) throw new ApiError('CONFLICT')
  // The delay includes a mail that a limit holds back.
  if (secondsOf(reviewedAt) + BATCH_REVIEW_DELAY_SECONDS <= nowSeconds) throw new ApiError('CONFLICT')
  await dropAnnouncements(tx, id, { reviewedAt, now: atSeconds(nowSeconds) })
  await tx
    .update(events)
    .set({
      status: 'ON_REVIEW',
      reviewedAt: null,
      reviewReason: null,
      revision: event.revision + 1,
      updatedAt: atSeconds(nowSeconds),
      // Replicas drop it then. The number stays when it is approved again, and a newer one comes on top.
      ...(status === 'PUBLISHED' && { changeSeq: await nextChange(tx) }),
    })
    .where(eq(events.id, id))
  return event.title
}

/** The same for several; those that it is too late for are named in `failed`. */
export function undoReviews(
  tx: Queryable,
  ids: readonly string[],
  nowSeconds: number,
): Promise<EventChanges> {
  return changeEvents(tx, ids, (id) => undoReview(tx, id, nowSeconds))
}

/** Throws CONFLICT when a job has begun or may begin, and when there is none any more. */
async function dropAnnouncements(
  tx: Queryable,
  eventId: string,
  { reviewedAt, now }: { reviewedAt: Date; now: Date },
): Promise<void> {
  const stored = await tx
    .select({ id: notifications.id })
    .from(notifications)
    .where(
      and(eq(sql`${notifications.data} ->> 'event_id'`, eventId), eq(notifications.createdAt, reviewedAt)),
    )
  const notificationIds = stored.map((one) => one.id)
  const found = await tx
    .select({ id: jobs.id, attempts: jobs.attempts, doneAt: jobs.doneAt, runAt: jobs.runAt })
    .from(jobs)
    .where(
      or(
        inArray(jobs.dedupeKey, [
          `mail:submission-approved:${eventId}`,
          `mail:submission-rejected:${eventId}`,
          ...notificationIds.map((notificationId) => `push:${notificationId}`),
        ]),
        like(jobs.dedupeKey, `${WEB_PUSH}:${eventId}:%`),
      ),
    )
    // A worker claims by the same lock: it comes before, and is seen here, or finds nothing.
    .for('update')
  const isLate = found.some(
    ({ attempts, doneAt, runAt }) => attempts > 0 || doneAt !== null || runAt.getTime() <= now.getTime(),
  )
  // A review enqueues a mail in any case.
  if (found.length === 0 || isLate) throw new ApiError('CONFLICT')
  await tx.delete(jobs).where(
    inArray(
      jobs.id,
      found.map((job) => job.id),
    ),
  )
  if (notificationIds.length > 0)
    await tx.delete(notifications).where(inArray(notifications.id, notificationIds))
}
