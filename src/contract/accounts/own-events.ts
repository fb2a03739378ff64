import * as z from 'zod/mini'
import { storedTimetable } from '@/contract/events/stored-timetable'
import { EVENT_STATUSES } from '@/domain/events/event'
import { defineEndpoint } from '@/contract/endpoint'
import { factFields, tagSchema } from '@/contract/events/events'
import { epochSeconds, pageNumber, pageOf, perPage, uuid } from '@/contract/envelope'

const ofOwnEvents = { permission: 'own-events.read', auth: 'required' } as const

const ownEventRow = z.object({
  id: z.string(),
  title: z.string(),
  location_name: z.string(),
  status: z.enum(EVENT_STATUSES),
  created_at: epochSeconds,
  review_reason: z.optional(z.string()),
})
export type OwnEventRow = z.infer<typeof ownEventRow>

export const listOwnEvents = defineEndpoint('GET /my-events', {
  summary: 'The current user’s submissions, the newest first; with `id` that one alone, if it is theirs.',
  ...ofOwnEvents,
  query: z.object({ page: pageNumber, per_page: perPage(10), id: z.optional(uuid) }),
  reply: pageOf(ownEventRow),
})

export const ownSubmissionSchema = z.extend(ownEventRow, {
  description: z.string(),
  email: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  price: z.optional(z.number()),
  is_donation: z.optional(z.boolean()),
  ...factFields,
  info_url: z.optional(z.string()),
  info_links: z.array(z.object({ type: z.string(), data: z.string() })),
  tags: z.array(tagSchema),
  timetable: storedTimetable,
  has_photo: z.boolean(),
  updated_at: epochSeconds,
})
export type OwnSubmission = z.infer<typeof ownSubmissionSchema>

export const getOwnEvent = defineEndpoint('GET /my-events/{id}', {
  summary: 'One of the current user’s submissions, as it was written.',
  ...ofOwnEvents,
  reply: ownSubmissionSchema,
})

export const getOwnEventPhoto = defineEndpoint('GET /my-events/{id}/photo', {
  summary: 'The photo of one of the current user’s submissions, in its largest size.',
  ...ofOwnEvents,
  reply: z.object({
    type: z.literal('image/jpeg'),
    data: z.string(),
  }),
})
