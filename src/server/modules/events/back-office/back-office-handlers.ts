import { eq, and, inArray, like, or, sql } from 'drizzle-orm'
import type { AnnouncementWrite } from '@/contract/back-office/back-office-events'
import { recordActivity } from '@/server/platform/database/accounts/activities'
import { ApiError } from '@/server/http/errors/errors'
import type { AppDeps, Handlers } from '@/server/http/routing/routes-from-contract'
import { pageSlice } from '@/server/http/routing/send-response'
import type { RequestSource } from '@/server/http/routing/request/request-source'
import type { CurrentUser } from '@/server/http/auth/session'
import { deleteEvents, nextChange } from '@/server/platform/database/events/change-log'
import { type Reader, lockTags } from '@/server/modules/events/event-shape'
import { validateSubmission, storeEvent } from '@/server/modules/events/submit-event'
import { validateUpdate, storeUpdate } from '@/server/modules/events/update-event'
import { atSeconds, type Queryable, secondsOf } from '@/server/platform/database/client'
import { events, jobs, notifications } from '@/server/platform/database/schema'
import type { EventCreation } from '@/domain/submissions/submission'
import { currentPlaces } from '@/server/platform/database/events/starting-tags'
import { PHOTO_COLUMNS, photoColumns } from '@/server/platform/database/events/photo-references'
import { WEB_PUSH, dropDecisions, saysDecisionOn } from '@/server/platform/queue/job-queue'
import type { StoredPhoto } from '@/server/platform/photos/stores/store'
import { BATCH_REVIEW_DELAY_SECONDS, isReviewable } from '@/domain/events/event'
import {
  countByStatus,
  findBackOfficeEvent,
  listBackOfficeEventIds,
  listBackOfficeEvents,
} from './back-office-events'
import {
  changeEvents,
  reviewEvent,
  reviewEvents,
  setState,
  type EventChanges,
  type Review,
} from './review-event'

interface ByAdministrator {
  source: RequestSource
  currentUser: CurrentUser
}

/** The handlers for administrators' work on events (rules 2.12, 7). Every write clears what is cached of events after its commit. */
export function backOfficeEventHandlers({
  db,
  photos,
  photoAccess,
  responses,
  securityLog,
  notifyWorkers,
  minFillMs,
}: AppDeps) {
  return {
    listBackOfficeEvents: ({ query, ...call }) =>
      listBackOfficeEvents(db, query, { ...call, ...pageSlice(query), photoAccess }),

    listBackOfficeEventIds: ({ query, nowSeconds }) => listBackOfficeEventIds(db, query, nowSeconds),

    countBackOfficeEvents: () => countByStatus(db),

    getBackOfficeEvent: ({ params, ...call }) => backOfficeEvent(params.id, call),

    reviewEvent: async ({ params, body, ...call }) => {
      await db.transaction(async (tx) => {
        const title = await reviewEvent(tx, params.id, { ...body, nowSeconds: call.nowSeconds })
        await recordReviews(tx, call, body, [{ id: params.id, title }])
      })
      clearCaches()
      notifyWorkers()
      reviewed([params.id], body.action, call)
      return backOfficeEvent(params.id, call)
    },

    reviewEvents: async ({ body: { event_ids, ...review }, ...call }) => {
      const outcome = await db.transaction(async (tx) => {
        const ids = [...new Set(event_ids)]
        const { done, failed } = await reviewEvents(tx, ids, { ...review, nowSeconds: call.nowSeconds })
        await recordReviews(tx, call, review, done)
        return { done: done.map(({ id }) => id), failed }
      })
      clearCaches()
      notifyWorkers()
      reviewed(outcome.done, review.action, call)
      return outcome
    },

    undoReview: async ({ params: { id }, ...call }) => {
      await db.transaction(async (tx) => {
        const title = await undoReview(tx, id, call.nowSeconds)
        await recordActivity(tx, call, 'event.review-undone', [{ id, label: title }])
      })
      clearCaches()
      reviewed([id], 'undo', call)
      return backOfficeEvent(id, call)
    },

    undoReviews: async ({ body, ...call }) => {
      const outcome = await db.transaction(async (tx) => {
        const ids = [...new Set(body.event_ids)]
        const { done, failed } = await changeEvents(tx, ids, (id) => undoReview(tx, id, call.nowSeconds))
        const subjects = done.map(({ id, title }) => ({ id, label: title }))
        await recordActivity(tx, call, 'event.review-undone', subjects)
        return { done: done.map(({ id }) => id), failed }
      })
      clearCaches()
      reviewed(outcome.done, 'undo', call)
      return outcome
    },

    setEventState: ({ params, body, ...call }) => announce(params, body, call),

    setDayState: ({ params, body, ...call }) => announce(params, body, call),

    createEvent: async ({ body, currentUser, locale, nowSeconds }, once) => {
      const photo = await validateSubmission(db, photos, body, { nowSeconds, minFillMs })
      const reply = await once((tx) => createEvent(tx, body, { photo, currentUser, locale, nowSeconds }))
      clearCaches()
      return reply
    },

    updateEvent: async ({ params: { id }, body, ...call }) => {
      const { nowSeconds } = call
      const photo = await validateUpdate(db, photos, id, body, { nowSeconds })
      await db.transaction(async (tx) => {
        const changes = await storeUpdate(tx, id, body, { photo, nowSeconds })
        await recordActivity(tx, call, 'event.edited', [{ id, label: body.title, details: { changes } }])
      })
      clearCaches()
      return backOfficeEvent(id, call)
    },

    deleteEvent: async ({ params, ...call }) => {
      const { failed } = await deleteForGood([params.id], call)
      if (failed.length > 0) throw new ApiError('NOT_FOUND')
      return {}
    },

    deleteEvents: ({ body, ...call }) => deleteForGood(body.event_ids, call),
  } satisfies Partial<Handlers>

  function clearCaches() {
    responses.clear()
    photoAccess.clear()
  }

  function reviewed(ids: readonly string[], action: string, { source, currentUser }: ByAdministrator): void {
    securityLog.record('event.reviewed', source, { accountId: currentUser.id, ids, action })
  }

  async function announce(
    of: { id: string; day?: string },
    write: AnnouncementWrite,
    call: Reader & ByAdministrator & { nowSeconds: number },
  ) {
    const change = await db.transaction(async (tx) => {
      const set = await setState(tx, of, write, call.nowSeconds)
      if (set !== undefined) await recordActivity(tx, call, 'event.state-set', [{ id: of.id, ...set }])
      return set
    })
    if (change !== undefined) clearCaches()
    return backOfficeEvent(of.id, call)
  }

  async function deleteForGood(
    ids: readonly string[],
    { nowSeconds, source, currentUser }: ByAdministrator & { nowSeconds: number },
  ) {
    const deletion = await db.transaction(async (tx) => {
      const result = await deleteEvents(tx, [...new Set(ids)], nowSeconds)
      await recordActivity(tx, { currentUser, nowSeconds }, 'event.deleted', result.deleted)
      return result
    })
    clearCaches()
    const { done, failed } = deletion
    securityLog.record('event.deleted', source, { accountId: currentUser.id, ids: done })
    return { done, failed }
  }

  function backOfficeEvent(id: string, call: Reader & { nowSeconds: number }) {
    return findBackOfficeEvent(db, id, { ...call, photoAccess })
  }
}

