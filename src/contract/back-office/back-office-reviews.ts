import * as z from 'zod/mini'
import { EVENT_STATUSES, PHRASE_MAX } from '@/domain/events/event'
import { oneLine } from '@/domain/text/plain-text'
import { backOffice, accessErrors } from './back-office-access'
import { batchReply, eventIds } from './back-office-edits'
import { backOfficeEventSchema } from './back-office-events'
import { defineEndpoint } from '../endpoint'
import { emptyReply, epochSeconds, idParams } from '../envelope'

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

export const getSubmitterHistory = defineEndpoint({
  name: 'getSubmitterHistory',
  method: 'GET',
  path: '/backoffice/events/{id}/submitter',
  summary: 'Other events of the same user or contact address: how many in each status, and the latest.',
  ...backOffice,
  params: idParams,
  reply: z.object({
    on_review: z.number(),
    published: z.number(),
    rejected: z.number(),
    latest: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        status: z.enum(EVENT_STATUSES),
        created_at: epochSeconds,
      }),
    ),
  }),
  status: 200,
  errors: [...accessErrors, 'NOT_FOUND'],
})

const phraseSchema = z.object({ id: z.string(), text: z.string() })
export type ReviewPhrase = z.infer<typeof phraseSchema>

export const listReviewPhrases = defineEndpoint({
  name: 'listReviewPhrases',
  method: 'GET',
  path: '/backoffice/review-phrases',
  summary: 'Sentences for rejections that reviewers use again, the oldest first.',
  ...backOffice,
  reply: z.object({ items: z.array(phraseSchema) }),
  status: 200,
  errors: accessErrors,
})

export const createReviewPhrase = defineEndpoint({
  name: 'createReviewPhrase',
  method: 'POST',
  path: '/backoffice/review-phrases',
  summary: 'Save a sentence for rejections; one that is there already stays. 409 when there are too many.',
  ...backOffice,
  body: z.strictObject({
    text: z
      .string('required')
      .check(oneLine(), z.minLength(1, 'required'), z.maxLength(PHRASE_MAX, 'text_too_long')),
  }),
  reply: phraseSchema,
  status: 201,
  errors: [...accessErrors, 'MALFORMED_REQUEST', 'VALIDATION_FAILED', 'CONFLICT'],
})

export const deleteReviewPhrase = defineEndpoint({
  name: 'deleteReviewPhrase',
  method: 'DELETE',
  path: '/backoffice/review-phrases/{id}',
  summary: 'Delete a saved sentence.',
  ...backOffice,
  params: idParams,
  reply: emptyReply,
  status: 200,
  errors: [...accessErrors, 'NOT_FOUND'],
})
