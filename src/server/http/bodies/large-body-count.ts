import type { FastifyRequest } from 'fastify'
import { ApiError } from '@/server/http/errors/api-error'
import type { Clock } from '@/server/platform/process/clock'
import { networkOf } from '../limits/network-of'
import { WindowCounter } from '../limits/counters/window-counter'

/** A hostel's whole evening of retries; the limits of the call itself are far lower. */
const MAX_AN_HOUR = 120
const HOUR_MS = 3_600_000

/**
 * Counts the large bodies of a network before a byte of them is read: the limits of a call count what is valid, and
 * receiving what is not has its price, too. Throws TOO_MANY_REQUESTS.
 */
export function limitLargeBodies(clock: Clock): (request: FastifyRequest) => void {
  const counter = new WindowCounter(clock)
  return (request) => {
    const network = networkOf(request.ip)
    const { count, leftMs } = counter.peek(network)
    if (count >= MAX_AN_HOUR)
      throw new ApiError('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.ceil(leftMs / 1000) })
    counter.add(network, HOUR_MS)
  }
}