async function recordReviews(
  tx: Queryable,
  call: ByAdministrator & { nowSeconds: number },
  { action, reason }: Pick<Review, 'action' | 'reason'>,
  done: EventChanges['done'],
): Promise<void> {
  const details = action === 'reject' && reason ? { reason } : {}
  const subjects = done.map(({ id, title }) => ({ id, label: title, details }))
  await recordActivity(tx, call, action === 'approve' ? 'event.approved' : 'event.rejected', subjects)
}

/** Stores a validated event of the team's own: published at once, and nobody is told. Its contact is who wrote it. */
async function createEvent(
  tx: Queryable,
  creation: EventCreation,
  call: { photo: StoredPhoto | undefined; currentUser: CurrentUser; locale: string; nowSeconds: number },
): Promise<{ id: string }> {
  const { photo, currentUser, locale, nowSeconds } = call
  const { photo: _, photo_of: source, ...content } = creation
  const tagIds = await lockTags(tx, creation.tag_keys)
  const currentPlace = await currentPlaces(tx)
  const columns = photo === undefined ? await photoOf(tx, source) : photoColumns(photo)
  const id = await storeEvent(tx, content, {
    tagIds,
    currentPlace,
    nowSeconds,
    email: currentUser.email,
    userId: currentUser.id,
    locale,
    ...columns,
    status: 'PUBLISHED',
    reviewedAt: atSeconds(nowSeconds),
    changeSeq: await nextChange(tx),
  })
  await recordActivity(tx, call, 'event.created', [{ id, label: creation.title }])
  return { id }
}

/** The photo of another event; none when that is gone. Its files are named by their content, so both events share them. */
async function photoOf(tx: Queryable, eventId: string | undefined) {
  if (eventId === undefined) return {}
  const [found] = await tx
    .select(PHOTO_COLUMNS)
    .from(events)
    .where(eq(events.id, eventId))
    // The lock lasts until the commit: whoever takes the photo from that event then sees that it is still referenced.
    .for('share')
  return found ?? {}
}

/**
 * Puts an event back ON_REVIEW as long as nobody was told of its review: its mails, pushes and notifications go, and replicas
 * that have it drop it at their next sync. Returns its title. Throws NOT_FOUND, and CONFLICT when it is too late.
 */
async function undoReview(tx: Queryable, id: string, nowSeconds: number): Promise<string> {
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
