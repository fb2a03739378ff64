import type { Proposal } from '@/contract/events/proposals'
import type { ManagedEvent } from '@/contract/managed-events/read-managed-event'
import { atSeconds } from '@/server/platform/database/client'
import type { Queryable } from '@/server/platform/database/client'
import { currentPlaces } from '@/server/platform/database/events/place-redirects'
import { enqueueMail } from '@/server/platform/queue/job-queue'
import { ApiError } from '@/server/http/errors/api-error'
import type { AppDeps, Handlers } from '@/server/http/routing/handlers'
import { findBackOfficeEvent } from '../back-office/back-office-events'
import type { Reader } from '../event-shape'
import { lockTags } from '../event-tags'
import { validateUpdate } from '../update-event'
import { refuseOutdated, storeManagedChange, storeManagedState } from './change-managed-event'
import { isManagedFrom, managedEvent } from './managed-event'

type ManageHandlers = Pick<
  Handlers,
  'readManagedEvent' | 'updateManagedEvent' | 'setManagedState' | 'requestManageLink'
>

/** The handlers for what an organiser without an account does by the link of a mail (rules 2.15). */
export function manageHandlers({
  db,
  photos,
  photoAccess,
  eventLinks: links,
  responses,
  notifyWorkers,
}: AppDeps): ManageHandlers {
  return {
    readManagedEvent: ({ params, body, ...call }) =>
      db.transaction(async (tx) => {
        const { reviewReason, editedRevision } = await managedEvent(tx, params.id, {
          ...body,
          links,
          ...call,
          lock: 'key share',
        })
        const event = await shownEvent(tx, params.id, call)
        return {
          ...event,
          edited_revision: editedRevision,
          ...(reviewReason !== null && { review_reason: reviewReason }),
        }
      }),

    updateManagedEvent: async ({ params: { id }, body, ...call }, once) => {
      const { nowSeconds } = call
      // This comes before the validation, which tells something about the event.
      await db.transaction(async (tx) =>
        refuseOutdated(await managedEvent(tx, id, { ...body, links, nowSeconds, lock: 'key share' }), body),
      )
      const update = { ...body, revision: undefined }
      const photo = await validateUpdate(db, photos, id, update, { nowSeconds, priority: 'visitors' })
      let isStored = false
      const left: string[] = []
      try {
        const reply = await once(async (tx) => {
          await lockTags(tx, body.tag_keys)
          // A merge of places locks them before events. The update reads them again, which is too late to begin with.
          await currentPlaces(tx)
          const event = await managedEvent(tx, id, { ...body, links, nowSeconds })
          const base = await shownEvent(tx, id, call)
          const change = await storeManagedChange(tx, event, body, { base, photo, nowSeconds })
          if (change.oldPhoto !== undefined) left.push(change.oldPhoto)
          return { id, is_proposal: change.isProposal }
        })
        isStored = true
        responses.clear()
        return reply
      } finally {
        await photo?.settle(isStored)
        if (isStored) await photos.removeUnreferenced(left)
      }
    },

    setManagedState: async ({ params: { id }, body, nowSeconds }, once) => {
      const reply = await once(async (tx) => {
        const event = await managedEvent(tx, id, { ...body, links, nowSeconds })
        await storeManagedState(tx, event, body, nowSeconds)
        return { id }
      })
      responses.clear()
      photoAccess.clear()
      return reply
    },

    requestManageLink: async ({ params: { id }, body, nowSeconds }) => {
      const now = atSeconds(nowSeconds)
      if (await isManagedFrom(db, id, { ...body, nowSeconds })) {
        // How many of them a mailbox gets is counted when they are sent.
        await enqueueMail(db, { template: 'manage-link', id }, { now, dedupeSuffix: `:${nowSeconds}` })
        notifyWorkers()
      }
      return {}
    },
  }

  /**
   * The event without its address, which is nobody's business who got the mail forwarded, and without the photo until
   * somebody of the team has looked at it.
   */
  async function shownEvent(
    tx: Queryable,
    id: string,
    call: Reader & { nowSeconds: number },
  ): Promise<Omit<ManagedEvent, 'edited_revision'>> {
    const event = await findBackOfficeEvent(tx, id, { ...call, photoAccess })
    if (event === undefined) throw new ApiError('NOT_FOUND')
    const { email: _, user_id: __, imported_from: ___, duplicates: ____, photo, thumbnail, ...shown } = event
    const { proposal } = event
    const isPublic = event.status === 'PUBLISHED'
    const isWithheld = proposal?.photo ? true : !isPublic && photo !== undefined
    return {
      ...shown,
      ...(isPublic && photo !== undefined && { photo, thumbnail }),
      ...(proposal && { proposal: withoutPicture(proposal) }),
      ...(isWithheld && { is_photo_withheld: true }),
    }
  }
}

/** Leaves out the picture of a proposal: that a photo is to go is told, the one that is proposed is not shown. */
function withoutPicture({ photo, ...proposal }: Proposal): Proposal {
  return photo === null ? { ...proposal, photo } : proposal
}
