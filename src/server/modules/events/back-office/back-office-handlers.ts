import type { AnnouncementWrite } from '@/contract/back-office/back-office-states'
import { recordActivity } from '@/server/platform/database/accounts/activities'
import { ApiError } from '@/server/http/errors/api-error'
import type { AppDeps, Handlers } from '@/server/http/routing/handlers'
import { pageSlice } from '@/server/http/routing/paging'
import type { RequestSource } from '@/server/http/routing/request/request-source'
import type { CurrentUser } from '@/server/http/auth/session'
import {
  countByStatus,
  findBackOfficeEvent,
  listBackOfficeEventIds,
  listBackOfficeEvents,
  readBackOfficeEvents,
} from './back-office-events'
import { deleteEvents } from '@/server/platform/database/events/delete-events'
import { createEvent } from '../create-event'
import { reviewEvent, reviewEvents } from './review-event'
import type { Reader } from '../event-shape'
import { validateSubmission } from '../submit-event'
import { setState } from './set-state'
import { undoReview, undoReviews } from './undo-review'
import { validateUpdate, storeUpdate } from '../update-event'

type BackOfficeEventHandlers = Pick<
  Handlers,
  | 'listBackOfficeEvents'
  | 'listBackOfficeEventIds'
  | 'countBackOfficeEvents'
  | 'getBackOfficeEvent'
  | 'readBackOfficeEvents'
  | 'reviewEvent'
  | 'reviewEvents'
  | 'undoReview'
  | 'undoReviews'
  | 'setEventState'
  | 'setDayState'
  | 'createEvent'
  | 'updateEvent'
  | 'deleteEvent'
  | 'deleteEvents'
>

interface ByAdministrator {
  source: RequestSource
  currentUser: CurrentUser
}

/**
 * The handlers for administrators' work on events (rules 2.12, 7). Every write clears what is cached of events after its commit.
 */
export function backOfficeEventHandlers({
  db,
  photos,
  photoAccess,
  responses,
  securityLog,
  notifyWorkers,
  minFillMs,
}: AppDeps): BackOfficeEventHandlers {
  return {
    listBackOfficeEvents: ({ query, ...call }) =>
      listBackOfficeEvents(db, query, { ...call, ...pageSlice(query), photoAccess }),

    listBackOfficeEventIds: ({ query, nowSeconds }) => listBackOfficeEventIds(db, query, nowSeconds),

    countBackOfficeEvents: () => countByStatus(db),

    getBackOfficeEvent: ({ params, ...call }) => backOfficeEvent(params.id, call),

    readBackOfficeEvents: async ({ query, ...call }) => ({
      items: await readBackOfficeEvents(db, query.ids, { ...call, photoAccess }),
    }),

    reviewEvent: async ({ params, body, ...call }) => {
      const { action, reason, revision } = body
      await db.transaction(async (tx) => {
        const label = await reviewEvent(tx, params.id, {
          action,
          reason,
          revision,
          nowSeconds: call.nowSeconds,
        })
        const details = action === 'reject' && reason ? { reason } : {}
        const subject = { id: params.id, label, details }
        await recordActivity(tx, call, action === 'approve' ? 'event.approved' : 'event.rejected', [subject])
      })
      clearCaches()
      notifyWorkers()
      reviewed([params.id], action, call)
      return backOfficeEvent(params.id, call)
    },

    reviewEvents: async ({ body: { action, event_ids, reason, revisions }, ...call }) => {
      const { nowSeconds } = call
      const outcome = await db.transaction(async (tx) => {
        const result = await reviewEvents(tx, [...new Set(event_ids)], {
          action,
          reason,
          revisions,
          nowSeconds,
        })
        const details = action === 'reject' && reason ? { reason } : {}
        const subjects = result.done.map(({ id, title }) => ({ id, label: title, details }))
        await recordActivity(tx, call, action === 'approve' ? 'event.approved' : 'event.rejected', subjects)
        return { done: result.done.map(({ id }) => id), failed: result.failed }
      })
      clearCaches()
      notifyWorkers()
      reviewed(outcome.done, action, call)
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
        const { done, failed } = await undoReviews(tx, [...new Set(body.event_ids)], call.nowSeconds)
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
      const photo = await validateSubmission(db, photos, body, { currentUser, nowSeconds, minFillMs })
      let stored = false
      try {
        const reply = await once((tx) => createEvent(tx, body, { photo, currentUser, locale, nowSeconds }))
        stored = true
        clearCaches()
        return reply
      } finally {
        await photo?.settle(stored)
      }
    },

    updateEvent: async ({ params: { id }, body, ...call }) => {
      const { nowSeconds } = call
      const photo = await validateUpdate(db, photos, id, body, { nowSeconds })
      let stored = false
      let oldPhoto: string | undefined
      try {
        oldPhoto = await db.transaction(async (tx) => {
          const update = await storeUpdate(tx, id, body, { photo, nowSeconds })
          const subject = { id, label: body.title, details: { fields: update.fields } }
          await recordActivity(tx, call, 'event.edited', [subject])
          return update.oldPhoto
        })
        stored = true
        clearCaches()
      } finally {
        await photo?.settle(stored)
      }
      if (oldPhoto !== undefined) await photos.removeUnreferenced([oldPhoto])
      return backOfficeEvent(id, call)
    },

    deleteEvent: async ({ params, ...call }) => {
      const { failed } = await deleteForGood([params.id], call)
      if (failed.length > 0) throw new ApiError('NOT_FOUND')
      return {}
    },

    deleteEvents: ({ body, ...call }) => deleteForGood(body.event_ids, call),
  }

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
    await photos.removeUnreferenced(deletion.photos)
    return { done, failed }
  }

  async function backOfficeEvent(id: string, call: Reader & { nowSeconds: number }) {
    const event = await findBackOfficeEvent(db, id, { ...call, photoAccess })
    if (event === undefined) throw new ApiError('NOT_FOUND')
    return event
  }
}
