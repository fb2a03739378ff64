import * as z from 'zod/mini'
import { EVENT_STATES } from '@/domain/events/event-state'
import { ACTIVITY_ACTIONS } from '@/domain/staff/activity'
import { backOffice, accessErrors } from './back-office-access'
import { defineEndpoint } from '../endpoint'
import { epochSeconds, pageNumber, pageOf, perPage, uuid } from '../envelope'

const actorSchema = z.object({ id: z.string(), name: z.string(), email: z.string() })
export type Actor = z.infer<typeof actorSchema>

/** Further details of an activity (domain/staff/activity). */
export const activityDetails = z.object({
  reason: z.optional(z.string()),
  fields: z.optional(z.array(z.string())),
  state: z.optional(z.nullable(z.enum(EVENT_STATES))),
  note: z.optional(z.string()),
  day: z.optional(z.string()),
  name: z.optional(z.string()),
})

/** One entry of the activity log. */
const activitySchema = z.object({
  id: z.string(),
  action: z.enum(ACTIVITY_ACTIONS),
  /** The user who did it; absent once the account is deleted. */
  user: z.optional(actorSchema),
  /** The beginning of the session's id: enough to tell sessions apart. */
  session: z.string(),
  /** Whether it was done in the session that asks. */
  is_this_session: z.boolean(),
  subject: z.object({
    id: z.string(),
    /** Title or name at the time; of people their name now, absent once the account is deleted. */
    label: z.optional(z.string()),
    /** Whether it is still there. */
    exists: z.boolean(),
  }),
  details: activityDetails,
  created_at: epochSeconds,
})
export type Activity = z.infer<typeof activitySchema>

export const listActivities = defineEndpoint({
  name: 'listActivities',
  method: 'GET',
  path: '/backoffice/activities',
  summary: 'What administrators did, the newest first; kept for 24 months.',
  ...backOffice,
  query: z.object({
    page: pageNumber,
    per_page: perPage(20),
    subject_id: z.optional(uuid),
    user_id: z.optional(uuid),
    action: z.optional(z.enum(ACTIVITY_ACTIONS)),
  }),
  reply: pageOf(activitySchema),
  status: 200,
  errors: [...accessErrors, 'VALIDATION_FAILED'],
})

export const listActors = defineEndpoint({
  name: 'listActors',
  method: 'GET',
  path: '/backoffice/activities/users',
  summary: 'Who has entries in the activity log, by name.',
  ...backOffice,
  reply: z.object({ items: z.array(actorSchema) }),
  status: 200,
  errors: accessErrors,
})
