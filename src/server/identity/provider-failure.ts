import { ClientError, ResponseBodyError } from 'openid-client'

export interface ProviderFailure {
  kind: 'refused' | 'unavailable'
  /** The reason for the log: a status, a code; never a message or a cause, which may quote what was sent. */
  reason: string
}

/** RFC 6749 5.2. Anything else in `error` is not repeated: it could be an echo of what we sent. */
const ERROR_CODES = new Set([
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
])

/** openid-client's codes for a response that did come, with a token that is not to be believed. */
const TOKEN_FAULTS = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
  'OAUTH_UNSUPPORTED_OPERATION',
])

/** The meaning of a failed exchange for the person: their code is no good, or it is not their fault. */
export function providerFailureOf(error: unknown): ProviderFailure {
  if (error instanceof ResponseBodyError) {
    const code = ERROR_CODES.has(error.error) ? error.error : 'no known error code'
    // Every other refusal is about our own registration: nothing that the person could do better.
    return { kind: code === 'invalid_grant' ? 'refused' : 'unavailable', reason: `${error.status} ${code}` }
  }
  if (error instanceof ClientError) {
    const reason = error.code ?? 'no code'
    return { kind: TOKEN_FAULTS.has(reason) ? 'refused' : 'unavailable', reason }
  }
  return { kind: 'unavailable', reason: `unreachable (${nameOfFailure(error)})` }
}

/** The code of a failure, such as `ECONNREFUSED`, and never the message, which may quote the address with what it carries. */
function nameOfFailure(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { cause } = error
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.name
}
