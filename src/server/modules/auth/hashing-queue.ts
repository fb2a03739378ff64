import pLimit from 'p-limit'
import { ApiError } from '@/server/http/errors/api-error'

/** Hashing takes some 20 ms, estimating a password up to 10: who comes last waits for a fifth of a second, and half a second on a busy machine. */
const MAX_WAITING = 8
const RETRY_AFTER_SECONDS = 2

/**
 * The sender whose password is hashed. 'anonymous' can only give an address; 'trusted' signed in on this device before, is signed
 * in, or holds a link: a flood of the one never takes the other's turn.
 */
export type HashingPriority = 'anonymous' | 'trusted'

/** Hashing takes a whole core and one of four threads that files are read with, too: two at a time for the whole process. */
const QUEUES = { anonymous: pLimit(1), trusted: pLimit(1) }

/** Throws UNAVAILABLE with `Retry-After` when too many wait already: before anything is looked up for who is turned away. */
export function assertHashingRoom(priority: HashingPriority): void {
  if (QUEUES[priority].pendingCount >= MAX_WAITING)
    throw new ApiError('UNAVAILABLE', { retryAfterSeconds: RETRY_AFTER_SECONDS })
}

/** Does costly work in its turn. Throws as `assertHashingRoom`. */
export async function queueHashing<T>(priority: HashingPriority, work: () => Promise<T>): Promise<T> {
  assertHashingRoom(priority)
  return QUEUES[priority](work)
}
