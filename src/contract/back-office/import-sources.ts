import * as z from 'zod/mini'
import { IMPORT_FORMATS, importDefaultsSchema, importFindingsSchema } from '@/domain/staff/import'
import { backOffice, accessErrors } from './back-office-access'
import { columns } from './import'
import { defineEndpoint } from '../endpoint'
import { emptyReply, epochSeconds, idParams } from '../envelope'

export const listImportSources = defineEndpoint({
  name: 'listImportSources',
  method: 'GET',
  path: '/backoffice/imports',
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
        /** How many events are from it. */
        events: z.number(),
        /** How many of them wait for a review. */
        on_review: z.number(),
        /** Whether it is read again each night, when it was (epoch seconds), and what of that needs a person. */
        is_nightly: z.boolean(),
        read_at: z.optional(epochSeconds),
        findings: z.optional(importFindingsSchema),
        defaults: z.optional(importDefaultsSchema),
        columns: z.optional(columns),
      }),
    ),
  }),
  status: 200,
  errors: accessErrors,
})
export type ImportSource = z.infer<typeof listImportSources.reply>['items'][number]

export const setImportNightly = defineEndpoint({
  name: 'setImportNightly',
  method: 'PUT',
  path: '/backoffice/imports/{id}/nightly',
  summary:
    'Read a calendar again each night, or no longer. What it has new is only told: no event is stored or changed by that. 422 for a file.',
  ...backOffice,
  params: idParams,
  body: z.strictObject({ is_nightly: z.boolean('invalid') }),
  reply: emptyReply,
  status: 200,
  errors: [...accessErrors, 'MALFORMED_REQUEST', 'VALIDATION_FAILED', 'NOT_FOUND'],
})

export const dismissImportFindings = defineEndpoint({
  name: 'dismissImportFindings',
  method: 'POST',
  path: '/backoffice/imports/{id}/seen',
  summary:
    'Dismiss what a night has found in a calendar, by the time of that reading; it is told again when the calendar changes it. Nothing when it was read again since.',
  ...backOffice,
  params: idParams,
  body: z.strictObject({ read_at: z.number('invalid').check(z.int('invalid')) }),
  reply: emptyReply,
  status: 200,
  errors: [...accessErrors, 'MALFORMED_REQUEST', 'VALIDATION_FAILED', 'NOT_FOUND'],
})

export const listImportedOnReview = defineEndpoint({
  name: 'listImportedOnReview',
  method: 'GET',
  path: '/backoffice/imports/{id}/on-review',
  summary: 'The events of a calendar that wait for a review, the oldest submission first.',
  ...backOffice,
  params: idParams,
  reply: z.object({ event_ids: z.array(z.string()) }),
  status: 200,
  errors: [...accessErrors, 'NOT_FOUND'],
})

export const deleteImportSource = defineEndpoint({
  name: 'deleteImportSource',
  method: 'DELETE',
  path: '/backoffice/imports/{id}',
  summary: 'Forget a calendar; its events stay, and importing it again makes new ones.',
  ...backOffice,
  params: idParams,
  reply: emptyReply,
  status: 200,
  errors: [...accessErrors, 'NOT_FOUND'],
})
