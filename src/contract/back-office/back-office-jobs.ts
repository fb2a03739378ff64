import * as z from 'zod/mini'
import { JOB_NAMES } from '@/domain/staff/jobs'
import { backOffice, accessErrors } from './back-office-access'
import { defineEndpoint } from '../endpoint'
import { emptyReply, epochSeconds, idParams } from '../envelope'

/** Work that was tried for the last time. */
export const givenUpJobSchema = z.object({
  id: z.string(),
  name: z.enum(JOB_NAMES),
  /** Name and code of an error, without an address. */
  error: z.string(),
  attempts: z.number(),
  given_up_at: epochSeconds,
  /** Whether what it needs is still stored. */
  can_retry: z.boolean(),
})
export type GivenUpJob = z.infer<typeof givenUpJobSchema>

export const retryJob = defineEndpoint({
  name: 'retryJob',
  method: 'POST',
  path: '/backoffice/jobs/{id}/retry',
  summary: 'Try a job again that was given up.',
  ...backOffice,
  params: idParams,
  reply: emptyReply,
  status: 200,
  errors: [...accessErrors, 'NOT_FOUND'],
})
