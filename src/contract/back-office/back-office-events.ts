import * as z from 'zod/mini'
import { storedTimetable } from '@/contract/events/stored-timetable'
import { _default as withDefault } from 'zod/mini'
import { EVENT_STATUSES, REASON_MAX, REVIEW_ACTIONS } from '@/domain/events/event'
import { EVENT_SORTS, EVENT_TRAITS, NOT_IMPORTED } from '@/domain/staff/activity'
import { defineStaffEndpoint } from '@/contract/endpoint'
import {
  epochSeconds,
  pageNumber,
  pageOf,
  perPage,
  replyOrNothing,
  tagFilter,
  uuid,
  villageDay,
} from '@/contract/envelope'
import { eventStatesSchema, eventSchema, scheduleSchema, photoFields } from '@/contract/events/events'
import { eventCreationSchema, eventUpdateSchema } from '@/domain/submissions/submission'
import { lines, maxCharacters, oneLine } from '@/domain/text/text-fields'
import { searchText } from '@/domain/events/event-search'
import { EVENT_STATES, STATE_NOTE_MAX } from '@/domain/events/event-state'

const proposedContent = z.looseObject({
  title: z.string(),
  description: z.string(),
  location_name: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  tag_keys: z.array(z.string()),
  timetable: storedTimetable,
  price: z.optional(z.nullable(z.number())),
  is_donation: z.optional(z.boolean()),
  info_url: z.optional(z.string()),
  info_links: z.optional(z.array(z.object({ type: z.string(), data: z.string() }))),
})

/** A change of a published event that its organiser proposes (rules 2.15). `base`: the event as it was changed. */
export const proposalSchema = z.object({
  id: z.string(),
  content: proposedContent,
  /** Another photo, or null for none; absent where the photo stays. Who has the link of the mail sees no picture. */
  photo: z.optional(z.nullable(z.object(photoFields))),
  base: z.extend(eventSchema, { timetable: storedTimetable }),
  created_at: epochSeconds,
})

export type Proposal = z.infer<typeof proposalSchema>

/** Event as the back office sees it (rules 3). A schedule without id is computed ('Prediction'). */
export const backOfficeEventSchema = z.extend(eventSchema, {
  status: z.enum(EVENT_STATUSES),
  email: withDefault(z.string(), ''),
  timetable: storedTimetable,
  schedules: z.array(scheduleSchema),
  states: z.optional(eventStatesSchema),
  proposal: z.optional(proposalSchema),
  user_id: z.optional(z.string()),
  imported_from: z.optional(z.object({ name: z.string(), url: z.optional(z.string()) })),
  /** Other events with the same title on the same day, a few of them (rules 2.12). */
  duplicates: withDefault(
    z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        location_name: z.string(),
        status: z.enum(EVENT_STATUSES),
      }),
    ),
    [],
  ),
  created_at: epochSeconds,
  updated_at: epochSeconds,
  /** Counts edits and reviews: sent with an edit, it says which version was edited. */
  revision: withDefault(z.number(), 0),
})
export type BackOfficeEvent = z.infer<typeof backOfficeEventSchema>

