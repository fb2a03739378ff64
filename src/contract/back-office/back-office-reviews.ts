import * as z from 'zod/mini'
import { oneLine, maxCharacters } from '@/domain/text/text-fields'
import { defineEndpoint } from '@/contract/endpoint'
import { idParams, uuid, villageDay } from '@/contract/envelope'
import { eventUpdateSchema } from '@/domain/submissions/submission'
import { EVENT_STATES, STATE_NOTE_MAX } from '@/domain/events/event-state'
import { backOffice, accessErrors } from './back-office-people'
import { batchReply, eventIds, backOfficeEventSchema, reviewReason } from './back-office-events'

export const undoReview = defineEndpoint('POST /backoffice/events/{id}/review/undo', {
  summary: 'Put an event back ON_REVIEW before anybody was told of its review; 409 when it is too late.',
  ...backOffice,
  params: idParams,
  reply: backOfficeEventSchema,
  errors: [...accessErrors, 'NOT_FOUND', 'CONFLICT'],
})

export const undoReviews = defineEndpoint('POST /backoffice/events/review/undo/batch', {
  summary: 'Put several events back ON_REVIEW; those that it is too late for are left and named in `failed`.',
  ...backOffice,
  body: z.strictObject({ event_ids: eventIds }),
  reply: batchReply,
  errors: [...accessErrors, 'MALFORMED_REQUEST', 'VALIDATION_FAILED'],
})

const proposalParams = z.object({ id: uuid, proposal: uuid })
const written = [...accessErrors, 'MALFORMED_REQUEST', 'NOT_FOUND', 'CONFLICT', 'VALIDATION_FAILED'] as const

export const approveProposal = defineEndpoint('POST /backoffice/events/{id}/proposals/{proposal}/approve', {
  summary:
    'Store what was chosen of an organiser’s proposal, and mail that it was. 409 when another proposal has replaced it, or `revision` is not the newest.',
  ...backOffice,
  params: proposalParams,
  body: z.strictObject({
    ...z.omit(eventUpdateSchema, { photo: true, revision: true }).shape,
    revision: z.number('required').check(z.int('invalid')),
    takes_photo: z.optional(z.boolean('invalid')),
  }),
  reply: backOfficeEventSchema,
  errors: written,
})

export const rejectProposal = defineEndpoint('POST /backoffice/events/{id}/proposals/{proposal}/reject', {
  summary: 'Leave the event as it is, and mail why. 409 when another proposal has replaced it.',
  ...backOffice,
  params: proposalParams,
  body: z.strictObject({
    reason: reviewReason,
  }),
  reply: backOfficeEventSchema,
  errors: written,
})

/** `state: null` takes back what was said, and its note. */
const announcement = z.strictObject({
  state: z.nullable(z.enum(EVENT_STATES, 'invalid')),
  note: z.optional(z.string('invalid').check(oneLine(), maxCharacters(STATE_NOTE_MAX, 'text_too_long'))),
  revision: z.number('required').check(z.int('invalid')),
})
export type AnnouncementWrite = z.infer<typeof announcement>

export const setEventState = defineEndpoint('PUT /backoffice/events/{id}/state', {
  summary:
    'Say that an event as a whole is cancelled, postponed, moved, sold out or on. 409 when `revision` is not the newest, unless that says the same.',
  ...backOffice,
  params: idParams,
  body: announcement,
  reply: backOfficeEventSchema,
  errors: written,
})

export const setDayState = defineEndpoint('PUT /backoffice/events/{id}/states/{day}', {
  summary: 'The same of one village day of an event; 422 for a day on which it has no date.',
  ...backOffice,
  params: z.object({ id: uuid, day: villageDay }),
  body: announcement,
  reply: backOfficeEventSchema,
  errors: written,
})
