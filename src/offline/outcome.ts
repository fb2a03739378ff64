import type { ErrorCode, FieldError } from '@/contract/errors'

/** What became of a call. Trouble is data; an exception is a bug. */
export type Outcome<T> = Ok<T> | Refused | Unreachable

interface Ok<T> {
  kind: 'ok'
  status: number
  data: T
}

/** The server understood and said no, in the one error shape. */
export interface Refused {
  kind: 'refused'
  status: number
  code: ErrorCode
  message: string
  fields: FieldError[]
  /** From `Retry-After`, milliseconds. */
  retryAfterMs?: number | undefined
}

/**
 * No answer of ours: no network, no byte in time, a broken connection, or something else answered (a captive
 * portal's page, a proxy's error, a 2xx that does not fit the contract). Whether the server did the work is unknown.
 */
export interface Unreachable {
  kind: 'unreachable'
  reason: 'network' | 'timeout' | 'not-ours' | 'aborted'
  status?: number | undefined
  retryAfterMs?: number | undefined
}
