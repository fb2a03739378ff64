import pLimit from 'p-limit'
import { ApiError } from './api-error'

/** Of the twelve connections to the database: a stranger with ever new queries leaves some to submissions and sign-ins. */
const READS_AT_ONCE = 8
const MAX_WAITING = 200
const RETRY_AFTER_SECONDS = 2

/** Runs a read that no cached response serves. Throws UNAVAILABLE with `Retry-After` when too many are waiting. */
export type ReadLimit = <T>(read: () => Promise<T>) => Promise<T>

export function createReadLimit(maxWaiting = MAX_WAITING): ReadLimit {
  const limit = pLimit(READS_AT_ONCE)
  return async (read) => {
    if (limit.pendingCount >= maxWaiting)
      throw new ApiError('UNAVAILABLE', { retryAfterSeconds: RETRY_AFTER_SECONDS })
    return limit(read)
  }
}
