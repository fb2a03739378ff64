import type { ErrorCode, FieldError, SecondFactorPrompt } from '@/contract/errors'

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

export type Failure = Refused | Unreachable

export type NextStep =
  | { do: 'done' }
  | { do: 'retry'; afterMs: number }
  | { do: 'sign-in' }
  | { do: 'needs-attention' }

/** Offline.md, outbox 5. `attempts` counts those made, this one included; `random` is in [0, 1). */
export function nextStep(outcome: Outcome<unknown>, attempts: number, random: number): NextStep {
  if (outcome.kind === 'ok') return { do: 'done' }
  if (isTemporary(outcome))
    return { do: 'retry', afterMs: Math.max(backoffMs(attempts, random), outcome.retryAfterMs ?? 0) }
  const isOfAccount = outcome.kind === 'refused' && SIGN_IN.has(outcome.code)
  return { do: isOfAccount ? 'sign-in' : 'needs-attention' }
}

const SIGN_IN: ReadonlySet<ErrorCode> = new Set(['UNAUTHENTICATED', 'INVALID_CREDENTIALS'])
const RETRIED: ReadonlySet<ErrorCode> = new Set(['REQUEST_IN_PROGRESS', 'UPLOAD_MISSING'])
const RETRIED_STATUSES: ReadonlySet<number> = new Set([408, 425, 429])

/** The same request may get through later: there were too many requests, or the server is restarting. */
export function isTemporary(outcome: Failure): boolean {
  // 413 from a proxy in front of the server: a body of this size will never get through.
  if (outcome.kind === 'unreachable') return outcome.status !== 413
  return RETRIED_STATUSES.has(outcome.status) || outcome.status >= 500 || RETRIED.has(outcome.code)
}

/** Longest `Retry-After` that is honoured. */
export const MAX_RETRY_AFTER_MS = 3_600_000
export const MIN_RETRY_MS = 2000
export const MAX_RETRY_MS = 15 * 60_000

/** Exponential backoff with full jitter, so that phones which lost the same network do not all retry at once. */
export function backoffMs(attempts: number, random: number): number {
  const ceiling = Math.min(MAX_RETRY_MS, MIN_RETRY_MS * 2 ** Math.min(attempts, 20))
  return Math.round(MIN_RETRY_MS + random * (ceiling - MIN_RETRY_MS))
}
