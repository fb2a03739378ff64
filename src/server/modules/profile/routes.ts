import { buffer } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import pLimit from 'p-limit'
import { may } from '@/domain/accounts/permission'
import { ApiError } from '@/server/http/errors/api-error'
import type { AppDeps, Handlers } from '@/server/http/routing/handlers'
import type { CurrentUser } from '@/server/http/auth/session'
import { photoFileName } from '@/domain/events/photo'
import type { Queryable } from '@/server/platform/database/client'
import { events } from '@/server/platform/database/schema'
import type { PhotoUploads } from '@/server/http/photos/photo-uploads'
import { claimEvents } from './claim-events'
import { exportAccount } from './export-account'
import { listSessions } from './list-sessions'
import { listClaimableEvents, listOwnEvents, readOwnEvent, readOwner } from './own-events'
import { readProfile, registerDevice, renameUser } from './store'

type ProfileHandlers = Pick<
  Handlers,
  | 'getProfile'
  | 'updateProfile'
  | 'listSessions'
  | 'exportAccount'
  | 'listOwnEvents'
  | 'listClaimableEvents'
  | 'claimEvents'
  | 'getOwnEvent'
  | 'getOwnEventPhoto'
  | 'setAppleDevice'
>

/** The handlers for the current user's own data. */
export function profileHandlers({ db, photos, responses }: AppDeps): ProfileHandlers {
  return {
    getProfile: ({ currentUser }) => profile(currentUser.id),

    updateProfile: async ({ body: { name }, currentUser, nowSeconds }) => {
      await renameUser(db, currentUser.id, { name, nowSeconds })
      return profile(currentUser.id)
    },

    listSessions: async ({ currentUser, nowSeconds }) => ({
      items: await listSessions(db, currentUser, nowSeconds),
    }),

    exportAccount: async ({ currentUser, nowSeconds, locale }) =>
      found(await exportAccount(db, currentUser, { nowSeconds, locale }), 'UNAUTHENTICATED'),

    listOwnEvents: ({ query, currentUser }) => listOwnEvents(db, currentUser.id, query),

    listClaimableEvents: ({ query, currentUser }) => listClaimableEvents(db, currentUser.email, query),

    claimEvents: async ({ body, currentUser }) => {
      const claimed = await claimEvents(db, currentUser, body.event_ids)
      responses.clear()
      return { claimed }
    },

    getOwnEvent: async ({ params, currentUser, locale }) => {
      await requireOwner(currentUser, params.id)
      return found(await readOwnEvent(db, currentUser.id, params.id, locale), 'NOT_FOUND')
    },

    getOwnEventPhoto: async ({ params, currentUser }) => {
      await requireOwner(currentUser, params.id)
      return { type: 'image/jpeg', data: found(await readOwnPhoto(db, photos, params.id), 'NOT_FOUND') }
    },

    setAppleDevice: async ({ body, currentUser, nowSeconds }) => {
      await registerDevice(db, currentUser.id, {
        deviceId: body.device_id,
        deviceToken: body.device_token,
        nowSeconds,
      })
      return {}
    },
  }

  /** It does not exist for everybody else. */
  async function requireOwner({ id, role }: CurrentUser, eventId: string): Promise<void> {
    const owns = (await readOwner(db, eventId)) === id
    if (!may({ role, owns }, 'own-event.read')) throw new ApiError('NOT_FOUND')
  }

  async function profile(userId: string) {
    return found(await readProfile(db, userId), 'UNAUTHENTICATED')
  }
}

function found<T>(thing: T | undefined, otherwise: 'UNAUTHENTICATED' | 'NOT_FOUND'): T {
  if (thing === undefined) throw new ApiError(otherwise)
  return thing
}

/** Each is a megabyte in memory, and more as base64. */
const reading = pLimit(4)

/** The largest picture of the photo of an event, base64; undefined when it has none. */
async function readOwnPhoto(db: Queryable, photos: PhotoUploads, id: string): Promise<string | undefined> {
  const [event] = await db.select({ photoHash: events.photoHash }).from(events).where(eq(events.id, id))
  const name = event?.photoHash ?? null
  if (name === null) return undefined
  return reading(async () => {
    // Undefined when it is deleted at this moment, or missing in a restored backup.
    const picture = await photos.open(photoFileName(name, 'full'))
    return picture && (await buffer(picture.stream)).toString('base64')
  })
}
