import * as z from 'zod/mini'
import { MAX_REMINDERS_A_BROWSER, REMINDER_KINDS } from '@/domain/events/reminder'
import { defineEndpoint } from '../endpoint'
import { emptyReply, uuid, villageDay } from '../envelope'
import { browserKeys, pushEndpoint } from './push'

const kinds = z
  .array(z.enum(REMINDER_KINDS, 'invalid'), 'invalid')
  .check(z.minLength(1, 'required'), z.maxLength(REMINDER_KINDS.length, 'invalid'))

/** A date of an event: the village day that it is on. */
const date = { event_id: uuid, day: villageDay }

/**
 * The message that a browser gets of a date that it wants to be reminded of. It holds ids alone: the worker has the words, and what it
 * says of the event, from the device's replica.
 */
export const reminderPayloadSchema = z.object({
  reminder: z.enum(REMINDER_KINDS),
  ...date,
  locale: z.enum(['en', 'pt']),
})
export type ReminderPayload = z.infer<typeof reminderPayloadSchema>

export const reminderSchema = z.object({ ...date, before: kinds })
export type Reminder = z.infer<typeof reminderSchema>

export const setReminder = defineEndpoint({
  name: 'setReminder',
  method: 'POST',
  path: '/push/reminders',
  summary: `Remind a browser of a date of a published event, in place of what it wanted for that date before; of ${MAX_REMINDERS_A_BROWSER} dates at most. NOT_FOUND: there is no such date to come, or this server sends no notifications.`,
  permission: 'push.subscribe',
  auth: 'none',
  body: z.strictObject({ endpoint: pushEndpoint, keys: browserKeys, ...date, before: kinds }),
  reply: emptyReply,
  status: 201,
  errors: ['MALFORMED_REQUEST', 'VALIDATION_FAILED', 'NOT_FOUND', 'TOO_MANY_REQUESTS'],
})

export const deleteReminder = defineEndpoint({
  name: 'deleteReminder',
  method: 'DELETE',
  path: '/push/reminders',
  summary: 'Remind a browser of a date no more. The response is the same for an unknown one.',
  permission: 'push.subscribe',
  auth: 'none',
  body: z.strictObject({ endpoint: pushEndpoint, ...date }),
  reply: emptyReply,
  status: 200,
  errors: ['MALFORMED_REQUEST', 'VALIDATION_FAILED', 'TOO_MANY_REQUESTS'],
})

export const listReminders = defineEndpoint({
  name: 'listReminders',
  method: 'POST',
  path: '/push/reminders/list',
  summary:
    'The dates that a browser is reminded of; none of an unknown one. The endpoint is what only that browser knows, so it stands in no address and no log.',
  permission: 'push.subscribe',
  auth: 'none',
  body: z.strictObject({ endpoint: pushEndpoint }),
  reply: z.object({ reminders: z.array(reminderSchema) }),
  status: 200,
  errors: ['MALFORMED_REQUEST', 'VALIDATION_FAILED', 'TOO_MANY_REQUESTS'],
})
