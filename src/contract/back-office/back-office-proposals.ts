import * as z from 'zod/mini'
import { REASON_MAX } from '@/domain/events/event'
import { eventUpdateSchema } from '@/domain/submissions/submission'
import { lines } from '@/domain/text/plain-text'
import { backOffice, accessErrors } from './back-office-access'
import { backOfficeEventSchema } from './back-office-events'
import { defineEndpoint } from '../endpoint'
import { uuid } from '../envelope'

const proposalParams = z.object({ id: uuid, proposal: uuid })
const written = [...accessErrors, 'MALFORMED_REQUEST', 'NOT_FOUND', 'CONFLICT', 'VALIDATION_FAILED'] as const

export const approveProposal = defineEndpoint({
  name: 'approveProposal',
  method: 'POST',
  path: '/backoffice/events/{id}/proposals/{proposal}/approve',
  summary:
    'Store what was chosen of an organiser’s proposal, and mail that it was. 409 when another proposal has replaced it, or `revision` is not the newest.',
  ...backOffice,
  params: proposalParams,
  body: z.strictObject({
    ...z.omit(eventUpdateSchema, { photo: true, revision: true }).shape,
    revision: z.number('required').check(z.int('invalid')),
    /** Whether the photo that is proposed, or none, takes the place of the event's. */
    takes_photo: z.optional(z.boolean('invalid')),
  }),
  reply: backOfficeEventSchema,
  status: 200,
  errors: written,
})

export const rejectProposal = defineEndpoint({
  name: 'rejectProposal',
  method: 'POST',
  path: '/backoffice/events/{id}/proposals/{proposal}/reject',
  summary: 'Leave the event as it is, and mail why. 409 when another proposal has replaced it.',
  ...backOffice,
  params: proposalParams,
  body: z.strictObject({
    reason: z.optional(z.string('invalid').check(lines(), z.maxLength(REASON_MAX, 'reason_too_long'))),
  }),
  reply: backOfficeEventSchema,
  status: 200,
  errors: written,
})
