import * as z from 'zod/mini'
import { backOffice, accessErrors } from './back-office-access'
import { batchReply, eventIds } from './back-office-edits'
import { backOfficeEventSchema } from './back-office-events'
import { defineEndpoint } from '../endpoint'
import { idParams } from '../envelope'

export const undoReview = defineEndpoint({
  name: 'undoReview',
  method: 'POST',
  path: '/backoffice/events/{id}/review/undo',
  summary: 'Put an event back ON_REVIEW before anybody was told of its review; 409 when it is too late.',
  ...backOffice,
  params: idParams,
  reply: backOfficeEventSchema,
  status: 200,
  errors: [...accessErrors, 'NOT_FOUND', 'CONFLICT'],
})

export const undoReviews = defineEndpoint({
  name: 'undoReviews',
  method: 'POST',
  path: '/backoffice/events/review/undo/batch',
  summary: 'Put several events back ON_REVIEW; those that it is too late for are left and named in `failed`.',
  ...backOffice,
  body: z.strictObject({ event_ids: eventIds }),
  reply: batchReply,
  status: 200,
  errors: [...accessErrors, 'MALFORMED_REQUEST', 'VALIDATION_FAILED'],
})
