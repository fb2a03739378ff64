import type { ErrorCode } from '@/contract/errors'
import type { Challenge } from '@/contract/proof-of-work'
import type { SecondFactorPrompt } from '@/contract/accounts/second-factor-prompt'
import type { Problem } from '@/domain/validation/problem'

interface ApiErrorDetails {
  /** The fields of a 422: dotted paths of the sent body or query. */
  fields?: readonly Problem[]
  /** The challenge of a PROOF_REQUIRED. */
  challenge?: Challenge
  /** The methods and the token of a SECOND_FACTOR_REQUIRED. */
  secondFactor?: SecondFactorPrompt
  /** The value of `Retry-After`. */
  retryAfterSeconds?: number
  /** Headers that are sent as they are, e.g. `allow`. */
  headers?: Record<string, string>
}

/** An expected failure of a request: it is thrown anywhere below a route and sent in the one error shape. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: ErrorCode
  readonly details: ApiErrorDetails

  constructor(code: ErrorCode, details: ApiErrorDetails = {}) {
    super(code)
    this.code = code
    this.details = details
  }
}

/** A 422 that names its fields. */
export function validationFailed(fields: readonly Problem[]): ApiError {
  return new ApiError('VALIDATION_FAILED', { fields })
}
