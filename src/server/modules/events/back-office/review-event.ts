import { randomUUID } from 'node:crypto'
import { and, asc, eq, inArray, like, or, sql } from 'drizzle-orm'
import {
  BATCH_REVIEW_DELAY_SECONDS,
  REVIEW_DELAY_SECONDS,
  isReviewable,
  reviewedStatus,
  type ReviewAction,
} from '@/domain/events/event'
import * as m from '@/messages/compiled/messages.js'
import { localeOf } from '@/messages/error-text'
import { nextChange } from '@/server/platform/database/events/change-log'
import { atSeconds, secondsOf, type Queryable } from '@/server/platform/database/client'
import {
  WEB_PUSH,
  dropDecisions,
  enqueueDecision,
  enqueuePushes,
  enqueueReview,
  saysDecisionOn,
} from '@/server/platform/queue/job-queue'
import { devices, events, jobs, notifications, eventDayStates } from '@/server/platform/database/schema'
import { ApiError, validationFailed } from '@/server/http/errors/errors'
import { isOwnAddress } from '@/server/jobs/mails/mail-limits'
import type { AnnouncementWrite } from '@/contract/back-office/back-office-events'
import type { Announcement } from '@/domain/events/event-state'
import type { ActivityDetails } from '@/domain/staff/activity'
import { isDateOf, announcement } from '@/server/platform/database/events/event-dates'

export interface Review {
  action: ReviewAction
  reason?: string | undefined
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
  const decision = {
    eventId: id,
    decision: action === 'approve' ? 'approved' : 'rejected',
    reason: (action === 'reject' && reviewReason) || '',
    submittedAt: secondsOf(event.createdAt),
    ...((await isOwnAddress(tx, event)) && { ownTitle: event.title }),
  } as const
  await enqueueDecision(tx, event, decision, { now, runAt })
  await enqueueReview(tx, { ...event, status }, { now, runAt })
  if (event.userId !== null)
    await notifyDevices(tx, { ...event, userId: event.userId }, { action, reason, now, runAt })
  return event.title
}

/**
 * Puts an event back ON_REVIEW as long as nobody was told of its review: its mails, pushes and notifications go, and replicas
 * that have it drop it at their next sync. Returns its title. Throws NOT_FOUND, and CONFLICT when it is too late.
 */
export async function undoReview(tx: Queryable, id: string, nowSeconds: number): Promise<string> {
  const [event] = await tx.select().from(events).where(eq(events.id, id)).for('update')
  if (event === undefined) throw new ApiError('NOT_FOUND')
  const { reviewedAt, status } = event
  if (isReviewable(status) || reviewedAt === null) throw new ApiError('CONFLICT')
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
    .select({ id: jobs.id, kind: jobs.kind, attempts: jobs.attempts, doneAt: jobs.doneAt, runAt: jobs.runAt })
    .from(jobs)
    .where(
      or(
        saysDecisionOn([eventId]),
        inArray(
          jobs.dedupeKey,
          notificationIds.map((notificationId) => `push:${notificationId}`),
        ),
        like(jobs.dedupeKey, `${WEB_PUSH}:${eventId}:%`),
      ),
    )
    // A worker claims by the same lock: it comes before, and is seen here, or finds nothing.
    .for('update')
  const isLate = found.some(
    ({ attempts, doneAt, runAt }) => attempts > 0 || doneAt !== null || runAt.getTime() <= now.getTime(),
  )
  // A review enqueues a mail in any case, also to no address; one that was sent says nothing any more.
  if (isLate || !found.some(({ kind }) => kind === 'mail')) throw new ApiError('CONFLICT')
  // The mail may say what was decided about other events.
  await dropDecisions(tx, [eventId])
  const pushes = found.filter(({ kind }) => kind !== 'mail').map((job) => job.id)
  if (pushes.length > 0) await tx.delete(jobs).where(inArray(jobs.id, pushes))
  if (notificationIds.length > 0)
    await tx.delete(notifications).where(inArray(notifications.id, notificationIds))
}

async function notifyDevices(
  tx: Queryable,
  event: { id: string; title: string; userId: string; locale: string },
  { action, reason, now, runAt }: Pick<Review, 'action' | 'reason'> & { now: Date; runAt: Date },
): Promise<void> {
  const targets = await tx.select({ id: devices.id }).from(devices).where(eq(devices.userId, event.userId))
  if (targets.length === 0) return
  const locale = localeOf(event.locale)
  const named = { title: event.title }
  const text =
    action === 'approve'
      ? {
          title: m.api_notification_approved_title({}, { locale }),
          body: m.api_notification_approved_body(named, { locale }),
        }
      : {
          title: m.api_notification_rejected_title({}, { locale }),
          body: m.api_notification_rejected_body(named, { locale }),
        }
  const rows = targets.map((device) => ({
    id: randomUUID(),
    userId: event.userId,
    deviceId: device.id,
    ...text,
    data: { event_id: event.id, status: reviewedStatus(action), ...(reason ? { reason } : {}) },
    createdAt: now,
    updatedAt: now,
  }))
  await tx.insert(notifications).values(rows)
  await enqueuePushes(
    tx,
    rows.map(({ id }) => id),
    { now, runAt },
  )
}

