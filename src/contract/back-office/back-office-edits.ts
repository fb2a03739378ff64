import * as z from 'zod/mini'
import { REASON_MAX, REVIEW_ACTIONS } from '@/domain/events/event'
import { lines } from '@/domain/text/plain-text'
import { eventCreationSchema, eventUpdateSchema } from '@/domain/submissions/submission'
import { backOffice } from './back-office-access'
import { backOfficeEventSchema } from './back-office-events'
import { defineEndpoint } from '../endpoint'
import { emptyReply, idParams, replyOrNothing, uuid } from '../envelope'

const written = ['UNAUTHENTICATED', 'FORBIDDEN', 'MALFORMED_REQUEST', 'VALIDATION_FAILED'] as const
export const BATCH_MAX = 200
export const eventIds = z
  .array(uuid, 'required')
  .check(z.minLength(1, 'required'), z.maxLength(BATCH_MAX, 'invalid'))

/** Ids in a query, joined by commas. */
const joinedIds = z.pipe(
  z.string().check(z.maxLength(BATCH_MAX * 37)),
  z.pipe(
    z.transform((text: string) => text.split(',')),
    eventIds,
  ),
)

export const readBackOfficeEvents = defineEndpoint({
  name: 'readBackOfficeEvents',
  method: 'GET',
  path: '/backoffice/events/selected',
  summary: 'Several events by their ids, joined by commas; those that are gone are missing.',
  ...backOffice,
  query: z.object({ ids: joinedIds }),
  reply: z.object({ items: z.array(backOfficeEventSchema) }),
  status: 200,
  errors: ['UNAUTHENTICATED', 'FORBIDDEN', 'VALIDATION_FAILED'],
})

/** Each id of a batch is done or has failed; all are done where nothing is said of them. */
export const batchReply = replyOrNothing(z.object({ done: z.array(z.string()), failed: z.array(z.string()) }))

export const reviewEvents = defineEndpoint({
  name: 'reviewEvents',
  method: 'POST',
  path: '/backoffice/events/review/batch',
  summary:
    'Approve or reject several events; those that are no longer ON_REVIEW are left and named in `failed`.',
  ...backOffice,
  body: z.strictObject({
    action: z.enum(REVIEW_ACTIONS, 'invalid'),
    event_ids: eventIds,
    /** The revisions that the reviewer has seen, by id: an event that was changed since is left, too. */
    revisions: z.optional(z.record(z.string(), z.number('invalid').check(z.int('invalid')))),
    reason: z.optional(z.string('invalid').check(lines(), z.maxLength(REASON_MAX, 'reason_too_long'))),
  }),
  reply: batchReply,
  status: 200,
  errors: written,
})

export const deleteEvents = defineEndpoint({
  name: 'deleteEvents',
  method: 'POST',
  path: '/backoffice/events/delete/batch',
  summary: 'Delete several events for good.',
  ...backOffice,
  body: z.strictObject({ event_ids: eventIds }),
  reply: batchReply,
  status: 200,
  errors: written,
})

export const updateEvent = defineEndpoint({
  name: 'updateEvent',
  method: 'PUT',
  path: '/backoffice/events/{id}',
  summary:
    'Edit an event. `photo: null` removes the photo, absent leaves it. Past schedules stay. 409 when `revision` is not the newest.',
  ...backOffice,
  params: idParams,
  body: eventUpdateSchema,
  reply: replyOrNothing(backOfficeEventSchema),
  status: 200,
  errors: [
    ...written,
    'NOT_FOUND',
    'CONFLICT',
    'UPLOAD_MISSING',
    'PAYLOAD_TOO_LARGE',
    'UNSUPPORTED_MEDIA_TYPE',
    'INSUFFICIENT_STORAGE',
  ],
  carriesPhoto: true,
})

export const createEvent = defineEndpoint({
  name: 'createEvent',
  method: 'POST',
  path: '/backoffice/events',
  summary: 'Publish an event of the team’s own at once. `photo_of` takes the photo of another event.',
  ...backOffice,
  body: eventCreationSchema,
  reply: z.object({ id: z.string() }),
  status: 201,
  errors: [
    ...written,
    'REQUEST_IN_PROGRESS',
    'UPLOAD_MISSING',
    'IDEMPOTENCY_KEY_REUSED',
    'PAYLOAD_TOO_LARGE',
    'UNSUPPORTED_MEDIA_TYPE',
    'INSUFFICIENT_STORAGE',
  ],
  idempotent: true,
  carriesPhoto: true,
})

export const deleteEvent = defineEndpoint({
  name: 'deleteEvent',
  method: 'DELETE',
  path: '/backoffice/events/{id}',
  summary: 'Delete an event for good, from any status.',
  ...backOffice,
  params: idParams,
  reply: emptyReply,
  status: 200,
  errors: ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND'],
})
