import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import {
  BATCH_REVIEW_DELAY_SECONDS,
  REVIEW_DELAY_SECONDS,
  isReviewable,
  reviewedStatus,
} from '@/domain/events/event'
import type { ReviewAction } from '@/domain/events/event'
import * as m from '@/messages/compiled/messages.js'
import { localeOf } from '@/messages/locale-of'
import { nextChange } from '@/server/platform/database/events/change-log'
import { atSeconds, secondsOf } from '@/server/platform/database/client'
import type { Queryable } from '@/server/platform/database/client'
import { enqueueMail, enqueuePushes } from '@/server/platform/queue/job-queue'
import type { Rejection } from '@/server/platform/queue/job-queue'
import { enqueueWebPushes } from '@/server/platform/queue/web-push-jobs'
import { devices, events, notifications } from '@/server/platform/database/schema'
import { ApiError } from '@/server/http/errors/api-error'
import { isOwnAddress } from '@/server/jobs/mails/own-address'
import { changeEvents } from './change-events'
import type { EventChanges } from './change-events'

export interface Review {
  action: ReviewAction
  reason: string | undefined
  nowSeconds: number
  /** The revision that the reviewer has read. */
  revision?: number | undefined
  /** How long its mails and pushes wait, so that it can be undone. */
  delaySeconds?: number
}

/**
 * Approves or rejects an event that is ON_REVIEW, and notifies the submitter: by mail, by web push where they allow it,
 * and by a notification for each device of a registered one, all of it once it can no longer be undone. Returns its title.
 * Throws NOT_FOUND, and CONFLICT when somebody else was first.
 */
export async function reviewEvent(
  tx: Queryable,
  id: string,
  { action, reason, nowSeconds, revision, delaySeconds = REVIEW_DELAY_SECONDS }: Review,
): Promise<string> {
  // Locked, so that of two admins who press at the same time only one decides.
  const [event] = await tx.select().from(events).where(eq(events.id, id)).for('update')
  if (event === undefined) throw new ApiError('NOT_FOUND')
  if (!isReviewable(event.status)) throw new ApiError('CONFLICT')
  // Nobody approves what its organiser has written since.
  if (revision !== undefined && revision !== event.revision) throw new ApiError('CONFLICT')
  const now = atSeconds(nowSeconds)
  const runAt = atSeconds(nowSeconds + delaySeconds)
  const status = reviewedStatus(action)
  const reviewReason = reason === undefined || reason === '' ? null : reason
  await tx
    .update(events)
    .set({
      status,
      reviewedAt: now,
      reviewReason,
      updatedAt: now,
      revision: event.revision + 1,
      // A rejected event was never in a replica: its id stays private.
      ...(status === 'PUBLISHED' && { changeSeq: await nextChange(tx) }),
    })
    .where(eq(events.id, id))
  await enqueueMail(
    tx,
    action === 'approve'
      ? { template: 'submission-approved', id }
      : { template: 'submission-rejected', id, rejection: await rejectionOf(tx, event, reviewReason) },
    { now, runAt },
  )
  await enqueueWebPushes(tx, { ...event, status }, { now, runAt })
  if (event.userId !== null)
    await notifyDevices(tx, { ...event, userId: event.userId }, { action, reason, now, runAt })
  return event.title
}

/** Approves or rejects several events, as `reviewEvent` does one; what it says of them waits until the last batch is there. */
export function reviewEvents(
  tx: Queryable,
  ids: readonly string[],
  { revisions = {}, ...review }: Review & { revisions?: Readonly<Record<string, number>> | undefined },
): Promise<EventChanges> {
  const delayed = { ...review, delaySeconds: BATCH_REVIEW_DELAY_SECONDS }
  return changeEvents(tx, ids, (id) => reviewEvent(tx, id, { ...delayed, revision: revisions[id] }))
}

async function rejectionOf(
  tx: Queryable,
  event: Pick<typeof events.$inferSelect, 'email' | 'locale' | 'title' | 'userId' | 'createdAt'>,
  reason: string | null,
): Promise<Rejection> {
  const { email, locale, title, createdAt } = event
  const ownTitle = (await isOwnAddress(tx, event)) ? { ownTitle: title } : {}
  return { email, locale, reason, submittedAt: secondsOf(createdAt), ...ownTitle }
}

async function notifyDevices(
  tx: Queryable,
  event: { id: string; title: string; userId: string; locale: string },
  {
    action,
    reason,
    now,
    runAt,
  }: { action: ReviewAction; reason: string | undefined; now: Date; runAt: Date },
): Promise<void> {
  const targets = await tx.select({ id: devices.id }).from(devices).where(eq(devices.userId, event.userId))
  if (targets.length === 0) return
  const locale = localeOf(event.locale)
  const inputs = { title: event.title }
  const rows = targets.map((device) => ({
    id: randomUUID(),
    userId: event.userId,
    deviceId: device.id,
    title:
      action === 'approve'
        ? m.api_notification_approved_title({}, { locale })
        : m.api_notification_rejected_title({}, { locale }),
    body:
      action === 'approve'
        ? m.api_notification_approved_body(inputs, { locale })
        : m.api_notification_rejected_body(inputs, { locale }),
    data: { event_id: event.id, status: reviewedStatus(action), ...(reason ? { reason } : {}) },
    createdAt: now,
    updatedAt: now,
  }))
  await tx.insert(notifications).values(rows)
  const ids = rows.map(({ id }) => id)
  await enqueuePushes(tx, ids, { now, runAt })
}
