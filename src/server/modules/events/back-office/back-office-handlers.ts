import { eq } from 'drizzle-orm'
import type { AnnouncementWrite } from '@/contract/back-office/back-office-events'
import { recordActivity } from '@/server/platform/database/accounts/activities'
import { ApiError } from '@/server/http/errors/errors'
import type { AppDeps, Handlers } from '@/server/http/routing/routes-from-contract'
import { pageSlice } from '@/server/http/routing/send-response'
import type { RequestSource } from '@/server/http/routing/request/request-source'
import type { CurrentUser } from '@/server/http/auth/session'
import { deleteEvents, nextChange } from '@/server/platform/database/events/change-log'
import { type Reader, lockTags } from '@/server/modules/events/event-shape'
import {
  validateSubmission,
  storeEvent,
  validateUpdate,
  storeUpdate,
} from '@/server/modules/events/write-event'
import { atSeconds, type Queryable } from '@/server/platform/database/client'
import { events } from '@/server/platform/database/schema'
import type { EventCreation } from '@/domain/submissions/submission'
import { storedPhoto } from '@/server/platform/database/events/event-content'
import type { StoredPhoto } from '@/server/platform/photos/stores/store'
import { BATCH_REVIEW_DELAY_SECONDS } from '@/domain/events/event'
import {
  countByStatus,
  findBackOfficeEvent,
  listBackOfficeEventIds,
  listBackOfficeEvents,
} from './back-office-events'
import { changeEvents, reviewEvent, setState, type EventChanges, undoReview } from './review-event'

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

    reviewEvent: async ({ params: { id }, body, ...call }) => {
      const { failed } = await decide([id], call, body, (tx) => reviewEvent(tx, id, { ...body, ...call }))
      if (failed[0] !== undefined) throw failed[0].error
      return backOfficeEvent(id, call)
    },

    /** What a batch says waits until the last one is there. */
    reviewEvents: async ({ body: { event_ids: ids, revisions = {}, ...body }, ...call }) => {
      const review = { ...body, ...call, delaySeconds: BATCH_REVIEW_DELAY_SECONDS }
      return outcomeOf(
        await decide(ids, call, body, (tx, id) =>
          reviewEvent(tx, id, { ...review, revision: revisions[id] }),
        ),
      )
    },

    undoReviews: async ({ body, ...call }) =>
      outcomeOf(await decide(body.event_ids, call, UNDO, (tx, id) => undoReview(tx, id, call.nowSeconds))),

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

  /** Decides about events one by one in one transaction, with an entry in the log for each that it was done to. */
  async function decide(
    ids: readonly string[],
    call: ByAdministrator & { nowSeconds: number },
    { action, reason }: { action: keyof typeof LOGGED; reason?: string | undefined },
    write: (tx: Queryable, id: string) => Promise<string>,
  ): Promise<EventChanges> {
    const details = action === 'reject' && reason ? { reason } : {}
    const changes = await db.transaction(async (tx) => {
      const { done, failed } = await changeEvents(tx, ids, (id) => write(tx, id))
      const subjects = done.map((one) => ({ ...one, details }))
      await recordActivity(tx, call, LOGGED[action], subjects)
      return { done, failed }
    })
    clearCaches()
    notifyWorkers()
    const facts = { accountId: call.currentUser.id, ids: changes.done.map(({ id }) => id), action }
    if (changes.done.length > 0) securityLog.record('event.reviewed', call.source, facts)
    return changes
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

const LOGGED = {
  approve: 'event.approved',
  reject: 'event.rejected',
  undo: 'event.review-undone',
} as const
const UNDO = { action: 'undo' } as const

function outcomeOf({ done, failed }: EventChanges) {
  return { done: done.map(({ id }) => id), failed: failed.map(({ id }) => id) }
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
  const shown = photo === undefined ? await photoOf(tx, source) : storedPhoto(photo)
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
  const [found] = await tx
    .select({ photo: events.photo })
    .from(events)
    .where(eq(events.id, eventId))
    // The lock lasts until the commit: whoever takes the photo from that event then sees that it is still referenced.
    .for('share')
  return found?.photo ?? null
}
