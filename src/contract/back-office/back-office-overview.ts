import * as z from 'zod/mini'
import { importFindingsSchema } from '@/domain/staff/import'
import { MAIL_HEALTHS, JOB_NAMES } from '@/domain/staff/jobs'
import { defineStaffEndpoint } from '@/contract/endpoint'
import { epochSeconds, villageDay, pageNumber, pageOf, perPage, uuid } from '@/contract/envelope'
import { announcementSchema, scheduleSchema } from '@/contract/events/events'
import { ACTIVITY_ACTIONS, activityDetails } from '@/domain/staff/activity'

const givenUpJobSchema = z.object({
  id: z.string(),
  name: z.enum(JOB_NAMES),
  error: z.string(),
  attempts: z.number(),
  given_up_at: epochSeconds,
  can_retry: z.boolean(),
})
export type GivenUpJob = z.infer<typeof givenUpJobSchema>

export const retryJob = defineStaffEndpoint('POST /backoffice/jobs/{id}/retry', {
  summary: 'Try a job again that was given up.',
})

const overviewSchema = z.object({
  imports: z.array(
    z.object({ id: z.string(), name: z.string(), read_at: epochSeconds, findings: importFindingsSchema }),
  ),
  given_up: z.array(givenUpJobSchema),
  today: z.array(
    z.extend(scheduleSchema, {
      id: z.string(),
      title: z.string(),
      location_name: z.string(),
      revision: z.number(),
      day: villageDay,
      said: z.optional(announcementSchema),
    }),
  ),
  /** The events that wait longest for a review, or for a decision on a proposed change, the oldest first. */
  waiting: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      created_at: epochSeconds,
      is_proposal: z.optional(z.boolean()),
    }),
  ),
  weeks: z.array(z.object({ starts_at: epochSeconds, submissions: z.number() })),
  storage: z.object({
    photo_bytes: z.number(),
    database_bytes: z.number(),
    disk: z.optional(
      z.object({
        /** A full disk refuses writes: 'no-photos' refuses photos, 'full' every write of a visitor. */
        state: z.enum(['fine', 'no-photos', 'full']),
        free_bytes: z.number(),
        total_bytes: z.number(),
        /** The disk space that is left to the database: below it no photos are stored, below half of it nothing of visitors. */
        reserve_bytes: z.number(),
      }),
    ),
  }),
  mail: z.object({
    health: z.enum(MAIL_HEALTHS),
    waiting: z.number(),
    retrying: z.number(),
    failed: z.number(),
    oldest_at: z.optional(epochSeconds),
    last_error: z.optional(z.string()),
  }),
})
export type Overview = z.infer<typeof overviewSchema>

export const getOverview = defineStaffEndpoint('GET /backoffice/overview', {
  summary: 'What waits longest, submissions a week, storage and the mail queue.',
  reply: overviewSchema,
})

const actorSchema = z.object({ id: z.string(), name: z.string(), email: z.string() })
export type Actor = z.infer<typeof actorSchema>

const activitySchema = z.object({
  id: z.string(),
  action: z.enum(ACTIVITY_ACTIONS),
  user: z.optional(actorSchema),
  subject: z.object({
    id: z.string(),
    /** Title or name at the time; of people their name now, absent once the account is deleted. */
    label: z.optional(z.string()),
    exists: z.boolean(),
  }),
  details: activityDetails,
  created_at: epochSeconds,
})
export type Activity = z.infer<typeof activitySchema>

export const listActivities = defineStaffEndpoint('GET /backoffice/activities', {
  summary: 'What administrators did, the newest first; kept for 24 months.',
  query: z.object({
    page: pageNumber,
    per_page: perPage(20),
    subject_id: z.optional(uuid),
    user_id: z.optional(uuid),
    action: z.optional(z.enum(ACTIVITY_ACTIONS)),
  }),
  reply: pageOf(activitySchema),
})

export const listActors = defineStaffEndpoint('GET /backoffice/activities/users', {
  summary: 'Who has entries in the activity log, by name.',
  reply: z.object({ items: z.array(actorSchema) }),
})