export interface EventChanges {
  done: { id: string; label: string }[]
  /** Those that are gone, or no longer in the status that the change is for. */
  failed: { id: string; error: ApiError }[]
}

/** Changes several events, each as `change` does, which returns the title or throws ApiError; all in the transaction of the caller. */
export async function changeEvents(
  tx: Queryable,
  ids: readonly string[],
  change: (id: string) => Promise<string>,
): Promise<EventChanges> {
  // All events before the change counter, and in one order: two batches never wait for each other.
  await tx
    .select({ id: events.id })
    .from(events)
    .where(inArray(events.id, [...ids]))
    .orderBy(asc(events.id))
    .for('update')
  const [done, failed]: [EventChanges['done'], EventChanges['failed']] = [[], []]
  for (const id of new Set(ids)) {
    try {
      done.push({ id, label: await change(id) })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      failed.push({ id, error })
    }
  }
  return { done, failed }
}

/** The new state, for the activity log; undefined when it was set already. */
type StateChange = { label: string; details: ActivityDetails } | undefined

/**
 * Says of an event, as a whole or of one of its village days, what `write` says; a published one goes to all replicas again. Throws
 * NOT_FOUND, CONFLICT when somebody has changed the event since `revision`, and VALIDATION_FAILED for a day on which it
 * has no date. The same again changes nothing, so that a call can be repeated.
 */
export async function setState(
  tx: Queryable,
  { id, day }: { id: string; day?: string },
  write: AnnouncementWrite,
  nowSeconds: number,
): Promise<StateChange> {
  const [event] = await tx.select().from(events).where(eq(events.id, id)).for('update')
  if (event === undefined) throw new ApiError('NOT_FOUND')
  const known = await knownState(tx, event, day)
  const wanted = wantedState(write)
  if (isSame(known, wanted)) return undefined
  if (event.revision !== write.revision) throw new ApiError('CONFLICT')
  // The state of a day that is no longer one of its days can be removed.
  if (day !== undefined && wanted !== undefined && !(await isDateOf(tx, event, day)))
    throw validationFailed([{ path: 'day', code: 'not_a_date' }])
  if (day !== undefined) await storeDayState(tx, { id, day }, wanted)
  await tx
    .update(events)
    .set({
      ...(day === undefined && { state: wanted?.state ?? null, stateNote: wanted?.note ?? null }),
      revision: event.revision + 1,
      updatedAt: atSeconds(nowSeconds),
      ...(event.status === 'PUBLISHED' && { changeSeq: await nextChange(tx) }),
    })
    .where(eq(events.id, id))
  return {
    label: event.title,
    details: { state: write.state, ...(wanted?.note && { note: wanted.note }), ...(day && { day }) },
  }
}

function wantedState({ state, note }: AnnouncementWrite): Announcement | undefined {
  return state === null ? undefined : { state, ...(note && { note }) }
}

function isSame(a: Announcement | undefined, b: Announcement | undefined): boolean {
  return a?.state === b?.state && a?.note === b?.note
}

export async function knownState(
  tx: Queryable,
  event: Pick<typeof events.$inferSelect, 'id' | 'state' | 'stateNote'>,
  day: string | undefined,
): Promise<Announcement | undefined> {
  if (day !== undefined) return stateOfDay(tx, event.id, day)
  return event.state === null ? undefined : announcement({ state: event.state, note: event.stateNote })
}

async function stateOfDay(tx: Queryable, id: string, day: string): Promise<Announcement | undefined> {
  const [found] = await tx
    .select({ state: eventDayStates.state, note: eventDayStates.note })
    .from(eventDayStates)
    .where(and(eq(eventDayStates.eventId, id), eq(eventDayStates.day, day)))
  return found && announcement(found)
}

async function storeDayState(
  tx: Queryable,
  { id, day }: { id: string; day: string },
  wanted: Announcement | undefined,
): Promise<void> {
  await tx.delete(eventDayStates).where(and(eq(eventDayStates.eventId, id), eq(eventDayStates.day, day)))
  if (wanted === undefined) return
  const { state, note = null } = wanted
  await tx.insert(eventDayStates).values({ eventId: id, day, state, note })
}
