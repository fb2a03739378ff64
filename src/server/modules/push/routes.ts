import { ApiError, validationFailed } from '@/server/http/errors/api-error'
import type { AppParts, Handlers } from '@/server/http/routing/handlers'
import { areBrowserKeys } from './browser-keys'
import { deleteSubscription, storeSubscription } from './store'

type PushHandlers = Pick<Handlers, 'getPushKey' | 'subscribeToPush' | 'unsubscribeFromPush'>

/** The part of a sender by which a subscription is validated. */
interface PushService {
  publicKey: string
  accepts(endpoint: string): boolean
}

/** Notifications of browsers when a submission is reviewed; NOT_FOUND where this server sends none. */
export function pushHandlers({ db }: AppParts, service: PushService | undefined): PushHandlers {
  return {
    getPushKey: async () => {
      if (service === undefined) throw new ApiError('NOT_FOUND')
      return { public_key: service.publicKey }
    },

    subscribeToPush: async ({ body, currentUser, locale, nowSeconds }) => {
      if (service === undefined) throw new ApiError('NOT_FOUND')
      const { endpoint, keys, event_id: eventId, replaces } = body
      // A stranger names the address that is called when a submission is reviewed.
      if (!service.accepts(endpoint)) throw validationFailed([{ path: 'endpoint', code: 'invalid' }])
      if (!areBrowserKeys(keys)) throw validationFailed([{ path: 'keys', code: 'invalid' }])
      await db.transaction((tx) =>
        storeSubscription(tx, { endpoint, ...keys, locale, nowSeconds, eventId, replaces, currentUser }),
      )
      return {}
    },

    unsubscribeFromPush: async ({ body: { endpoint } }) => {
      await deleteSubscription(db, endpoint)
      return {}
    },
  }
}
