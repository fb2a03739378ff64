import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { EndpointName } from '@/contract/endpoints'
import { ApiError } from './api-error'
import { networkOf } from './network-of'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/**
 * `address`: of the network; `account`: the caller's, once signed in; `email`: the one in the body; `email and address`:
 * that email as long as it comes from one address.
 */
interface Limit {
  by: 'address' | 'account' | 'email' | 'email and address'
  max: number
  windowMs: number
}

export type Limits = Partial<Record<EndpointName, readonly Limit[]>>

/** Open submission without a captcha (decisions, small print). An address may be a whole hostel's. */
export const LIMITS: Limits = {
  submitEvent: [
    { by: 'address', max: 40, windowMs: HOUR_MS },
    { by: 'account', max: 30, windowMs: HOUR_MS },
    { by: 'email', max: 30, windowMs: HOUR_MS },
  ],
  sendSupportMessage: [
    { by: 'address', max: 20, windowMs: HOUR_MS },
    { by: 'email', max: 10, windowMs: HOUR_MS },
  ],
  login: [
    { by: 'address', max: 30, windowMs: 15 * MINUTE_MS },
    { by: 'email and address', max: 10, windowMs: 15 * MINUTE_MS },
    // Wide: who guesses from one place must not lock the owner out in another.
    { by: 'email', max: 100, windowMs: 15 * MINUTE_MS },
  ],
  refresh: [{ by: 'address', max: 120, windowMs: 15 * MINUTE_MS }],
  loginWithApple: [{ by: 'address', max: 30, windowMs: 15 * MINUTE_MS }],
  loginWithGoogle: [{ by: 'address', max: 30, windowMs: 15 * MINUTE_MS }],
  // Each of these two sends a mail to whoever owns the address.
  register: [
    { by: 'address', max: 20, windowMs: HOUR_MS },
    { by: 'email', max: 5, windowMs: HOUR_MS },
  ],
  requestPasswordReset: [
    { by: 'address', max: 20, windowMs: HOUR_MS },
    { by: 'email', max: 5, windowMs: HOUR_MS },
  ],
  confirmEmail: [{ by: 'address', max: 60, windowMs: HOUR_MS }],
  validateResetToken: [{ by: 'address', max: 60, windowMs: HOUR_MS }],
  confirmPasswordReset: [{ by: 'address', max: 30, windowMs: HOUR_MS }],
  revokeResetToken: [{ by: 'address', max: 30, windowMs: HOUR_MS }],
  changePassword: [{ by: 'account', max: 10, windowMs: 15 * MINUTE_MS }],
  setAppleDevice: [{ by: 'account', max: 30, windowMs: HOUR_MS }],
}

/** Counts a request against the limits of its endpoint. Throws TOO_MANY_REQUESTS with `Retry-After`. */
export type CountRequest = (
  endpoint: EndpointName,
  request: FastifyRequest,
  accountId: string | undefined,
) => Promise<void>

/** Counted by hand, not by a hook: a replay under an Idempotency-Key must not count, which is known only later. */
export async function createLimits(app: FastifyInstance, limits: Limits): Promise<CountRequest> {
  await app.register(rateLimit, { global: false })
  const accounts = new WeakMap<FastifyRequest, string>()
  const keyOf = {
    address: undefined,
    account: (request: FastifyRequest) => accounts.get(request) ?? '',
    email: (request: FastifyRequest) => emailIn(request.body) ?? '',
    'email and address': (request: FastifyRequest) => {
      const email = emailIn(request.body)
      return email === undefined ? '' : `${email} ${networkOf(request.ip)}`
    },
  }
  const counters = new Map(
    Object.entries(limits).map(([endpoint, list]) => [
      endpoint,
      list.map(({ by, max, windowMs }) => ({
        by,
        count: app.createRateLimit({ max, timeWindow: windowMs, ...keyGenerator(keyOf[by]) }),
      })),
    ]),
  )
  return async (endpoint, request, accountId) => {
    if (accountId !== undefined) accounts.set(request, accountId)
    for (const { by, count } of counters.get(endpoint) ?? []) {
      if (by !== 'address' && keyOf[by](request) === '') continue
      const result = await count(request)
      if (!result.isAllowed && result.isExceeded)
        throw new ApiError('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.max(1, result.ttlInSeconds) })
    }
  }
}

function keyGenerator(of: ((request: FastifyRequest) => string) | undefined) {
  // Without one the library counts by address, a whole /64 as one for IPv6.
  return of === undefined ? {} : { keyGenerator: of }
}

function emailIn(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('email' in body) || typeof body.email !== 'string')
    return undefined
  return body.email.trim().toLowerCase().slice(0, 254)
}
