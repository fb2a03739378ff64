import * as m from '@/messages/compiled/messages.js'
import { eq, and, asc, inArray, like, or, sql } from 'drizzle-orm'
import type { AnnouncementWrite } from '@/contract/back-office/back-office-events'
import { recordActivity } from '@/server/platform/database/accounts/activities'
import { ApiError, validationFailed } from '@/server/http/errors/errors'
import type { AppDeps, Handlers } from '@/server/http/routing/routes-from-contract'
import { pageSlice } from '@/server/http/routing/send-response'
import type { RequestSource } from '@/server/http/routing/request/request-source'
import type { CurrentUser } from '@/server/http/auth/session'
import { deleteEvents, nextChange, changeMarks } from '@/server/platform/database/events/change-log'
import { type Reader, lockTags, lockEvent } from '@/server/modules/events/event-shape'
import { validateSubmission, validateUpdate, storeUpdate } from '@/server/modules/events/write-event'
import { atSeconds, type Queryable, secondsOf } from '@/server/platform/database/client'
import { events, devices, jobs, notifications, eventDayStates } from '@/server/platform/database/schema'
import type { EventCreation } from '@/domain/submissions/submission'
import type { StoredPhoto } from '@/server/platform/photos/stores/store'
import {
  BATCH_REVIEW_DELAY_SECONDS,
  REVIEW_DELAY_SECONDS,
  isReviewable,
  reviewedStatus,
  type ReviewAction,
} from '@/domain/events/event'
import {
  countByStatus,
  findBackOfficeEvent,
  listBackOfficeEventIds,
  listBackOfficeEvents,
} from './back-office-events'
import { randomUUID } from 'node:crypto'
import { localeOf } from '@/messages/error-text'
import {
  WEB_PUSH,
  dropDecisions,
  enqueueDecision,
  enqueuePushes,
  enqueueReview,
  saysDecisionOn,
} from '@/server/platform/queue/job-queue'
import { isOwnAddress } from '@/server/jobs/mails/mail-limits'
import type { Announcement } from '@/domain/events/event-state'
import type { ActivityDetails } from '@/domain/staff/activity'
import { isDateOf, announcement, storeEvent } from '@/server/platform/database/events/event-dates'

interface ByReviewer extends Reader {
  source: RequestSource
  currentUser: CurrentUser
}

