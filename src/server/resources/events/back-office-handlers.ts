import { recordActivity } from '@/server/database/activities'
import { ApiError } from '@/server/http/api-error'
import type { AppParts, Handlers } from '@/server/http/handlers'
import { pageSlice } from '@/server/http/paging'
import type { RequestSource } from '@/server/http/request-source'
import type { CurrentUser } from '@/server/http/session'
import { countByStatus, findBackOfficeEvent, listBackOfficeEvents } from './back-office-events'
import { deleteEvents } from '@/server/database/delete-events'
import { tagKeysOf } from './event-tags'
import { reviewEvent } from './review-event'
import { reviewEvents } from './review-events'
import { judgeUpdate, storeUpdate } from './update-event'

type BackOfficeEventHandlers = Pick<
  Handlers,
  | 'listBackOfficeEvents'
  | 'countBackOfficeEvents'
  | 'getBackOfficeEvent'
  | 'reviewEvent'
  | 'reviewEvents'
  | 'updateEvent'
  | 'deleteEvent'
  | 'deleteEvents'
>

interface ByAdministrator {
  source: RequestSource
  currentUser: CurrentUser
}

/** What administrators do with events (spec 2.12, 7). Every write clears what is cached of events after its commit. */
export function backOfficeEventHandlers({
  db,
  photos,
  photoAccess,
  responses,
  securityLog,
  notifyWorkers,
}: AppParts): BackOfficeEventHandlers {
  return {
    listBackOfficeEvents: ({ query, ...call }) =>
      listBackOfficeEvents(
        db,
        {
          status: query.status,
          userId: query.user_id,
          tagKeys: tagKeysOf(query.tags),
          search: query.q,
          ...pageSlice(query),
        },
        { ...call, photoAccess },
      ),

    countBackOfficeEvents: () => countByStatus(db),

    getBackOfficeEvent: ({ params, ...call }) => backOfficeEvent(params.id, call),

    reviewEvent: async ({ params, body, ...call }) => {
      await db.transaction((tx) => reviewEvent(tx, params.id, { ...body, reason: body.reason, ...call }))
      forget()
      notifyWorkers()
      reviewed([params.id], body.action, call)
      return backOfficeEvent(params.id, call)
    },

    reviewEvents: async ({ body: { action, event_ids, reason }, ...call }) => {
      const { nowSeconds } = call
      const outcome = await db.transaction(async (tx) => {
        const result = await reviewEvents(tx, [...new Set(event_ids)], { action, reason, nowSeconds })
        const details = action === 'reject' && reason ? { reason } : {}
        const subjects = result.done.map(({ id, title }) => ({ id, label: title, details }))
        await recordActivity(tx, call, action === 'approve' ? 'event.approved' : 'event.rejected', subjects)
        return { done: result.done.map(({ id }) => id), failed: result.failed }
      })
      forget()
      notifyWorkers()
      reviewed(outcome.done, action, call)
      return outcome
    },

    updateEvent: async ({ params: { id }, body, ...call }) => {
      const { nowSeconds } = call
      const photo = await judgeUpdate(db, photos, id, body, nowSeconds)
      let stored = false
      let oldPhoto: string | undefined
      try {
        oldPhoto = await db.transaction((tx) => storeUpdate(tx, id, body, { photo, nowSeconds }))
        stored = true
        forget()
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

  function forget() {
    responses.clear()
    photoAccess.clear()
  }

  function reviewed(ids: readonly string[], action: string, { source, currentUser }: ByAdministrator): void {
    securityLog.record('event.reviewed', source, { accountId: currentUser.id, ids, action })
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
    forget()
    const { done, failed } = deletion
    securityLog.record('event.deleted', source, { accountId: currentUser.id, ids: done })
    await photos.removeUnreferenced(deletion.photos)
    return { done, failed }
  }

  async function backOfficeEvent(id: string, call: { nowSeconds: number; origin: string }) {
    const event = await findBackOfficeEvent(db, id, { ...call, photoAccess })
    if (event === undefined) throw new ApiError('NOT_FOUND')
    return event
  }
}
