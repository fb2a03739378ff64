import type { FastifyRequest } from 'fastify'
import pLimit from 'p-limit'
import { ApiError } from './api-error'
import { networkOf } from './limits/network-of'

/** Of the twelve connections to the database: a stranger with ever new queries leaves some to submissions and sign-ins. */
const READS_AT_ONCE = 8
const MAX_WAITING = { all: 200, ofNetwork: 40 }
const RETRY_AFTER_SECONDS = 2

/** Runs a read that no cached response serves. Throws UNAVAILABLE with `Retry-After` when too many are waiting, of all or of one network. */
export type ReadLimit = <T>(request: Pick<FastifyRequest, 'ip'>, read: () => Promise<T>) => Promise<T>

export function createReadLimit(maxWaiting = MAX_WAITING): ReadLimit {
  const limit = pLimit(READS_AT_ONCE)
  const waiting = new Map<string, number>()
  const count = (network: string, by: 1 | -1) => {
    const now = (waiting.get(network) ?? 0) + by
    if (now === 0) waiting.delete(network)
    else waiting.set(network, now)
  }
  return async (request, read) => {
    if (limit.activeCount < READS_AT_ONCE) return limit(read)
    const network = networkOf(request.ip)
    if (limit.pendingCount >= maxWaiting.all || (waiting.get(network) ?? 0) >= maxWaiting.ofNetwork)
      throw new ApiError('UNAVAILABLE', { retryAfterSeconds: RETRY_AFTER_SECONDS })
    count(network, 1)
    return limit(() => {
      count(network, -1)
      return read()
    })
  }
}
