import { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import rateLimit, { type FastifyRateLimitStore, type FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import type { EndpointName } from '@/contract/endpoints'
import { toAddress } from '@/domain/accounts/account'
import { ApiError } from '@/server/http/errors/errors'
import type { Clock } from '@/server/platform/process/clock'
import { networkOf } from './network-of'

const MINUTE_MS = 60_000
const QUARTER_MS = 15 * MINUTE_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** The others' cached page waits for no more than these. */
const COMPUTED_AT_ONCE = 2

/** The calls of the contract, and what is counted besides: a render for one visitor, a body before it is read, a tried code. */
type Counted = EndpointName | 'uncachedRead' | 'largeBody' | 'codeOfStep' | 'codeOfAccount'

export interface Limit {
  /** They are counted together. */
  of: readonly Counted[]
  /**
   * `caller`: the account, of who has none the network. `network`: an IPv4 address or the /48 of an IPv6 one, which is one customer.
   * `address and network`: the email in the body together with the network, so that nobody shuts its owner out from elsewhere.
   * `key`: what the code that counts says.
   */
  by: 'caller' | 'account' | 'network' | 'address and network' | 'key'
  max: number
  windowMs: number
}

/** These calls send a mail to an address that anybody may have typed. */
const MAILING = ['register', 'requestPasswordReset', 'requestManageLink', 'subscribeToWeek'] as const

/** All limits there are (rules 5). A network may be a whole hostel's. The narrow ones come first: what they refuse is not counted by the wide. */
export const LIMITS: readonly Limit[] = [
  { of: ['login'], by: 'address and network', max: 10, windowMs: QUARTER_MS },
  {
    of: ['login', 'signInWithSecondFactor', 'loginWithApple', 'loginWithGoogle'],
    by: 'network',
    max: 30,
    windowMs: QUARTER_MS,
  },
  // Three of a million one-time codes are right at any time (NIST SP 800-63B, 5.2.2). Recovery codes cannot be guessed.
  { of: ['codeOfStep'], by: 'key', max: 10, windowMs: QUARTER_MS },
  { of: ['codeOfAccount'], by: 'key', max: 100, windowMs: DAY_MS },
  { of: ['refresh'], by: 'network', max: 600, windowMs: QUARTER_MS },
  { of: MAILING, by: 'address and network', max: 5, windowMs: HOUR_MS },
  { of: MAILING, by: 'network', max: 20, windowMs: HOUR_MS },
  // A village submits some twenty events a day. An outbox keeps what is refused and sends it later.
  { of: ['submitEvent', 'sendSupportMessage'], by: 'caller', max: 40, windowMs: HOUR_MS },
  { of: ['uploadPhoto', 'largeBody'], by: 'caller', max: 120, windowMs: HOUR_MS },
  {
    of: [
      'readManagedEvent',
      'updateManagedEvent',
      'setManagedState',
      'confirmEmail',
      'validateResetToken',
      'confirmPasswordReset',
      'revokeResetToken',
      'confirmWeek',
      'endWeek',
    ],
    by: 'network',
    max: 120,
    windowMs: HOUR_MS,
  },
  // Each of these could guess at the password of a session that was left open.
  {
    of: [
      'changePassword',
      'deleteAccount',
      'beginTotp',
      'confirmTotp',
      'removeTotp',
      'makeRecoveryCodes',
      'resetUserSecondFactor',
      'endOtherSessions',
      'exportAccount',
    ],
    by: 'account',
    max: 10,
    windowMs: QUARTER_MS,
  },
  { of: ['setAppleDevice'], by: 'account', max: 300, windowMs: QUARTER_MS },
  { of: ['subscribeToPush', 'setReminder', 'listReminders'], by: 'caller', max: 600, windowMs: HOUR_MS },
  // A page is some 30 ms of the one thread that everybody is served by, a calendar of years 70.
  { of: ['uncachedRead'], by: 'network', max: 40, windowMs: 10_000 },
]

interface CountOptions {
  accountId?: string | undefined
  /** A limit by `key` counts these. */
  key?: string
}

/** Counts a request for all limits that there are for `name`. Throws TOO_MANY_REQUESTS with `Retry-After`. */
export type CountRequest = (name: Counted, request: FastifyRequest, options?: CountOptions) => Promise<void>

declare module 'fastify' {
  interface FastifyRequest {
    /** Computes a response that is in no cache. Throws TOO_MANY_REQUESTS. */
    computeUncached: <T>(compute: () => Promise<T>) => Promise<T>
  }
}

/**
 * Called by hand and not by the plugin's hook: a replay under an Idempotency-Key does not count, nor does a cached response, which is known
 * only later. Each server counts for itself, and a restart begins anew (operating.md).
 */
export async function createLimiter(
  app: FastifyInstance,
  { limits, clock }: { limits: readonly Limit[]; clock: Clock },
): Promise<CountRequest> {
  const keys = new WeakMap<FastifyRequest, string>()
  await app.register(rateLimit, {
    global: false,
    store: windowStore(clock),
    keyGenerator: (request) => keys.get(request) ?? networkOf(request.ip),
  })
  const rows = limits.map((limit) => ({
    limit,
    count: app.createRateLimit({ max: limit.max, timeWindow: limit.windowMs }),
  }))

  const countRequest: CountRequest = async (name, request, options = {}) => {
    for (const { limit, count } of rows) {
      const key = limit.of.includes(name) ? keyOf(limit.by, request, options) : undefined
      if (key === undefined) continue
      keys.set(request, key)
      const counted = await count(request)
      if (!counted.isAllowed && counted.isExceeded)
        throw new ApiError('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.max(1, counted.ttlInSeconds) })
    }
  }
  const computing = pLimit(COMPUTED_AT_ONCE)
  app.decorateRequest('computeUncached', async function computeUncached<
    T,
  >(this: FastifyRequest, compute: () => Promise<T>): Promise<T> {
    // A call in process is a part of a page, which has counted and has its turn.
    if (!(this.raw.socket instanceof Socket)) return compute()
    await countRequest('uncachedRead', this)
    return computing(async () => {
      // Cached responses are sent in between.
      await setImmediate()
      return compute()
    })
  })
  return countRequest
}

function keyOf(
  by: Limit['by'],
  request: FastifyRequest,
  { accountId, key }: CountOptions,
): string | undefined {
  switch (by) {
    case 'caller':
      return accountId ?? networkOf(request.ip)
    case 'account':
      return accountId
    case 'network':
      return networkOf(request.ip)
    case 'address and network': {
      const email = emailIn(request.body)
      return email && `${email} ${networkOf(request.ip)}`
    }
    case 'key':
      return key
  }
}

/** An email of the contract has fewer characters. */
const MAX_EMAIL_CHARS = 254

/** The address as the call reads it: invisible characters would make another one of it for each request. */
function emailIn(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('email' in body) || typeof body.email !== 'string')
    return undefined
  return toAddress(body.email).toLowerCase().slice(0, MAX_EMAIL_CHARS)
}

/** Callers that one limit remembers; beyond, the one that was seen the longest ago is forgotten. */
const MAX_KEYS = 20_000

/**
 * The plugin's own store takes the system's time as it is: after a clock that was a day ahead it refuses for a day. Here a window that began
 * later than now has ended.
 */
function windowStore(clock: Clock): FastifyRateLimitStoreCtor {
  return class WindowStore implements FastifyRateLimitStore {
    // With `max` the cache would reserve room for all of them at once.
    readonly #windows = new LRUCache<string, { count: number; begunAtMs: number }>({
      maxSize: MAX_KEYS,
      sizeCalculation: () => 1,
    })

    incr(
      key: string,
      done: (error: Error | null, result?: { current: number; ttl: number }) => void,
      windowMs = MINUTE_MS,
    ): void {
      const nowMs = clock.nowMs()
      const known = this.#windows.get(key)
      const isOpen = known !== undefined && known.begunAtMs <= nowMs && nowMs < known.begunAtMs + windowMs
      const window = isOpen ? known : { count: 0, begunAtMs: nowMs }
      window.count += 1
      if (!isOpen) this.#windows.set(key, window)
      done(null, { current: window.count, ttl: window.begunAtMs + windowMs - nowMs })
    }

    child(): WindowStore {
      return new WindowStore()
    }
  }
}
