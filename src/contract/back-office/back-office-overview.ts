import * as z from 'zod/mini'
import { importFindingsSchema } from '@/domain/staff/import'
import { MAIL_HEALTHS } from '@/domain/staff/mail-health'
import { backOffice } from './back-office-access'
import { givenUpJobSchema } from './back-office-jobs'
import { defineEndpoint } from '../endpoint'
import { epochSeconds, villageDay } from '../envelope'
import { announcementSchema, stateFields } from '../events/event-states'

/** A full disk refuses writes: 'no-photos' refuses photos, 'full' every write of a visitor. */
const DISK_STATES = ['fine', 'no-photos', 'full'] as const

const overviewSchema = z.object({
  /** Calendars whose last nightly reading needs a person. */
  imports: z.array(
    z.object({ id: z.string(), name: z.string(), read_at: epochSeconds, findings: importFindingsSchema }),
  ),
  given_up: z.array(givenUpJobSchema),
  /** The events that are on until the end of the village's day, by start, with the village day that a state would be said of. */
  today: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      location_name: z.string(),
      start_time: epochSeconds,
      end_time: epochSeconds,
      is_all_day: z.boolean(),
      revision: z.number(),
      day: villageDay,
      ...stateFields,
      /** The state of that day alone. */
      said: z.optional(announcementSchema),
    }),
  ),
  /** The events that wait longest for a review, or for a decision on a proposed change, the oldest first. */
  waiting: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      /** When the event was submitted, or the change proposed. */
      created_at: epochSeconds,
      is_proposal: z.optional(z.boolean()),
    }),
  ),
  /** The last twelve weeks of the village, Monday first, the current one last, with the events submitted in each. */
  weeks: z.array(z.object({ starts_at: epochSeconds, submissions: z.number() })),
  storage: z.object({
    photo_bytes: z.number(),
    database_bytes: z.number(),
    /** The disk; absent where the system does not say. */
    disk: z.optional(
      z.object({
        state: z.enum(DISK_STATES),
        free_bytes: z.number(),
        total_bytes: z.number(),
        /** The disk space that is left to the database: below it no photos are stored, below half of it nothing of visitors. */
        reserve_bytes: z.number(),
      }),
    ),
  }),
  mail: z.object({
    health: z.enum(MAIL_HEALTHS),
    /** The number that has not been tried yet. */
    waiting: z.number(),
    /** The jobs that were tried in vain, and are tried again. */
    retrying: z.number(),
    /** The jobs that were given up, of those that are still stored. */
    failed: z.number(),
    /** When the oldest was enqueued that has not left. */
    oldest_at: z.optional(epochSeconds),
    /** Name and code of an error, without an address. */
    last_error: z.optional(z.string()),
  }),
})
export type Overview = z.infer<typeof overviewSchema>
export type DiskState = (typeof DISK_STATES)[number]

export const getOverview = defineEndpoint({
  name: 'getOverview',
  method: 'GET',
  path: '/backoffice/overview',
  summary: 'What waits longest, submissions a week, storage and the mail queue.',
  ...backOffice,
  reply: overviewSchema,
  status: 200,
  errors: ['UNAUTHENTICATED', 'FORBIDDEN'],
})
