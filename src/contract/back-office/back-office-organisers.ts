import * as z from 'zod/mini'
import { organiserTextsSchema, organiserWriteSchema } from '@/domain/organisers/organiser'
import { defineEndpoint } from '../endpoint'
import { emptyReply, idParams } from '../envelope'
import { photoFields } from '../events/events'
import { linkSchema } from '../events/organisers'
import { backOffice, accessErrors } from './back-office-access'

/** An organiser as staff edits it. */
export const backOfficeOrganiserSchema = z.object({
  slug: z.string(),
  name: z.string(),
  texts: organiserTextsSchema,
  links: z.array(linkSchema),
  ...photoFields,
  revision: z.number(),
})
export type BackOfficeOrganiser = z.infer<typeof backOfficeOrganiserSchema>

const ofUser = { ...backOffice, path: '/backoffice/users/{id}/organiser', params: idParams } as const

export const getUserOrganiser = defineEndpoint({
  ...ofUser,
  name: 'getUserOrganiser',
  method: 'GET',
  summary: 'The page of an account as an organiser; null where it is not marked as one.',
  reply: z.object({ organiser: z.nullable(backOfficeOrganiserSchema) }),
  status: 200,
  errors: accessErrors,
})

export const setUserOrganiser = defineEndpoint({
  ...ofUser,
  name: 'setUserOrganiser',
  method: 'PUT',
  summary:
    'Mark an account as an organiser, or edit its page. The first name makes its address, which stays. 409 when `revision` is not the newest.',
  body: organiserWriteSchema,
  reply: backOfficeOrganiserSchema,
  status: 200,
  errors: [
    ...accessErrors,
    'MALFORMED_REQUEST',
    'VALIDATION_FAILED',
    'NOT_FOUND',
    'CONFLICT',
    'UPLOAD_MISSING',
    'PAYLOAD_TOO_LARGE',
    'UNSUPPORTED_MEDIA_TYPE',
    'INSUFFICIENT_STORAGE',
  ],
  carriesPhoto: true,
})

export const removeUserOrganiser = defineEndpoint({
  ...ofUser,
  name: 'removeUserOrganiser',
  method: 'DELETE',
  summary: 'Take the mark and the page from an account. Its events stay.',
  reply: emptyReply,
  status: 200,
  errors: [...accessErrors, 'NOT_FOUND'],
})
