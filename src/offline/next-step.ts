import type { ErrorCode } from '@/contract/errors'
import { backoffMs } from './backoff'
import type { Outcome } from './outcome'

export type NextStep = { do: 'done' } | { do: 'retry'; afterMs: number } | { do: 'sign-in' } | { do: 'ask' }

/** What each code asks of the sender. Statuses below that always mean 'later' come first. */
const STEP_OF_CODE: Record<ErrorCode, 'retry' | 'sign-in' | 'ask'> = {
  MALFORMED_REQUEST: 'ask',
  UNAUTHENTICATED: 'sign-in',
  INVALID_CREDENTIALS: 'sign-in',
  FORBIDDEN: 'ask',
  EMAIL_NOT_CONFIRMED: 'ask',
  NOT_FOUND: 'ask',
  METHOD_NOT_ALLOWED: 'ask',
  REQUEST_TIMEOUT: 'retry',
  CONFLICT: 'ask',
  REQUEST_IN_PROGRESS: 'retry',
  CURSOR_EXPIRED: 'ask',
  PAYLOAD_TOO_LARGE: 'ask',
  UNSUPPORTED_MEDIA_TYPE: 'ask',
  VALIDATION_FAILED: 'ask',
  IDEMPOTENCY_KEY_REUSED: 'ask',
  TOO_MANY_REQUESTS: 'retry',
  INTERNAL_ERROR: 'retry',
  UNAVAILABLE: 'retry',
}

const LATER: ReadonlySet<number> = new Set([408, 425, 429])

/**
 * What to do after an attempt to send (offline.md, outbox 5): one total function by status and code, never by the
 * text of a message. `attempts` counts those made, this one included; `random` is in [0, 1).
 */
export function nextStep(outcome: Outcome<unknown>, attempts: number, random: number): NextStep {
  if (outcome.kind === 'ok') return { do: 'done' }
  const retry: NextStep = {
    do: 'retry',
    afterMs: Math.max(backoffMs(attempts, random), outcome.retryAfterMs ?? 0),
  }
  // A proxy in front of the server refuses a body by its size in its own words; it will never let it pass.
  if (outcome.kind === 'unreachable') return outcome.status === 413 ? { do: 'ask' } : retry
  if (LATER.has(outcome.status) || outcome.status >= 500) return retry
  const step = STEP_OF_CODE[outcome.code]
  return step === 'retry' ? retry : { do: step }
}