export const eventFilterSchema = z.object({
  status: z.optional(z.enum(EVENT_STATUSES)),
  tags: z.optional(tagFilter),
  user_id: z.optional(uuid),
  /** Words that are all in title, description, place or contact address, whatever the case and the accents. */
  q: z.optional(searchText),
  person: z.optional(searchText),
  from: z.optional(villageDay),
  to: z.optional(villageDay),
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

export const listBackOfficeEvents = defineStaffEndpoint('GET /backoffice/events', {
  summary: 'Events in any status, the newest submission first unless `sort` says otherwise.',
  query: z.extend(eventFilterSchema, { page: pageNumber, per_page: perPage(20) }),
  reply: pageOf(backOfficeEventSchema),
})

export const EVENT_IDS_MAX = 10_000

export const listBackOfficeEventIds = defineStaffEndpoint('GET /backoffice/events/ids', {
  summary: 'The ids of all events of a filter, ten thousand at most: a review queue.',
  query: eventFilterSchema,
  reply: z.object({ ids: z.array(z.string()), total: z.number() }),
})

export const countBackOfficeEvents = defineStaffEndpoint('GET /backoffice/events/count-by-status', {
  summary: 'How many events are in each status, and of how many a change is proposed.',
  reply: z.object({
    on_review: z.number(),
    published: z.number(),
    rejected: z.number(),
    proposals: z.optional(z.number()),
  }),
})

export const getBackOfficeEvent = defineStaffEndpoint('GET /backoffice/events/{id}', {
  summary: 'One event with its timetable and schedules.',
  reply: backOfficeEventSchema,
})

export const reviewReason = z.optional(
  z.string('invalid').check(lines(), maxCharacters(REASON_MAX, 'reason_too_long')),
)

export const reviewEvent = defineStaffEndpoint('POST /backoffice/events/{id}/review', {
  summary: 'Approve or reject an event that is ON_REVIEW, else 409.',
  body: z.object({
    action: z.enum(REVIEW_ACTIONS, 'invalid'),
    reason: reviewReason,
    revision: z.optional(z.number('invalid').check(z.int('invalid'))),
  }),
  reply: replyOrNothing(backOfficeEventSchema),
})

export const BATCH_MAX = 200
export const eventIds = z
  .array(uuid, 'required')
  .check(z.minLength(1, 'required'), z.maxLength(BATCH_MAX, 'invalid'))

export const batchReply = replyOrNothing(z.object({ done: z.array(z.string()), failed: z.array(z.string()) }))

export const reviewEvents = defineStaffEndpoint('POST /backoffice/events/review/batch', {
  summary: 'Approve or reject several events; those that are no longer ON_REVIEW are in `failed`.',
  body: z.object({
    action: z.enum(REVIEW_ACTIONS, 'invalid'),
    event_ids: eventIds,
    /** The revisions that the reviewer has seen, by id: an event that was changed since is left, too. */
    revisions: z.optional(z.record(z.string(), z.number('invalid').check(z.int('invalid')))),
    reason: reviewReason,
  }),
  reply: batchReply,
})

export const deleteEvents = defineStaffEndpoint('POST /backoffice/events/delete/batch', {
  summary: 'Delete several events for good.',
  body: z.object({ event_ids: eventIds }),
  reply: batchReply,
})

export const updateEvent = defineStaffEndpoint('PUT /backoffice/events/{id}', {
  summary: 'Edit an event. `photo: null` removes the photo, absent leaves it. Past schedules stay.',
  body: eventUpdateSchema,
  reply: replyOrNothing(backOfficeEventSchema),
  carriesPhoto: true,
})

export const createEvent = defineStaffEndpoint('POST /backoffice/events', {
  summary: 'Publish an event of the team’s own at once. `photo_of` takes the photo of another event.',
  body: eventCreationSchema,
  reply: z.object({ id: z.string() }),
  status: 201,
  idempotent: true,
  carriesPhoto: true,
})

export const deleteEvent = defineStaffEndpoint('DELETE /backoffice/events/{id}', {
  summary: 'Delete an event for good, from any status.',
})

export const undoReviews = defineStaffEndpoint('POST /backoffice/events/review/undo/batch', {
  summary:
    'Put events back ON_REVIEW before anybody was told of their reviews; those that it is too late for are left and named in `failed`.',
  body: z.object({ event_ids: eventIds }),
  reply: batchReply,
})

const proposalParams = z.object({ id: uuid, proposal: uuid })

export const approveProposal = defineStaffEndpoint(
  'POST /backoffice/events/{id}/proposals/{proposal}/approve',
  {
    summary:
      'Store what was chosen of an organiser’s proposal, and mail that it was. 409 when another proposal has replaced it, or `revision` is not the newest.',
    params: proposalParams,
    body: z.object({
      ...z.omit(eventUpdateSchema, { photo: true, revision: true }).shape,
      revision: z.number('required').check(z.int('invalid')),
      takes_photo: z.optional(z.boolean('invalid')),
    }),
    reply: backOfficeEventSchema,
  },
)

export const rejectProposal = defineStaffEndpoint(
  'POST /backoffice/events/{id}/proposals/{proposal}/reject',
  {
    summary: 'Leave the event as it is, and mail why. 409 when another proposal has replaced it.',
    params: proposalParams,
    body: z.object({ reason: reviewReason }),
    reply: backOfficeEventSchema,
  },
)

/** `state: null` takes back what was said, and its note. */
const announcement = z.object({
  state: z.nullable(z.enum(EVENT_STATES, 'invalid')),
  note: z.optional(z.string('invalid').check(oneLine(), maxCharacters(STATE_NOTE_MAX, 'text_too_long'))),
  revision: z.number('required').check(z.int('invalid')),
})
export type AnnouncementWrite = z.infer<typeof announcement>

export const setEventState = defineStaffEndpoint('PUT /backoffice/events/{id}/state', {
  summary: 'Say that an event as a whole is cancelled, postponed, moved, sold out or on.',
  body: announcement,
  reply: backOfficeEventSchema,
})

export const setDayState = defineStaffEndpoint('PUT /backoffice/events/{id}/states/{day}', {
  summary: 'The same of one village day of an event; 422 for a day on which it has no date.',
  params: z.object({ id: uuid, day: villageDay }),
  body: announcement,
  reply: backOfficeEventSchema,
})
