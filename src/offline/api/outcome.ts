import type { ErrorCode, FieldError } from '@/contract/errors'
import type { Challenge } from '@/contract/proof-of-work'
import type { SecondFactorPrompt } from '@/contract/accounts/second-factor-prompt'

/** The result of a call. Network and server errors are data; an exception is a bug. */
export type Outcome<T> = Ok<T> | Refused | Unreachable

interface Ok<T> {
  kind: 'ok'
  status: number
  data: T
}

/** An error response of our server, in the one error shape. */
export interface Refused {
  kind: 'refused'
  status: number
  code: ErrorCode
  /** The server's own code is none of ours, or there was none: its message says more than the code that its status stands for. */
  isCodeGuessed?: true | undefined
  message: string
  fields: FieldError[]
  /** PROOF_REQUIRED carries it: the next try needs its solution. */
  challenge?: Challenge | undefined
  /** SECOND_FACTOR_REQUIRED carries it: the methods and the token of the sign-in's second step. */
  secondFactor?: SecondFactorPrompt | undefined
  /** The delay that `Retry-After` asks for, milliseconds. */
  retryAfterMs?: number | undefined
}

/**
 * No response of our server: no network, a timeout, a broken connection, or a response of something else (a captive
 * portal's page, a proxy's error, a 2xx that does not match the contract). Whether the server did the work is unknown, except
 * with 'unsent': this device had no network then, or no token that the server would take.
 */
export interface Unreachable {
  kind: 'unreachable'
  reason: 'unsent' | 'network' | 'timeout' | 'not-ours' | 'aborted'
  status?: number | undefined
  retryAfterMs?: number | undefined
}
