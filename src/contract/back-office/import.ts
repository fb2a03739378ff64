import * as z from 'zod/mini'
import { storedTimetable } from '@/contract/events/stored-timetable'
import { EVENT_STATUSES } from '@/domain/events/event'
import { EVENT_STATES } from '@/domain/events/event-state'
import {
  CSV_COLUMNS,
  GONE_REASONS,
  IMPORT_BATCH_MAX,
  IMPORT_FIELDS,
  IMPORT_FORMATS,
  IMPORT_MAX_BYTES,
  IMPORT_NAME_MAX,
  IMPORT_NOTES,
  IMPORT_ROWS_MAX,
  ROW_ERRORS,
  IMPORT_STATES,
  IMPORT_ERRORS,
  IMPORT_UID_MAX,
  importCorrectionSchema,
  importDefaultsSchema,
  importedEventSchema,
  importFindingsSchema,
} from '@/domain/staff/import'
import { URL_MAX } from '@/domain/events/info-link'
import { PROBLEM_CODES } from '@/domain/validation/problem'
import { defineEndpoint } from '@/contract/endpoint'
import { epochSeconds, emptyReply, idParams } from '@/contract/envelope'
import { backOffice } from './back-office-people'
import { oneLine, requiredLine, requiredText, maxCharacters } from '@/domain/text/text-fields'
import { writtenFacts } from '@/domain/submissions/submission'

const name = requiredLine(IMPORT_NAME_MAX, 'text_too_long')
const address = z
  .string('url_invalid')
  .check(oneLine(), z.minLength(1, 'url_required'), maxCharacters(URL_MAX, 'text_too_long'))
const FILE_MAX_CHARS = Math.ceil(IMPORT_MAX_BYTES / 3) * 4
export const columns = z.partialRecord(
  z.enum(CSV_COLUMNS),
  z.string().check(z.maxLength(IMPORT_NAME_MAX, 'text_too_long')),
)

const event = z.object({
  title: z.string(),
  description: z.string(),
  location_name: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  tag_keys: z.array(z.string()),
  info_url: z.optional(z.string()),
  price: z.optional(z.nullable(z.number())),
  ...writtenFacts,
  timetable: storedTimetable,
})

const change = z.object({
  field: z.enum(IMPORT_FIELDS),
  /** Whether somebody has changed it here since the last import: it is kept unless it is chosen. */
  by_hand: z.boolean(),
})

const row = z.object({
  uid: z.string(),
  title: z.string(),
  digest: z.string(),
  state: z.enum(IMPORT_STATES),
  event: z.optional(event),
  /** Given in place of `event` where only fields are at fault: they may be corrected. */
  draft: z.optional(event),
  /** The place is the source's own: an update moves the event there. */
  has_place: z.boolean(),
  problems: z.array(z.object({ path: z.string(), code: z.enum(PROBLEM_CODES) })),
  obstacle: z.optional(z.enum(ROW_ERRORS)),
  notes: z.array(z.enum(IMPORT_NOTES)),
  event_id: z.optional(z.string()),
  status: z.optional(z.enum(EVENT_STATUSES)),
  revision: z.optional(z.number()),
  current: z.optional(z.extend(z.omit(event, { tag_keys: true }), { is_donation: z.optional(z.boolean()) })),
  changes: z.optional(z.array(change)),
  /** An import has cancelled the event here, and its source has it again: an update takes that back. */
  is_reinstated: z.optional(z.boolean()),
})
export type ImportRow = z.infer<typeof row>

const preview = z.object({
  name: z.string(),
  format: z.enum(IMPORT_FORMATS),
  items: z.array(row),
  past: z.number(),
  /** How many are as they were imported; `items` has them while there is room. */
  unchanged: z.number(),
  /** How many that are not imported yet are beyond what one preview shows, also such as may be over. */
  left_out: z.number(),
  /** Imported before, still to come here and no longer by the source; not those that are rejected, or cancelled here and off there. */
  gone: z.array(
    z.object({
      id: z.string(),
      uid: z.string(),
      title: z.string(),
      status: z.enum(EVENT_STATUSES),
      reason: z.enum(GONE_REASONS),
      state: z.optional(z.enum(EVENT_STATES)),
    }),
  ),
  /** An earlier import of a file of this name: if it is another calendar, the preview is requested again with another name. */
  known: z.optional(z.object({ events: z.number(), last_run_at: z.optional(epochSeconds) })),
  /** The headings of a CSV, at most 200, and the meaning of each. */
  headings: z.optional(z.array(z.string())),
  columns: z.optional(columns),
})
export type ImportPreview = z.infer<typeof preview>

