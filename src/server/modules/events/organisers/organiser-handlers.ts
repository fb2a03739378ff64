import { recordActivity } from '@/server/platform/database/accounts/activities'
import { ApiError, validationFailed } from '@/server/http/errors/api-error'
import type { AppDeps, Handlers } from '@/server/http/routing/handlers'
import type { PhotoUploads, UploadedPhoto } from '@/server/http/photos/photo-uploads'
import type { OrganiserWrite } from '@/domain/organisers/organiser'
import { findOrganiser, organiserOfUser, publicOrganiser } from './find-organiser'
import { removeOrganiser, storeOrganiser } from './store-organiser'

type OrganiserHandlers = Pick<
  Handlers,
  'getOrganiser' | 'getUserOrganiser' | 'setUserOrganiser' | 'removeUserOrganiser'
>

/** The organisers of events. */
export function organiserHandlers({ db, photos, photoAccess, responses }: AppDeps): OrganiserHandlers {
  const ofUser = (id: string, origin: string) => organiserOfUser(db, id, origin, photoAccess.query)
  const clearCaches = () => {
    responses.clear()
    photoAccess.clear()
  }
  return {
    getOrganiser: async ({ params: { slug }, ...reader }) => {
      const found = await findOrganiser(db, slug)
      if (found === undefined) throw new ApiError('NOT_FOUND')
      return publicOrganiser(found, reader)
    },

    getUserOrganiser: async ({ params, origin }) => ({
      organiser: (await ofUser(params.id, origin)) ?? null,
    }),

    setUserOrganiser: async ({ params: { id }, body, ...call }) => {
      const photo = await uploadedPhoto(photos, body)
      let stored = false
      let oldPhoto: string | undefined
      try {
        oldPhoto = await db.transaction(async (tx) => {
          const done = await storeOrganiser(tx, id, body, { photo, nowSeconds: call.nowSeconds })
          const action = done.isNew ? 'organiser.marked' : 'organiser.edited'
          await recordActivity(tx, call, action, [{ id, label: body.name }])
          return done.oldPhoto
        })
        stored = true
        clearCaches()
      } finally {
        await photo?.settle(stored)
      }
      if (oldPhoto !== undefined) await photos.removeUnreferenced([oldPhoto])
      const organiser = await ofUser(id, call.origin)
      if (organiser === undefined) throw new ApiError('NOT_FOUND')
      return organiser
    },

    removeUserOrganiser: async ({ params: { id }, ...call }) => {
      const { photoHash } = await db.transaction(async (tx) => {
        const removed = await removeOrganiser(tx, id)
        await recordActivity(tx, call, 'organiser.removed', [{ id, label: removed.name }])
        return removed
      })
      clearCaches()
      if (photoHash !== null) await photos.removeUnreferenced([photoHash])
      return {}
    },
  }
}

async function uploadedPhoto(
  photos: PhotoUploads,
  { photo }: OrganiserWrite,
): Promise<UploadedPhoto | undefined> {
  if (!photo) return undefined
  const uploaded = await photos.store(photo, 'accounts')
  if (!uploaded.ok) throw validationFailed([{ path: 'photo', code: uploaded.code }])
  return uploaded.photo
}
