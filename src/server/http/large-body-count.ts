import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from './api-error'

/** A hostel's whole evening of retries; the limits of the call itself are far lower. */
const MAX_AN_HOUR = 120
const HOUR_MS = 3_600_000

/**
 * Counts the large bodies of a network before a byte of them is read: the limits of a call count what is valid, and
 * receiving what is not has its price, too. Throws TOO_MANY_REQUESTS. Needs the rate limiter's plugin.
 */
export function limitLargeBodies(app: FastifyInstance): (request: FastifyRequest) => Promise<void> {
  const count = app.createRateLimit({ max: MAX_AN_HOUR, timeWindow: HOUR_MS })
  return async (request) => {
    const result = await count(request)
    if (!result.isAllowed && result.isExceeded)
      throw new ApiError('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.max(1, result.ttlInSeconds) })
  }
}
