import * as z from 'zod/mini'
import { supportMessageSchema } from '@/domain/support-message'
import { defineEndpoint } from './endpoint'

export const sendSupportMessage = defineEndpoint({
  name: 'sendSupportMessage',
  method: 'POST',
  path: '/contact-form',
  summary: 'Send a message to the team.',
  who: 'support.write',
  auth: 'none',
  body: supportMessageSchema,
  reply: z.object({ id: z.string() }),
  status: 201,
  errors: [
    'MALFORMED_REQUEST',
    'REQUEST_IN_PROGRESS',
    'VALIDATION_FAILED',
    'IDEMPOTENCY_KEY_REUSED',
    'TOO_MANY_REQUESTS',
  ],
  idempotent: true,
})
