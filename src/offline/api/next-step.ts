import type { ErrorCode, FieldError, SecondFactorPrompt } from '@/contract/errors'

export type NextStep =
  | { do: 'done' }
  | { do: 'retry'; afterMs: number }
  | { do: 'sign-in' }
  | { do: 'needs-attention' }

const STEP_OF_CODE: Record<ErrorCode, 'retry' | 'sign-in' | 'needs-attention'> = {
  MALFORMED_REQUEST: 'needs-attention',
  UNAUTHENTICATED: 'sign-in',
  INVALID_CREDENTIALS: 'sign-in',
  FORBIDDEN: 'needs-attention',
  EMAIL_NOT_CONFIRMED: 'needs-attention',
  REAUTHENTICATION_REQUIRED: 'needs-attention',
  SECOND_FACTOR_REQUIRED: 'needs-attention',
  SECOND_FACTOR_REFUSED: 'needs-attention',
  SECOND_FACTOR_SETUP_REQUIRED: 'needs-attention',
  ACCOUNT_SUSPENDED: 'needs-attention',
  NOT_FOUND: 'needs-attention',
  METHOD_NOT_ALLOWED: 'needs-attention',
  REQUEST_TIMEOUT: 'retry',
  CONFLICT: 'needs-attention',
  REQUEST_IN_PROGRESS: 'retry',
  UPLOAD_MISSING: 'retry',
  CURSOR_EXPIRED: 'needs-attention',
  GONE: 'needs-attention',
  PRECONDITION_FAILED: 'needs-attention',
  PAYLOAD_TOO_LARGE: 'needs-attention',
  UNSUPPORTED_MEDIA_TYPE: 'needs-attention',
  RANGE_NOT_SATISFIABLE: 'needs-attention',
  VALIDATION_FAILED: 'needs-attention',
  IDEMPOTENCY_KEY_REUSED: 'needs-attention',
  TOO_MANY_REQUESTS: 'retry',
  INTERNAL_ERROR: 'retry',
  UNAVAILABLE: 'retry',
  INSUFFICIENT_STORAGE: 'retry',
}

const RETRIED_STATUSES: ReadonlySet<number> = new Set([408, 425, 429])

/** Offline.md, outbox 5. `attempts` counts those made, this one included; `random` is in [0, 1). */
export function nextStep(outcome: Outcome<unknown>, attempts: number, random: number): NextStep {
  if (outcome.kind === 'ok') return { do: 'done' }
  const step = stepAfter(outcome)
  if (step !== 'retry') return { do: step }
  return { do: 'retry', afterMs: Math.max(backoffMs(attempts, random), outcome.retryAfterMs ?? 0) }
}

/** Whether the same request may get through later: too many requests, a server that is restarting. */
export function isTemporary(outcome: Exclude<Outcome<unknown>, { kind: 'ok' }>): boolean {
  return stepAfter(outcome) === 'retry'
}

function stepAfter(outcome: Exclude<Outcome<unknown>, { kind: 'ok' }>): (typeof STEP_OF_CODE)[ErrorCode] {
  // 413 from a proxy in front of the server: a body of this size will never get through.
  if (outcome.kind === 'unreachable') return outcome.status === 413 ? 'needs-attention' : 'retry'
  if (RETRIED_STATUSES.has(outcome.status) || outcome.status >= 500) return 'retry'
  return STEP_OF_CODE[outcome.code]
}

export const MIN_RETRY_MS = 2000
export const MAX_RETRY_MS = 15 * 60_000

/** Exponential backoff with full jitter, so that phones which lost the same network do not all retry at once. */
export function backoffMs(attempts: number, random: number): number {
  const ceiling = Math.min(MAX_RETRY_MS, MIN_RETRY_MS * 2 ** Math.min(attempts, 20))
  return Math.round(MIN_RETRY_MS + random * (ceiling - MIN_RETRY_MS))
}

/** The result of a call. Network and server errors are data; an exception is a bug. */
export type Outcome<T> = Ok<T> | Refused | Unreachable

interface Ok<T> {
  kind: 'ok'
  status: number
  data: T
}

export interface Refused {
  kind: 'refused'
  status: number
  code: ErrorCode
  /** The server's own code is none of ours, or there was none: its message says more than the code that its status stands for. */
  isCodeGuessed?: true | undefined
  message: string
  fields: FieldError[]
  secondFactor?: SecondFactorPrompt | undefined
  retryAfterMs?: number | undefined
}

/**
 * A timeout, a broken connection, or a response of something else (a captive portal, a proxy). Whether the server
 * did the work is unknown, except with 'unsent'.
 */
export interface Unreachable {
  kind: 'unreachable'
  reason: 'unsent' | 'network' | 'timeout' | 'not-ours' | 'aborted'
  status?: number | undefined
  retryAfterMs?: number | undefined
}