/** The handlers for administrators’ work on events (rules 2.12, 7). */
export function backOfficeEventHandlers({ db, photos, photoAccess, securityLog, minFillMs }: AppDeps) {
  return {
    listBackOfficeEvents: ({ query, ...call }) =>
      listBackOfficeEvents(db, query, { ...call, ...pageSlice(query), photoAccess }),

    listBackOfficeEventIds: ({ query, nowSeconds }) => listBackOfficeEventIds(db, query, nowSeconds),

    countBackOfficeEvents: () => countByStatus(db),

    getBackOfficeEvent: ({ params, ...call }) => backOfficeEvent(params.id, call),

    reviewEvent: async ({ params: { id }, body, ...call }) => {
      const { error } = await decideAll([id], call, body, (tx) => reviewEvent(tx, id, { ...body, ...call }))
      if (error !== undefined) throw error
      return backOfficeEvent(id, call)
    },

    /** The mails of a batch wait until its last event is there. */
    reviewEvents: async ({ body: { event_ids: ids, revisions = {}, ...body }, ...call }) => {
      const review = { ...body, ...call, delaySeconds: BATCH_REVIEW_DELAY_SECONDS }
      return decideAll(ids, call, body, (tx, id) =>
        reviewEvent(tx, id, { ...review, revision: revisions[id] }),
      )
    },

    undoReviews: ({ body, ...call }) =>
      decideAll(body.event_ids, call, { action: 'undo' }, (tx, id) => undoReview(tx, id, call.nowSeconds)),

    setEventState: ({ params, body, ...call }) => announce(params, body, call),

    setDayState: ({ params, body, ...call }) => announce(params, body, call),

    createEvent: async ({ body, currentUser, locale, nowSeconds }, once) => {
      const photo = await validateSubmission(db, photos, body, { nowSeconds, minFillMs })
      return once((tx) => createEvent(tx, body, { photo, currentUser, locale, nowSeconds }))
    },

    updateEvent: async ({ params: { id }, body, ...call }) => {
      const { nowSeconds } = call
      const photo = await validateUpdate(db, photos, id, body, { nowSeconds })
      await db.transaction(async (tx) => {
        const changes = await storeUpdate(tx, id, body, { photo, nowSeconds })
        await recordActivity(tx, call, 'event.edited', [{ id, label: body.title, details: { changes } }])
      })
      return backOfficeEvent(id, call)
    },

    deleteEvent: async ({ params, ...call }) => {
      const { failed } = await deleteForGood([params.id], call)
      if (failed.length > 0) throw new ApiError('NOT_FOUND')
      return {}
    },

    deleteEvents: ({ body, ...call }) => deleteForGood(body.event_ids, call),
  } satisfies Partial<Handlers>

  /**
   * Decides about events one by one in one transaction, with an entry in the log for each that it was done to. `write` stores the decision
   * for one of them, and returns its title.
   */
  async function decideAll(
    ids: readonly string[],
    call: ByReviewer,
    { action, reason }: { action: keyof typeof LOGGED; reason?: string | undefined },
    write: (tx: Queryable, id: string) => Promise<string>,
  ) {
    const details = action === 'reject' && reason ? { reason } : {}
    const failed = new Map<string, ApiError>()
    const done = await db.transaction(async (tx) => {
      // All events before the change counter, and in one order: two batches never wait for each other.
      const isOne = inArray(events.id, [...ids])
      await tx.select().from(events).where(isOne).orderBy(asc(events.id)).for('update')
      const subjects: { id: string; label: string; details: ActivityDetails }[] = []
      for (const id of new Set(ids)) {
        try {
          subjects.push({ id, label: await write(tx, id), details })
        } catch (error) {
          // It is gone, or no longer in the status that the decision is for.
          if (!(error instanceof ApiError)) throw error
          failed.set(id, error)
        }
      }
      await recordActivity(tx, call, LOGGED[action], subjects)
      return subjects.map(({ id }) => id)
    })
    const facts = { accountId: call.currentUser.id, ids: done, action }
    if (done.length > 0) securityLog.record('event.reviewed', call.source, facts)
    return { done, failed: [...failed.keys()], error: failed.values().next().value }
  }

  async function announce(of: { id: string; day?: string }, write: AnnouncementWrite, call: ByReviewer) {
    await db.transaction(async (tx) => {
      const set = await setState(tx, of, write, call.nowSeconds)
      if (set !== undefined) await recordActivity(tx, call, 'event.state-set', [{ id: of.id, ...set }])
    })
    return backOfficeEvent(of.id, call)
  }

  async function deleteForGood(ids: readonly string[], { nowSeconds, source, currentUser }: ByReviewer) {
    const { done, failed } = await db.transaction(async (tx) => {
      const result = await deleteEvents(tx, [...new Set(ids)], nowSeconds)
      await recordActivity(tx, { currentUser, nowSeconds }, 'event.deleted', result.deleted)
      return result
    })
    securityLog.record('event.deleted', source, { accountId: currentUser.id, ids: done })
    return { done, failed }
  }

  function backOfficeEvent(id: string, call: Reader) {
    return findBackOfficeEvent(db, id, { ...call, photoAccess })
  }
}

const LOGGED = {
  approve: 'event.approved',
  reject: 'event.rejected',
  undo: 'event.review-undone',
} as const

/** Stores a validated event of the team's own: published at once, and nobody is told. Its contact is who wrote it. */
async function createEvent(
  tx: Queryable,
  creation: EventCreation,
  call: Pick<ByReviewer, 'currentUser' | 'locale' | 'nowSeconds'> & { photo: StoredPhoto | undefined },
): Promise<{ id: string }> {
  const { photo, currentUser, locale, nowSeconds } = call
  const { photo: _, photo_of: source, ...content } = creation
  const tagIds = await lockTags(tx, creation.tag_keys)
  const shown = photo ?? (await photoOf(tx, source))
  const id = await storeEvent(tx, content, {
    tagIds,
    nowSeconds,
    email: currentUser.email,
    userId: currentUser.id,
    locale,
    photo: shown,
    status: 'PUBLISHED',
    reviewedAt: atSeconds(nowSeconds),
    changeSeq: await nextChange(tx),
  })
  await recordActivity(tx, call, 'event.created', [{ id, label: creation.title }])
  return { id }
}

/** The photo of another event; none when that is gone. Its files are named by their content, so both events share them. */
async function photoOf(tx: Queryable, eventId: string | undefined) {
  if (eventId === undefined) return null
  // The lock lasts until the commit: whoever takes the photo from that event then sees that it is still referenced.
  const [found] = await tx.select().from(events).where(eq(events.id, eventId)).for('share')
  return found?.photo ?? null
}

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
async function undoReview(tx: Queryable, id: string, nowSeconds: number): Promise<string> {
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
