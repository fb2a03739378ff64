import type { ErrorCode } from '@/contract/errors'
import * as m from '@/messages/compiled/messages.js'
import { baseLocale, toLocale } from '@/messages/compiled/runtime.js'
import type { Locale } from '@/messages/compiled/runtime.js'

type Sentence = (inputs: Record<string, never>, options?: { locale?: Locale }) => string

const ERROR_SENTENCES: Record<ErrorCode, Sentence> = {
  MALFORMED_REQUEST: m.error_MALFORMED_REQUEST,
  UNAUTHENTICATED: m.error_UNAUTHENTICATED,
  INVALID_CREDENTIALS: m.error_INVALID_CREDENTIALS,
  FORBIDDEN: m.error_FORBIDDEN,
  EMAIL_NOT_CONFIRMED: m.error_EMAIL_NOT_CONFIRMED,
  REAUTHENTICATION_REQUIRED: m.error_REAUTHENTICATION_REQUIRED,
  SECOND_FACTOR_REQUIRED: m.error_SECOND_FACTOR_REQUIRED,
  SECOND_FACTOR_REFUSED: m.error_SECOND_FACTOR_REFUSED,
  SECOND_FACTOR_SETUP_REQUIRED: m.error_SECOND_FACTOR_SETUP_REQUIRED,
  ACCOUNT_SUSPENDED: m.error_ACCOUNT_SUSPENDED,
  NOT_FOUND: m.error_NOT_FOUND,
  METHOD_NOT_ALLOWED: m.error_METHOD_NOT_ALLOWED,
  REQUEST_TIMEOUT: m.error_REQUEST_TIMEOUT,
  CONFLICT: m.error_CONFLICT,
  REQUEST_IN_PROGRESS: m.error_REQUEST_IN_PROGRESS,
  CURSOR_EXPIRED: m.error_CURSOR_EXPIRED,
  GONE: m.error_GONE,
  PRECONDITION_FAILED: m.error_PRECONDITION_FAILED,
  PAYLOAD_TOO_LARGE: m.error_PAYLOAD_TOO_LARGE,
  UNSUPPORTED_MEDIA_TYPE: m.error_UNSUPPORTED_MEDIA_TYPE,
  RANGE_NOT_SATISFIABLE: m.error_RANGE_NOT_SATISFIABLE,
  VALIDATION_FAILED: m.error_VALIDATION_FAILED,
  UPLOAD_MISSING: m.error_UPLOAD_MISSING,
  IDEMPOTENCY_KEY_REUSED: m.error_IDEMPOTENCY_KEY_REUSED,
  TOO_MANY_REQUESTS: m.error_TOO_MANY_REQUESTS,
  PROOF_REQUIRED: m.error_PROOF_REQUIRED,
  INTERNAL_ERROR: m.error_INTERNAL_ERROR,
  UNAVAILABLE: m.error_UNAVAILABLE,
  INSUFFICIENT_STORAGE: m.error_INSUFFICIENT_STORAGE,
}

export function errorText(code: ErrorCode, locale?: Locale): string {
  return ERROR_SENTENCES[code]({}, locale && { locale })
}

export function localeOf(name: string): Locale {
  return toLocale(name) ?? baseLocale
}
