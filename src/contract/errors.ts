import * as z from 'zod/mini'
import { PROBLEM_CODES } from '@/messages/compiled/problem-codes'

/** The refusal of a sign-in that was right so far: `POST /auth/second-factor` takes the token with a code. */
export const secondFactorPromptSchema = z.object({
  token: z.string(),
  /** Epoch seconds. */
  expires_at: z.number(),
})

export type SecondFactorPrompt = z.infer<typeof secondFactorPromptSchema>

/** Every error code there is, with its HTTP status. What to do next is decided by these, never by a message's text. */
export const ERROR_STATUS = {
  MALFORMED_REQUEST: 400,
  UNAUTHENTICATED: 401,
  INVALID_CREDENTIALS: 401,
  FORBIDDEN: 403,
  EMAIL_NOT_CONFIRMED: 403,
  REAUTHENTICATION_REQUIRED: 403,
  SECOND_FACTOR_REQUIRED: 403,
  SECOND_FACTOR_REFUSED: 403,
  SECOND_FACTOR_SETUP_REQUIRED: 403,
  ACCOUNT_SUSPENDED: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  REQUEST_TIMEOUT: 408,
  CONFLICT: 409,
  REQUEST_IN_PROGRESS: 409,
  UPLOAD_MISSING: 409,
  CURSOR_EXPIRED: 410,
  GONE: 410,
  PRECONDITION_FAILED: 412,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RANGE_NOT_SATISFIABLE: 416,
  VALIDATION_FAILED: 422,
  IDEMPOTENCY_KEY_REUSED: 422,
  TOO_MANY_REQUESTS: 429,
  INTERNAL_ERROR: 500,
  UNAVAILABLE: 503,
  INSUFFICIENT_STORAGE: 507,
} as const

export type ErrorCode = keyof typeof ERROR_STATUS
export const ERROR_CODES = Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]

export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(ERROR_STATUS, code)
}

export const fieldErrorSchema = z.object({
  path: z.string(),
  code: z.enum(PROBLEM_CODES),
  message: z.string(),
})
export type FieldError = z.infer<typeof fieldErrorSchema>

/** The one shape of every failure: `{"error": {"code", "message", "fields"?, "request_id"?}}` (rules 7.1). */
export const errorEnvelopeSchema = z.object({
  error: z.object({
    code: z.enum(ERROR_CODES),
    message: z.string(),
    fields: z.optional(z.array(fieldErrorSchema)),
    request_id: z.optional(z.string()),
    second_factor: z.optional(secondFactorPromptSchema),
  }),
})
export type ErrorEnvelope = z.infer<typeof errorEnvelopeSchema>
