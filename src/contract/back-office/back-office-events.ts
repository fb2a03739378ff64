import * as z from 'zod/mini'
import { EVENT_STATUSES, REASON_MAX, REVIEW_ACTIONS } from '@/domain/events/event'
import { searchText } from '@/domain/events/event-search'
import { lines } from '@/domain/text/plain-text'
import { backOffice, refusals } from './back-office-access'
import { defineEndpoint } from '../endpoint'
import { epochSeconds, idParams, pageNumber, pageOf, perPage, tagFilter, uuid } from '../envelope'
import { eventSchema, scheduleSchema } from '../events'
import { storedTimetable } from '../stored-timetable'

/** Event as the back office sees it (rules 3). A schedule without id is computed ('Prediction'). */
export const backOfficeEventSchema = z.extend(eventSchema, {
  status: z.enum(EVENT_STATUSES),
  email: z.string(),
  timetable: storedTimetable,
  schedules: z.array(scheduleSchema),
  user_id: z.optional(z.string()),
  /** The calendar that it was imported from; absent when it was forgotten since. */
  imported_from: z.optional(z.object({ name: z.string(), url: z.optional(z.string()) })),
  /** Ids of other events with the same title on the same day (rules 2.12). */
  duplicates: z.array(z.string()),
  created_at: epochSeconds,
  updated_at: epochSeconds,
  /** Counts edits and reviews: sent with an edit, it says which version was edited. */
  revision: z.number(),
})
export type BackOfficeEvent = z.infer<typeof backOfficeEventSchema>

export const listBackOfficeEvents = defineEndpoint({
  name: 'listBackOfficeEvents',
  method: 'GET',
  path: '/backoffice/events',
  summary: 'Events in any status, the newest submission first.',
  ...backOffice,
  query: z.object({
    page: pageNumber,
    per_page: perPage(20),
    status: z.optional(z.enum(EVENT_STATUSES)),
    tags: z.optional(tagFilter),
    user_id: z.optional(uuid),
    /** Words that are all in title, description, place or contact address, whatever the case and the accents. */
    q: z.optional(searchText),
  }),
  reply: pageOf(backOfficeEventSchema),
  status: 200,
  errors: [...refusals, 'VALIDATION_FAILED'],
})

export const countBackOfficeEvents = defineEndpoint({
  name: 'countBackOfficeEvents',
  method: 'GET',
  path: '/backoffice/events/count-by-status',
  summary: 'How many events are in each status.',
  ...backOffice,
  reply: z.object({ on_review: z.number(), published: z.number(), rejected: z.number() }),
  status: 200,
  errors: refusals,
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
  errors: [...refusals, 'NOT_FOUND'],
})

export const reviewEvent = defineEndpoint({
  name: 'reviewEvent',
  method: 'POST',
  path: '/backoffice/events/{id}/review',
  summary: 'Approve or reject an event that is ON_REVIEW; 409 when it no longer is.',
  ...backOffice,
  params: idParams,
  body: z.strictObject({
    action: z.enum(REVIEW_ACTIONS, 'invalid'),
    reason: z.optional(z.string('invalid').check(lines(), z.maxLength(REASON_MAX, 'reason_too_long'))),
  }),
  reply: backOfficeEventSchema,
  status: 200,
  errors: [...refusals, 'MALFORMED_REQUEST', 'NOT_FOUND', 'CONFLICT', 'VALIDATION_FAILED'],
})
