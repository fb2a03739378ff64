import * as z from 'zod/mini'
import { EVENT_STATUSES } from '@/domain/events/event'
import {
  CSV_COLUMNS,
  IMPORT_ERRORS,
  IMPORT_MAX_BYTES,
  IMPORT_NAME_MAX,
  IMPORT_NOTES,
  IMPORT_ROWS_MAX,
  IMPORT_STATES,
  IMPORT_UID_MAX,
  ROW_ERRORS,
  importDefaultsSchema,
  importFindingsSchema,
} from '@/domain/staff/import'
import { URL_MAX } from '@/domain/events/info-link'
import { maxCharacters, oneLine, requiredLine, requiredText } from '@/domain/text/text-fields'
import { PROBLEM_CODES } from '@/messages/compiled/problem-codes'
import { defineStaffEndpoint } from '@/contract/endpoint'
import { epochSeconds } from '@/contract/envelope'

const name = requiredLine(IMPORT_NAME_MAX, 'text_too_long')
const address = z
  .string('url_invalid')
  .check(oneLine(), z.minLength(1, 'url_required'), maxCharacters(URL_MAX, 'text_too_long'))
/** The bytes of a calendar, base64: the server finds out in which encoding and format they are. */
const file = requiredText(Math.ceil(IMPORT_MAX_BYTES / 3) * 4, 'text_too_long')
/** The heading of each meaning; an empty one: no column has it. */
const columns = z.partialRecord(
  z.enum(CSV_COLUMNS),
  z.string().check(z.maxLength(IMPORT_NAME_MAX, 'text_too_long')),
)

const source = z.object({ id: z.uuid('invalid'), url: z.optional(address), name, file })

const date = z.object({ start_time: epochSeconds, end_time: epochSeconds, is_all_day: z.boolean() })
/** With one of its dates. */
const storedEvent = z.object({
  id: z.string(),
  title: z.string(),
  status: z.enum(EVENT_STATUSES),
  ...date.shape,
})

const row = z.object({
  uid: z.string(),
  state: z.enum(IMPORT_STATES),
  title: z.string(),
  /** The first dates that are not over, and the number of all that are imported; of an event that is over, when it was. */
  dates: z.object({ items: z.array(date), count: z.number() }),
  location_name: z.string(),
  /** It is chosen unless a person says otherwise, and imported at night: new or changed, and nothing about it is doubtful. */
  is_ticked: z.boolean(),
  notes: z.array(z.enum(IMPORT_NOTES)),
  /** Why it is unreadable, and of 'invalid' which rule for events it breaks. */
  reason: z.optional(z.enum(ROW_ERRORS)),
  problem: z.optional(z.enum(PROBLEM_CODES)),
  /** The stored event of this row. */
  event_id: z.optional(z.string()),
  status: z.optional(z.enum(EVENT_STATUSES)),
  /** Its source has cancelled it: an import does so here. */
  is_cancelled: z.optional(z.boolean()),
  /** A stored event on the same day with a like title, or at the same place and hour. */
  perhaps_same_as: z.optional(storedEvent),
})
export type ImportRow = z.infer<typeof row>

const reading = z.object({
  /** The source that it counts for; of a new calendar the id that it will have, so that an import sent twice is one. */
  source_id: z.string(),
  is_new: z.boolean(),
  name: z.string(),
  /** The bytes that were read, base64: an import of these rows sends them back. */
  file: z.string(),
  /** In the order of their states, and of each state the next dates first. */
  items: z.array(row),
  /** How many rows there was no room for. */
  left_out: z.number(),
  /** Imported before, still to come here, and no longer in the calendar. Nothing happens to them by an import. */
  vanished: z.array(storedEvent),
  /** Of a CSV: its headings, each with its first value, and the meaning of each. Without title and date it has no rows. */
  headings: z.optional(z.array(z.object({ heading: z.string(), sample: z.string() }))),
  columns: z.optional(columns),
})
export type ImportReading = z.infer<typeof reading>

const settings = {
  /** Where a known source is read, its own are taken when they are left out. */
  defaults: z.optional(importDefaultsSchema),
  columns: z.optional(columns),
}

export const previewImport = defineStaffEndpoint('POST /backoffice/imports/preview', {
  summary:
    'Read a calendar (ICS, CSV), a known one or a new one, from its address or a file, and tell what importing it would do. Stores nothing.',
  body: z.object({
    /** By its id or address; of a file, its name and bytes, with the id of a known one. */
    source: z.partial(source),
    ...settings,
  }),
  reply: z.union([z.object({ trouble: z.enum(IMPORT_ERRORS) }), reading]),
  carriesPhoto: true,
})

export const runImport = defineStaffEndpoint('POST /backoffice/imports', {
  summary:
    'Store chosen events of a calendar that was read: new ones ON_REVIEW; those imported before are updated, in whatever status, unless staff has edited them. None is stored twice.',
  body: z.object({
    /** As the reading had it. */
    source,
    ...settings,
    /** The chosen rows; none stores the source alone. */
    uids: z
      .array(z.string('required').check(z.maxLength(IMPORT_UID_MAX, 'text_too_long')), 'required')
      .check(z.maxLength(IMPORT_ROWS_MAX, 'invalid')),
    /** Read each night from now on; a file cannot be. Left out, it stays as it is. */
    is_nightly: z.optional(z.boolean('invalid')),
  }),
  reply: z.union([
    z.object({ trouble: z.enum(IMPORT_ERRORS) }),
    z.object({
      source_id: z.string(),
      created: z.number(),
      updated: z.number(),
      /** Chosen, and nothing to do any more: a colleague was first. */
      unchanged: z.number(),
    }),
  ]),
  carriesPhoto: true,
})

export const listImportSources = defineStaffEndpoint('GET /backoffice/imports', {
  summary:
    'The calendars that were imported: those with something to look at first, then the last read first.',
  reply: z.object({
    items: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        url: z.optional(z.string()),
        is_nightly: z.boolean(),
        /** When it was read last, by hand or at night. */
        read_at: z.optional(epochSeconds),
        /** Of that reading. */
        findings: z.optional(importFindingsSchema),
        /** These have something that nobody has dismissed. */
        is_news: z.boolean(),
        events: z.number(),
        on_review: z.number(),
        defaults: z.optional(importDefaultsSchema),
      }),
    ),
  }),
})
export type ImportSource = z.infer<typeof listImportSources.reply>['items'][number]

export const updateImportSource = defineStaffEndpoint('PUT /backoffice/imports/{id}', {
  summary:
    'Change what is known of a calendar; its events stay as they are. 422 for an address of another source, and for a file each night.',
  body: z.object({
    name,
    /** Absent: it stays a file, or becomes one. */
    url: z.optional(address),
    defaults: importDefaultsSchema,
    /** It is read again each night, by the same function as by hand: what is ticked is stored. */
    is_nightly: z.boolean('invalid'),
  }),
})

export const dismissImportFindings = defineStaffEndpoint('POST /backoffice/imports/{id}/seen', {
  summary:
    'Dismiss what the last reading has found, by the time of that reading; it is news again when the calendar changes it. Nothing when it was read again since.',
  body: z.object({ read_at: z.number('invalid').check(z.int('invalid')) }),
})

export const deleteImportSource = defineStaffEndpoint('DELETE /backoffice/imports/{id}', {
  summary: 'Forget a calendar; its events stay, and importing it again makes new ones.',
})
