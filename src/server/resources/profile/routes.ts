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
    getProfile: ({ caller }) => profile(caller.id),

    updateProfile: async ({ body: { name }, caller, nowSeconds }) => {
      await renameUser(db, caller.id, { name, nowSeconds })
      return profile(caller.id)
    },

    listOwnEvents: ({ query, caller }) =>
      listOwnEvents(db, caller.id, { page: query.page, perPage: query.per_page }),

    setAppleDevice: async ({ body, caller, nowSeconds }) => {
      await registerDevice(db, caller.id, {
        deviceId: body.device_id,
        deviceToken: body.device_token,
        nowSeconds,
      })
      return {}
    },
  }
}
