import * as z from 'zod/mini'
import { _default as withDefault } from 'zod/mini'
import { EVENT_STATUSES, PHOTO_TYPES } from '@/domain/events/event'
import { submissionSchema, uploadNameSchema } from '@/domain/submissions/submission'
import { isCalendarDay } from '@/domain/time/local-time'
import { recurrenceSchema } from '@/domain/timetables/timetable'
import { defineEndpoint } from '@/contract/endpoint'
import {
  completed,
  epochSeconds,
  pageNumber,
  pageOf,
  perPage,
  slugFilter,
  tagFilter,
  villageDay,
} from '@/contract/envelope'
import { ACCESS_FEATURES, EVENT_LANGUAGES, type FactName } from '@/domain/events/event-fields'
import { EVENT_STATES } from '@/domain/events/event-state'
import { queryText } from '@/domain/events/event-search'

const state = z.enum(EVENT_STATES)

export const stateFields = { state: z.optional(state), note: z.optional(z.string()) }

export const announcementSchema = z.object({ state, note: stateFields.note })

/** The states of the whole event, and of its village days to come, ordered by day (`announcementOn`). */
export const eventStatesSchema = z.object({
  whole: z.optional(announcementSchema),
  days: z.array(z.extend(announcementSchema, { day: villageDay })),
})

/** A fact is absent where nothing is said, which is never 'no' (rules 4.11). The lists are open: a client shows what it knows of them. */
export const factFields = {
  audience: z.optional(z.string()),
  access: z.optional(z.array(z.string())),
  /** BCP 47 primary tags. */
  languages: z.optional(z.array(z.string())),
} satisfies Record<FactName, z.ZodMiniType>

/** The optional facts beside words, place and times. */
export const statedFields = {
  info_url: z.optional(z.string()),
  price: z.optional(z.number()),
  /** Everybody gives what they like; the price is then 0, for clients that know no more. */
  is_donation: z.optional(z.boolean()),
  ...factFields,
  info_links: z.array(z.object({ type: z.string(), data: z.string() })),
}

const flag = z.optional(z.coerce.number().check(z.gte(1, 'invalid'), z.lte(1, 'invalid')))

function listOf(known: readonly string[]) {
  return z.optional(
    z.string().check(z.refine((text) => text.split(',').every((one) => known.includes(one)), 'invalid')),
  )
}

/** A filter by facts. One that makes no sense is refused: without it the list would be of everything. */
export const factsQuery = {
  /** 1: the price is 0. */
  free: flag,
  /** 1: for families, or for everybody. */
  family: flag,
  /** Comma-joined; an event has all of them. */
  access: listOf(ACCESS_FEATURES),
  /** Comma-joined languages; one of them is spoken. */
  in: listOf(EVENT_LANGUAGES),
}

export const tagSchema = z.object({
  id: withDefault(z.string(), ''),
  key: z.string(),
  name: z.string(),
  names: z.optional(z.record(z.string(), z.string())),
  /** Keys of tags that were merged into it: a filter by one of them means this one. */
  merged_keys: z.optional(z.array(z.string())),
})
export type Tag = z.infer<typeof tagSchema>

export const scheduleSchema = z.object({
  id: z.optional(z.string()),
  start_time: epochSeconds,
  end_time: epochSeconds,
  is_all_day: z.boolean(),
  ...stateFields,
})

export const photoFields = {
  thumbnail: z.optional(z.string()),
  photo: z.optional(z.string()),
  photo_width: z.optional(z.number()),
  photo_height: z.optional(z.number()),
  /** The point that a crop keeps in sight, in percent from the left and from the top. */
  photo_focus: z.optional(z.object({ x: z.number(), y: z.number() })),
  /** The colour that is shown until the photo is there, `#rrggbb`. */
  photo_color: z.optional(z.string()),
}

/** Event, public read (rules 3). Photos are absolute URLs; those of an unpublished event are signed and hold ten minutes. */
export const eventSchema = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  ...photoFields,
  start_time: epochSeconds,
  end_time: epochSeconds,
  is_all_day: z.boolean(),
  /** The weekdays of a recurring event, 0 for Sunday. */
  weekdays: z.optional(z.array(z.number())),
  ...stateFields,
  location_name: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  tags: z.array(tagSchema),
  ...statedFields,
})
export type PublicEvent = z.infer<typeof eventSchema>

const recurrenceRule = z.object(recurrenceSchema.shape)

/** The rule of a recurring event whose occurrences after `stored_until` (epoch seconds) are not among its schedules. */
const pendingRecurrence = z.object({ rule: recurrenceRule, stored_until: epochSeconds })

/** The event has its occurrences from now on, a festival under way all days: those that are stored, or alone a year of them. */
export const programmeEventSchema = z.extend(eventSchema, {
  schedules: z.array(scheduleSchema),
  recurrence: z.optional(pendingRecurrence),
  rule: z.optional(recurrenceRule),
  states: z.optional(eventStatesSchema),
  /** Counts reviews and edits, and when the last was: a calendar takes the newer of two copies. */
  revision: z.optional(z.number()),
  updated_at: z.optional(epochSeconds),
  organiser: z.optional(z.object({ slug: z.string(), name: z.string() })),
})
export type ProgrammeEvent = z.infer<typeof programmeEventSchema>

