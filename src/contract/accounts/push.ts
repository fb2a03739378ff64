import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint'
import { emptyReply, uuid } from '../envelope'

/** The address of a browser at its push service, which only that browser and the server know (RFC 8030 8). */
export const pushEndpoint = z
  .string('invalid')
  .check(z.minLength(1, 'required'), z.maxLength(1000, 'invalid'))
const key = z.string('invalid').check(z.regex(/^[\w-]{16,100}={0,2}$/, 'invalid'))
export const browserKeys = z.strictObject({ p256dh: key, auth: key })

/**
 * The message that a browser gets when a submission was reviewed. It holds nothing private: somebody who looks over a shoulder,
 * or has the device, learns no title, reason or address. `account`: it belongs to the current user.
 */
export const pushPayloadSchema = z.object({
  status: z.enum(['PUBLISHED', 'REJECTED']),
  event_id: uuid,
  locale: z.enum(['en', 'pt']),
  account: z.boolean(),
})
export type PushPayload = z.infer<typeof pushPayloadSchema>

export const getPushKey = defineEndpoint({
  name: 'getPushKey',
  method: 'GET',
  path: '/push/key',
  summary: 'The public VAPID key of this server, base64url (RFC 8292 3.2).',
  permission: 'push.subscribe',
  auth: 'none',
  reply: z.object({ public_key: z.string() }),
  status: 200,
  // A server that sends no notifications.
  errors: ['NOT_FOUND'],
})

export const subscribeToPush = defineEndpoint({
  name: 'subscribeToPush',
  method: 'POST',
  path: '/push/subscriptions',
  summary:
    'Have a browser notified when a submission is reviewed: all of the current user’s, and `event_id`, if that is a visitor’s that waits for its review. NOT_FOUND: there is nothing to be notified of, or this server sends no notifications.',
  permission: 'push.subscribe',
  auth: 'lenient',
  body: z.strictObject({
    endpoint: pushEndpoint,
    keys: browserKeys,
    event_id: z.optional(uuid),
    /** The endpoint that the browser has replaced by this one: it takes over what that was told. */
    replaces: z.optional(pushEndpoint),
  }),
  reply: emptyReply,
  status: 201,
  errors: ['MALFORMED_REQUEST', 'VALIDATION_FAILED', 'NOT_FOUND', 'TOO_MANY_REQUESTS'],
})

export const unsubscribeFromPush = defineEndpoint({
  name: 'unsubscribeFromPush',
  method: 'POST',
  path: '/push/unsubscribe',
  summary: 'Tell that browser nothing any more. The response is the same for an unknown one.',
  permission: 'push.subscribe',
  auth: 'none',
  body: z.strictObject({ endpoint: pushEndpoint }),
  reply: emptyReply,
  status: 200,
  errors: ['MALFORMED_REQUEST', 'VALIDATION_FAILED', 'TOO_MANY_REQUESTS'],
})
