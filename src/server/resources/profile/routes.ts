import { ApiError } from '@/server/http/api-error'
import type { AppParts, Handlers } from '@/server/http/handlers'
import { listOwnEvents, readProfile, registerDevice, renameUser } from './store'

type ProfileHandlers = Pick<Handlers, 'getProfile' | 'updateProfile' | 'listOwnEvents' | 'setAppleDevice'>

/** What is the caller's own. */
export function profileHandlers({ db }: AppParts): ProfileHandlers {
  const profile = async (userId: string) => {
    const found = await readProfile(db, userId)
    if (found === undefined) throw new ApiError('UNAUTHENTICATED')
    return found
  }
  return {
    getProfile: ({ currentUser }) => profile(currentUser.id),

    updateProfile: async ({ body: { name }, currentUser, nowSeconds }) => {
      await renameUser(db, currentUser.id, { name, nowSeconds })
      return profile(currentUser.id)
    },

    listOwnEvents: ({ query, currentUser }) =>
      listOwnEvents(db, currentUser.id, { page: query.page, perPage: query.per_page }),

    setAppleDevice: async ({ body, currentUser, nowSeconds }) => {
      await registerDevice(db, currentUser.id, {
        deviceId: body.device_id,
        deviceToken: body.device_token,
        nowSeconds,
      })
      return {}
    },
  }
}
