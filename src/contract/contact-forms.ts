import * as z from 'zod/mini'
import { supportMessageSchema } from '@/domain/support/support-message'
import { defineEndpoint } from './endpoint'
import { epochSeconds } from './envelope'

export const sendSupportMessage = defineEndpoint({
  name: 'sendSupportMessage',
  method: 'POST',
  path: '/contact-form',
  summary: 'Send a message to the team.',
  permission: 'support.write',
  auth: 'none',
  body: supportMessageSchema,
  reply: z.object({ id: z.string(), created_at: z.optional(epochSeconds) }),
  status: 201,
  errors: [
    'MALFORMED_REQUEST',
    'REQUEST_IN_PROGRESS',
    'VALIDATION_FAILED',
    'IDEMPOTENCY_KEY_REUSED',
    'TOO_MANY_REQUESTS',
    'PROOF_REQUIRED',
    'INSUFFICIENT_STORAGE',
  ],
  idempotent: true,
  takesFormToken: true,
})
