import * as z from 'zod/mini'
import { defineEndpoint } from '@/contract/endpoint'
import { uuid, villageDay } from '@/contract/envelope'
import { MAX_REMINDERS_A_BROWSER, REMINDER_KINDS } from '@/domain/events/reminder'

const byBrowser = { permission: 'push.subscribe', auth: 'none' } as const

/** The address of a browser at its push service, which only that browser and the server know (RFC 8030 8). */
const pushEndpoint = z.string('invalid').check(z.minLength(1, 'required'), z.maxLength(1000, 'invalid'))
const key = z.string('invalid').check(z.regex(/^[\w-]{16,100}={0,2}$/, 'invalid'))
const browser = { endpoint: pushEndpoint, keys: z.object({ p256dh: key, auth: key }) }

/** The message about a review holds no title, reason or address. `account`: the submission is the current user's. */
export const pushPayloadSchema = z.object({
  status: z.enum(['PUBLISHED', 'REJECTED']),
  event_id: uuid,
  locale: z.enum(['en', 'pt']),
  account: z.boolean(),
})
export type PushPayload = z.infer<typeof pushPayloadSchema>

export const getPushKey = defineEndpoint('GET /push/key', {
  summary: 'The public VAPID key of this server, base64url (RFC 8292 3.2).',
  ...byBrowser,
  reply: z.object({ public_key: z.string() }),
})

export const subscribeToPush = defineEndpoint('POST /push/subscriptions', {
  summary: 'Have a browser notified when a submission of its account or visitor is reviewed.',
  permission: 'push.subscribe',
  auth: 'lenient',
  body: z.object({
    ...browser,
    event_id: z.optional(uuid),
    /** The endpoint that the browser has replaced by this one: it takes over what that was told. */
    replaces: z.optional(pushEndpoint),
  }),
  status: 201,
})

const date = { event_id: uuid, day: villageDay }

/** A reminder holds ids alone: the worker has the words from the device's replica. */
export const reminderPayloadSchema = z.object({
  reminder: z.enum(REMINDER_KINDS),
  ...date,
  locale: z.enum(['en', 'pt']),
})
export type ReminderPayload = z.infer<typeof reminderPayloadSchema>

export const reminderSchema = z.object({
  ...date,
  before: z
    .array(z.enum(REMINDER_KINDS, 'invalid'), 'invalid')
    .check(z.maxLength(REMINDER_KINDS.length, 'invalid')),
})
export type Reminder = z.infer<typeof reminderSchema>

export const setReminder = defineEndpoint('POST /push/reminders', {
  summary: `Remind a browser of a date in place of what it wanted before, of ${MAX_REMINDERS_A_BROWSER} at most.`,
  ...byBrowser,
  body: z.object({ ...browser, ...reminderSchema.shape }),
  status: 201,
})

export const listReminders = defineEndpoint('POST /push/reminders/list', {
  summary: 'The dates that a browser is reminded of. A POST, so that no address holds the endpoint.',
  ...byBrowser,
  body: z.object({ endpoint: pushEndpoint }),
  reply: z.object({ reminders: z.array(reminderSchema) }),
})
