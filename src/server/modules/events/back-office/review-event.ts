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
import { changeMarks } from '@/server/platform/database/events/change-log'
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
import { lockEvent } from '@/server/modules/events/event-shape'
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
  const event = await lockEvent(tx, id)
  if (!isReviewable(event.status)) throw new ApiError('CONFLICT')
  // Nobody approves what its organiser has written since.
  if (revision !== undefined && revision !== event.revision) throw new ApiError('CONFLICT')
  const now = atSeconds(nowSeconds)
  const runAt = atSeconds(nowSeconds + delaySeconds)
  const status = reviewedStatus(action)
  const reviewReason = reason || null
  // A rejected event was never in a replica: its id stays private.
  const marks = await changeMarks(tx, { ...event, status }, nowSeconds)
  await tx
    .update(events)
    .set({ status, reviewedAt: now, reviewReason, ...marks })
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
  const event = await lockEvent(tx, id)
  const { reviewedAt, status } = event
  if (isReviewable(status) || reviewedAt === null) throw new ApiError('CONFLICT')
  if (secondsOf(reviewedAt) + BATCH_REVIEW_DELAY_SECONDS <= nowSeconds) throw new ApiError('CONFLICT')
  await dropAnnouncements(tx, id, { reviewedAt, now: atSeconds(nowSeconds) })
  // Replicas drop it then. The number stays when it is approved again, and a newer one comes on top.
  const marks = await changeMarks(tx, event, nowSeconds)
  await tx
    .update(events)
    .set({ status: 'ON_REVIEW', reviewedAt: null, reviewReason: null, ...marks })
    .where(eq(events.id, id))
  return event.title
}

/** Throws CONFLICT when a job has begun or may begin, and when there is none any more. */
async function dropAnnouncements(
  tx: Queryable,
  eventId: string,
  { reviewedAt, now }: { reviewedAt: Date; now: Date },
): Promise<void> {
  const isOfReview = and(
    eq(sql`${notifications.data} ->> 'event_id'`, eventId),
    eq(notifications.createdAt, reviewedAt),
  )
  const stored = await tx.select().from(notifications).where(isOfReview)
  const keys = stored.map(({ id }) => `push:${id}`)
  const isPush = or(inArray(jobs.dedupeKey, keys), like(jobs.dedupeKey, `${WEB_PUSH}:${eventId}:%`))
  // A worker claims by the same lock: it comes before, and is seen here, or finds nothing.
  const found = await tx
    .select()
    .from(jobs)
    .where(or(saysDecisionOn([eventId]), isPush))
    .for('update')
  const isLate = found.some(
    ({ attempts, doneAt, runAt }) => attempts > 0 || doneAt !== null || runAt.getTime() <= now.getTime(),
  )
  // A review enqueues a mail in any case, also to no address; one that was sent says nothing any more.
  if (isLate || !found.some(({ kind }) => kind === 'mail')) throw new ApiError('CONFLICT')
  // The mail may say what was decided about other events.
  await dropDecisions(tx, [eventId])
  await tx.delete(jobs).where(isPush)
  await tx.delete(notifications).where(isOfReview)
}

async function notifyDevices(
  tx: Queryable,
  event: { id: string; title: string; userId: string; locale: string },
  { action, reason, now, runAt }: Pick<Review, 'action' | 'reason'> & { now: Date; runAt: Date },
): Promise<void> {
  const targets = await tx.select({ id: devices.id }).from(devices).where(eq(devices.userId, event.userId))
  if (targets.length === 0) return
  const language = { locale: localeOf(event.locale) }
  const [title, body] =
    action === 'approve'
      ? [m.api_notification_approved_title, m.api_notification_approved_body]
      : [m.api_notification_rejected_title, m.api_notification_rejected_body]
  const rows = targets.map((device) => ({
    id: randomUUID(),
    userId: event.userId,
    deviceId: device.id,
    title: title({}, language),
    body: body({ title: event.title }, language),
    data: { event_id: event.id, status: reviewedStatus(action), ...(reason ? { reason } : {}) },
    createdAt: now,
    updatedAt: now,
  }))
  await tx.insert(notifications).values(rows)
  const ids = rows.map(({ id }) => id)
  await enqueuePushes(tx, ids, { now, runAt })
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
  const event = await lockEvent(tx, id)
  const known = await knownState(tx, event, day)
  const { state, note } = write
  const wanted = state === null ? undefined : { state, ...(note && { note }) }
  if (known?.state === wanted?.state && known?.note === wanted?.note) return undefined
  if (event.revision !== write.revision) throw new ApiError('CONFLICT')
  // The state of a day that is no longer one of its days can be removed.
  if (day !== undefined && wanted !== undefined && !(await isDateOf(tx, event, day)))
    throw validationFailed([{ path: 'day', code: 'not_a_date' }])
  if (day !== undefined) await tx.delete(eventDayStates).where(isStateOf(id, day))
  if (day !== undefined && wanted !== undefined)
    await tx.insert(eventDayStates).values({ eventId: id, day, ...wanted })
  const whole = day === undefined && { state: wanted?.state ?? null, stateNote: wanted?.note ?? null }
  const marks = await changeMarks(tx, event, nowSeconds)
  await tx
    .update(events)
    .set({ ...whole, ...marks })
    .where(eq(events.id, id))
  return { label: event.title, details: { ...wanted, state, ...(day && { day }) } }
}

function isStateOf(id: string, day: string) {
  return and(eq(eventDayStates.eventId, id), eq(eventDayStates.day, day))
}

export async function knownState(
  tx: Queryable,
  event: Pick<typeof events.$inferSelect, 'id' | 'state' | 'stateNote'>,
  day: string | undefined,
): Promise<Announcement | undefined> {
  const { id, state, stateNote: note } = event
  if (day === undefined) return state === null ? undefined : announcement({ state, note })
  const [found] = await tx.select().from(eventDayStates).where(isStateOf(id, day))
  return found && announcement(found)
}