export const previewImport = defineEndpoint('POST /backoffice/imports/preview', {
  summary:
    'Read a calendar (ICS, CSV), from its address or a file, and tell what importing it would do. Stores nothing.',
  ...backOffice,
  body: z.object({
    source: z.union(
      [
        z.object({ url: address }),
        z.object({
          name,
          /** The file's bytes, base64: which encoding they are in is found out here. */
          file: requiredText(FILE_MAX_CHARS, 'text_too_long'),
        }),
      ],
      'invalid',
    ),
    defaults: importDefaultsSchema,
    columns: z.optional(columns),
  }),
  reply: z.union([z.object({ trouble: z.enum(IMPORT_ERRORS) }), preview]),
  carriesPhoto: true,
})

export const runImport = defineEndpoint('POST /backoffice/imports', {
  summary:
    'Store rows of a preview: new ones ON_REVIEW, those that were imported from this source before updated in their status. Never twice.',
  ...backOffice,
  body: z
    .object({
      source: z.object({
        name,
        format: z.enum(IMPORT_FORMATS, 'invalid'),
        /** A source is known by its address; a file by the name that it had in its preview. */
        url: z.optional(address),
        defaults: importDefaultsSchema,
        columns: z.optional(columns),
      }),
      items: z
        .array(
          z.object({
            uid: requiredText(IMPORT_UID_MAX, 'text_too_long'),
            digest: z.string('invalid').check(z.regex(/^[0-9a-f]{64}$/, 'invalid')),
            has_place: z.boolean('invalid'),
            event: importedEventSchema,
            correction: z.optional(importCorrectionSchema),
            revision: z.optional(z.number('invalid').check(z.int('invalid'))),
            keep: z.optional(z.array(z.enum(IMPORT_FIELDS, 'invalid'), 'invalid')),
          }),
          'required',
        )
        .check(z.maxLength(IMPORT_BATCH_MAX, 'invalid')),
      /** UIDs of `gone` that their source has cancelled: these events are so here, too, unless the team said something of them. */
      cancelled: z.optional(
        z
          .array(z.string('required').check(z.maxLength(IMPORT_UID_MAX, 'text_too_long')), 'invalid')
          .check(z.maxLength(IMPORT_ROWS_MAX, 'invalid')),
      ),
    })
    .check(
      z.refine(({ items, cancelled = [] }) => items.length + cancelled.length > 0, {
        error: 'required',
        path: ['items'],
      }),
    ),
  reply: z.object({
    created: z.number(),
    updated: z.number(),
    unchanged: z.number(),
    called_off: z.number(),
    failed: z.array(z.object({ uid: z.string(), code: z.enum(PROBLEM_CODES) })),
    /** UIDs of events that somebody has changed since the preview: they are as they were, and the next preview shows them. */
    changed_meanwhile: z.array(z.string()),
    created_ids: z.array(z.string()),
  }),
  carriesPhoto: true,
})

export const listImportSources = defineEndpoint('GET /backoffice/imports', {
  summary: 'The calendars that were imported, the last one first.',
  ...backOffice,
  reply: z.object({
    items: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        format: z.enum(IMPORT_FORMATS),
        url: z.optional(z.string()),
        last_run_at: z.optional(epochSeconds),
        events: z.number(),
        on_review: z.number(),
        is_nightly: z.boolean(),
        read_at: z.optional(epochSeconds),
        findings: z.optional(importFindingsSchema),
        defaults: z.optional(importDefaultsSchema),
        columns: z.optional(columns),
      }),
    ),
  }),
})
export type ImportSource = z.infer<typeof listImportSources.reply>['items'][number]

export const setImportNightly = defineEndpoint('PUT /backoffice/imports/{id}/nightly', {
  summary:
    'Read a calendar again each night, or no longer. What it has new is only told: no event is stored or changed by that. 422 for a file.',
  ...backOffice,
  params: idParams,
  body: z.object({ is_nightly: z.boolean('invalid') }),
  reply: emptyReply,
})

export const dismissImportFindings = defineEndpoint('POST /backoffice/imports/{id}/seen', {
  summary:
    'Dismiss what a night has found in a calendar, by the time of that reading; it is told again when the calendar changes it. Nothing when it was read again since.',
  ...backOffice,
  params: idParams,
  body: z.object({ read_at: z.number('invalid').check(z.int('invalid')) }),
  reply: emptyReply,
})

export const listImportedOnReview = defineEndpoint('GET /backoffice/imports/{id}/on-review', {
  summary: 'The events of a calendar that wait for a review, the oldest submission first.',
  ...backOffice,
  params: idParams,
  reply: z.object({ event_ids: z.array(z.string()) }),
})

export const deleteImportSource = defineEndpoint('DELETE /backoffice/imports/{id}', {
  summary: 'Forget a calendar; its events stay, and importing it again makes new ones.',
  ...backOffice,
  params: idParams,
  reply: emptyReply,
})
