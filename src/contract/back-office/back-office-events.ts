import * as z from 'zod/mini'
import { _default as withDefault } from 'zod/mini'
import { EVENT_STATUSES, REASON_MAX, REVIEW_ACTIONS } from '@/domain/events/event'
import { searchText } from '@/domain/events/search-words'
import { EVENT_SORTS, EVENT_TRAITS, NOT_IMPORTED } from '@/domain/staff/activity'
import { lines } from '@/domain/text/plain-text'
import { defineEndpoint } from '@/contract/endpoint'
import {
  epochSeconds,
  idParams,
  pageNumber,
  pageOf,
  perPage,
  replyOrNothing,
  tagFilter,
  uuid,
  villageDay,
  emptyReply,
} from '@/contract/envelope'
import { eventStatesSchema, eventSchema, scheduleSchema } from '@/contract/events/events'
import { proposalSchema } from '@/contract/managed-events/managed-writes'
import { storedTimetable } from '@/contract/events/stored-timetable'
import { eventCreationSchema, eventUpdateSchema } from '@/domain/submissions/submission'
import { backOffice, accessErrors } from './back-office-people'

/** Event as the back office sees it (rules 3). A schedule without id is computed ('Prediction'). */
export const backOfficeEventSchema = z.extend(eventSchema, {
  status: z.enum(EVENT_STATUSES),
  email: withDefault(z.string(), ''),
  timetable: storedTimetable,
  schedules: z.array(scheduleSchema),
  states: z.optional(eventStatesSchema),
  /** A change that its organiser proposes, until it is approved or rejected. */
  proposal: z.optional(proposalSchema),
  user_id: z.optional(z.string()),
  /** The calendar that it was imported from; absent when it was forgotten since. */
  imported_from: z.optional(z.object({ name: z.string(), url: z.optional(z.string()) })),
  /** Ids of other events with the same title on the same day (rules 2.12). */
  duplicates: withDefault(z.array(z.string()), []),
  created_at: epochSeconds,
  updated_at: epochSeconds,
  /** Counts edits and reviews: sent with an edit, it says which version was edited. */
  revision: withDefault(z.number(), 0),
})
export type BackOfficeEvent = z.infer<typeof backOfficeEventSchema>

/** The events that are listed, and their order. */
export const eventFilterSchema = z.object({
  status: z.optional(z.enum(EVENT_STATUSES)),
  tags: z.optional(tagFilter),
  user_id: z.optional(uuid),
  /** Words that are all in title, description, place or contact address, whatever the case and the accents. */
  q: z.optional(searchText),
  /** Part of the name or the address of who submitted it. */
  person: z.optional(searchText),
  /** Village days: events with a stored schedule on one of them. Either may be left out. */
  from: z.optional(villageDay),
  to: z.optional(villageDay),
  /** The import that it came by, or `none`. */
  source: z.optional(z.union([z.literal(NOT_IMPORTED), uuid], 'invalid')),
  /** Comma-joined; an event has all of them. */
  traits: z.optional(
    z.pipe(
      z.string(),
      z.pipe(
        z.transform((text: string) => text.split(',')),
        z.array(z.enum(EVENT_TRAITS, 'invalid')).check(z.maxLength(EVENT_TRAITS.length, 'invalid')),
      ),
    ),
  ),
  sort: withDefault(z.enum(EVENT_SORTS, 'invalid'), 'newest'),
})
export type EventFilterQuery = z.infer<typeof eventFilterSchema>

export const listBackOfficeEvents = defineEndpoint({
  name: 'listBackOfficeEvents',
  method: 'GET',
  path: '/backoffice/events',
  summary: 'Events in any status, the newest submission first unless `sort` says otherwise.',
  ...backOffice,
  query: z.extend(eventFilterSchema, { page: pageNumber, per_page: perPage(20) }),
  reply: pageOf(backOfficeEventSchema),
  status: 200,
  errors: [...accessErrors, 'VALIDATION_FAILED'],
})

/** One call gives this many ids at most. */
export const EVENT_IDS_MAX = 10_000

export const listBackOfficeEventIds = defineEndpoint({
  name: 'listBackOfficeEventIds',
  method: 'GET',
  path: '/backoffice/events/ids',
  summary:
    'The ids of all events of a filter in their order, ten thousand at most, and how many there are: a review queue, or what a batch is about.',
  ...backOffice,
  query: eventFilterSchema,
  reply: z.object({ ids: z.array(z.string()), total: z.number() }),
  status: 200,
  errors: [...accessErrors, 'VALIDATION_FAILED'],
})

export const countBackOfficeEvents = defineEndpoint({
  name: 'countBackOfficeEvents',
  method: 'GET',
  path: '/backoffice/events/count-by-status',
  summary: 'How many events are in each status, and of how many a change is proposed.',
  ...backOffice,
  reply: z.object({
    on_review: z.number(),
    published: z.number(),
    rejected: z.number(),
    proposals: z.optional(z.number()),
  }),
  status: 200,
  errors: accessErrors,
})

export const getBackOfficeEvent = defineEndpoint({
  name: 'getBackOfficeEvent',
  method: 'GET',
  path: '/backoffice/events/{id}',
  summary: 'One event with its timetable and schedules.',
  ...backOffice,
  params: idParams,
  reply: backOfficeEventSchema,
  status: 200,
  errors: [...accessErrors, 'NOT_FOUND'],
})

export const reviewEvent = defineEndpoint({
  name: 'reviewEvent',
  method: 'POST',
  path: '/backoffice/events/{id}/review',
  summary:
    'Approve or reject an event that is ON_REVIEW; 409 when it no longer is, or `revision` is not the newest.',
  ...backOffice,
  params: idParams,
  body: z.strictObject({
    action: z.enum(REVIEW_ACTIONS, 'invalid'),
    reason: z.optional(z.string('invalid').check(lines(), z.maxLength(REASON_MAX, 'reason_too_long'))),
    /** The revision that the reviewer has read: its organiser may have changed it since. */
    revision: z.optional(z.number('invalid').check(z.int('invalid'))),
  }),
  reply: replyOrNothing(backOfficeEventSchema),
  status: 200,
  errors: [...accessErrors, 'MALFORMED_REQUEST', 'NOT_FOUND', 'CONFLICT', 'VALIDATION_FAILED'],
})

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
