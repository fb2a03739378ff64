import * as z from 'zod/mini'
import { EVENT_STATES, STATE_NOTE_MAX } from '@/domain/events/event-state'
import { oneLine } from '@/domain/text/plain-text'
import { backOffice, accessErrors } from './back-office-access'
import { backOfficeEventSchema } from './back-office-events'
import { defineEndpoint } from '../endpoint'
import { idParams, uuid, villageDay } from '../envelope'

/** `state: null` takes back what was said, and its note. */
const announcement = z.strictObject({
  state: z.nullable(z.enum(EVENT_STATES, 'invalid')),
  note: z.optional(z.string('invalid').check(oneLine(), z.maxLength(STATE_NOTE_MAX, 'text_too_long'))),
  /** The revision of the event that the caller has seen. */
  revision: z.number('required').check(z.int('invalid')),
})
export type AnnouncementWrite = z.infer<typeof announcement>

const written = [...accessErrors, 'MALFORMED_REQUEST', 'NOT_FOUND', 'CONFLICT', 'VALIDATION_FAILED'] as const

export const setEventState = defineEndpoint({
  name: 'setEventState',
  method: 'PUT',
  path: '/backoffice/events/{id}/state',
  summary:
    'Say that an event as a whole is cancelled, postponed, moved, sold out or on. 409 when `revision` is not the newest, unless that says the same.',
  ...backOffice,
  params: idParams,
  body: announcement,
  reply: backOfficeEventSchema,
  status: 200,
  errors: written,
})

export const setDayState = defineEndpoint({
  name: 'setDayState',
  method: 'PUT',
  path: '/backoffice/events/{id}/states/{day}',
  summary: 'The same of one village day of an event; 422 for a day on which it has no date.',
  ...backOffice,
  params: z.object({ id: uuid, day: villageDay }),
  body: announcement,
  reply: backOfficeEventSchema,
  status: 200,
  errors: written,
})
