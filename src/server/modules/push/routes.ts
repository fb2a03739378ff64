import { createECDH } from 'node:crypto'
import { ApiError, validationFailed } from '@/server/http/errors/api-error'
import type { AppDeps, Handlers } from '@/server/http/routing/handlers'
import { remindersOf, removeReminder, storeReminder } from './reminders'
import { deleteSubscription, storeSubscription } from './store'

type PushHandlers = Pick<
  Handlers,
  | 'getPushKey'
  | 'subscribeToPush'
  | 'unsubscribeFromPush'
  | 'setReminder'
  | 'deleteReminder'
  | 'listReminders'
>

/** The part of a sender by which a subscription is validated. */
interface PushService {
  publicKey: string
  accepts(endpoint: string): boolean
}

/**
 * Notifications of browsers when a submission is reviewed, and before a date that they want to be reminded of. NOT_FOUND where
 * this server sends none.
 */
export function pushHandlers({ db }: AppDeps, service: PushService | undefined): PushHandlers {
  /** An anonymous client names the address that is called. Throws NOT_FOUND, VALIDATION_FAILED. */
  function validateBrowser(endpoint: string, keys: { p256dh: string; auth: string }): void {
    if (service === undefined) throw new ApiError('NOT_FOUND')
    if (!service.accepts(endpoint)) throw validationFailed([{ path: 'endpoint', code: 'invalid' }])
    if (!areBrowserKeys(keys)) throw validationFailed([{ path: 'keys', code: 'invalid' }])
  }

  return {
    getPushKey: async () => {
      if (service === undefined) throw new ApiError('NOT_FOUND')
      return { public_key: service.publicKey }
    },

    subscribeToPush: async ({ body, currentUser, locale, nowSeconds }) => {
      const { endpoint, keys, event_id: eventId, replaces } = body
      validateBrowser(endpoint, keys)
      await db.transaction((tx) =>
        storeSubscription(tx, { endpoint, ...keys, locale, nowSeconds, eventId, replaces, currentUser }),
      )
      return {}
    },

    unsubscribeFromPush: async ({ body: { endpoint } }) => {
      await deleteSubscription(db, endpoint)
      return {}
    },

    setReminder: async ({ body, locale, nowSeconds }) => {
      const { endpoint, keys, ...reminder } = body
      validateBrowser(endpoint, keys)
      const browser = { endpoint, ...keys, locale }
      await db.transaction((tx) => storeReminder(tx, { ...reminder, browser, nowSeconds }))
      return {}
    },

    deleteReminder: async ({ body }) => {
      await db.transaction((tx) => removeReminder(tx, body))
      return {}
    },

    listReminders: async ({ body: { endpoint }, nowSeconds }) => ({
      reminders: await remindersOf(db, endpoint, nowSeconds),
    }),
  }
}

const AUTH_BYTES = 16

/** Whether a message can be encrypted for these keys (RFC 8291 3.1): a point of P-256, and 16 bytes. */
function areBrowserKeys({ p256dh, auth }: { p256dh: string; auth: string }): boolean {
  if (Buffer.from(auth, 'base64url').byteLength !== AUTH_BYTES) return false
  try {
    const ours = createECDH('prime256v1')
    ours.generateKeys()
    ours.computeSecret(Buffer.from(p256dh, 'base64url'))
    return true
  } catch {
    return false
  }
}
