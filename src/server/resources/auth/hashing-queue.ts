import { availableParallelism } from 'node:os'
import pLimit from 'p-limit'
import { ApiError } from '@/server/http/api-error'

/** Hashing takes a whole core and a thread of the pool that files are read with: two at most, and a core stays for the rest. */
const AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1))
/** Each takes some 20 ms: who comes last waits for about half a second. */
const MAX_WAITING = 24
const RETRY_AFTER_SECONDS = 2

const limit = pLimit(AT_ONCE)

/** Does costly work in its turn, for the whole process. Throws UNAVAILABLE with `Retry-After` when too many wait already. */
export function queueHashing<T>(work: () => Promise<T>): Promise<T> {
  if (limit.pendingCount >= MAX_WAITING)
    return Promise.reject(new ApiError('UNAVAILABLE', { retryAfterSeconds: RETRY_AFTER_SECONDS }))
  return limit(work)
}