/** The status is for the owner, admins (rules 3), and whoever has the link out of its mail. */
const ownEventSchema = z.extend(programmeEventSchema, {
  status: z.optional(z.enum(EVENT_STATUSES)),
  is_own: z.optional(z.boolean()),
  review_reason: z.optional(z.string()),
  is_photo_withheld: z.optional(z.boolean()),
})
export type OwnEvent = z.infer<typeof ownEventSchema>

/** An ISO timestamp with an offset or Z, as exact as a nanosecond; kept as text and read by the server. */
const timestamp = z.pipe(
  z.iso.datetime({ offset: true }).check(z.regex(/^(?!.*\.\d{10})/)),
  z.string().check(z.refine((text) => isCalendarDay(text.slice(0, 10)), 'invalid')),
)

export const programme = { permission: 'programme.read', auth: 'none' } as const

export const listEvents = defineEndpoint('GET /events', {
  summary: 'Published events of a window, one row an event, by village day and start.',
  ...programme,
  query: z.object({
    page: pageNumber,
    per_page: perPage(6),
    tags: z.optional(tagFilter),
    q: z.optional(queryText),
    ...factsQuery,
    place: z.optional(slugFilter),
    organiser: z.optional(slugFilter),
    start_date: z.optional(timestamp),
    end_date: z.optional(timestamp),
    /** `date`: a row each date in a window that has an end, where an event may have several on a day. */
    each: z.optional(z.literal('date')),
  }),
  reply: pageOf(eventSchema),
})

export const listProgramme = defineEndpoint('GET /events/list', {
  summary: 'The whole upcoming programme for a replica; with `since`, only what changed or went away.',
  ...programme,
  query: z.object({ since: z.optional(z.string().check(z.regex(/^[0-9a-z.-]{1,40}$/))) }),
  reply: z.object({
    items: z.array(programmeEventSchema),
    removed: z.array(z.string()),
    cursor: z.string(),
    /** The server's time: a device's own clock may be wrong, and must not decide what is over. */
    server_time: z.optional(epochSeconds),
  }),
})

export const listTags = defineEndpoint('GET /events/tags', {
  summary: 'All tags.',
  ...programme,
  reply: z.object({ items: z.array(tagSchema) }),
})

export const listUsedTags = defineEndpoint('GET /events/tags/used', {
  summary: 'Tags of at least one upcoming published event, the most used first.',
  ...programme,
  reply: z.object({ items: z.array(z.extend(tagSchema, { count: withDefault(z.number(), 0) })) }),
})

const TOKEN_MAX = 200

export const getEvent = defineEndpoint('GET /events/{id}', {
  summary: 'One event: published for everyone, else for its owner, admins and the `token` of its mail.',
  permission: 'programme.read',
  auth: 'optional',
  query: z.object({ token: z.optional(z.string().check(z.maxLength(TOKEN_MAX))) }),
  reply: completed(ownEventSchema, ({ start_time, end_time, is_all_day }) => ({
    schedules: [{ start_time, end_time, is_all_day }],
  })),
})

export const submitEvent = defineEndpoint('POST /events', {
  summary: 'Submit an event for review. A valid bearer token attaches it to the user.',
  permission: 'event.submit',
  auth: 'optional',
  body: submissionSchema,
  // The id alone says that it was stored: without it the outbox would send it again.
  reply: z.object({
    id: z.string(),
    title: withDefault(z.string(), ''),
    status: withDefault(z.string(), 'ON_REVIEW'),
    /** A mail that it has arrived goes to its address. Absent where another server of the contract does not say. */
    notified_by_mail: z.optional(z.boolean()),
  }),
  status: 201,
  idempotent: true,
  carriesPhoto: true,
})

/** Under its own SHA-256, so that a submission sent again does not send its photo again. */
export const uploadPhoto = defineEndpoint('PUT /uploads/{sha256}', {
  summary:
    'A photo under its SHA-256, for a write with the same key or account: `photo: {"upload": sha256}`.',
  permission: 'event.submit',
  auth: 'optional',
  params: z.object({ sha256: uploadNameSchema }),
  takesBytes: PHOTO_TYPES,
  reply: z.object({ sha256: z.string(), size_bytes: z.number() }),
})

export const placeSchema = z.object({
  slug: z.string(),
  location_name: z.string(),
  latitude: z.number(),
  longitude: z.number(),
})
export type PublicPlace = z.infer<typeof placeSchema>

export const getPlace = defineEndpoint('GET /places/{slug}', {
  summary: 'A place that at least one published event has or had.',
  ...programme,
  params: z.object({ slug: slugFilter }),
  reply: placeSchema,
})

export const linkSchema = z.object({ type: z.string(), data: z.string() })

const organiserSchema = z.object({
  slug: z.string(),
  name: z.string(),
  text: z.optional(z.string()),
  text_locale: z.optional(z.enum(['en', 'pt'])),
  links: z.array(linkSchema),
  ...photoFields,
})
export type PublicOrganiser = z.infer<typeof organiserSchema>

export const getOrganiser = defineEndpoint('GET /organisers/{slug}', {
  summary: 'An organiser, whose events are those of `GET /events?organiser=`.',
  ...programme,
  params: z.object({ slug: slugFilter }),
  reply: organiserSchema,
})
