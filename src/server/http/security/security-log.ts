import { createHmac } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { DeriveKey } from '@/server/http/auth/signed-token'
import type { Clock } from '@/server/platform/process/clock'
import type { RequestSource } from '@/server/http/routing/request/request-source'

/** Everything that is written to the security log, and how urgent it is. */
const LEVELS = {
  'sign-in.succeeded': 'info',
  'sign-in.failed': 'warn',
  'sign-out': 'info',
  'session.ended': 'info',
  'refresh-token.reused': 'warn',
  'access.refused': 'warn',
  'limit.exceeded': 'warn',
  'account.opened': 'info',
  'account.deleted': 'warn',
  'account.deletion-refused': 'warn',
  'password.reset-requested': 'info',
  'password.reset': 'warn',
  'password.changed': 'warn',
  'password.change-refused': 'warn',
  'second-factor.added': 'warn',
  'second-factor.removed': 'warn',
  'second-factor.changed': 'warn',
  'second-factor.refused': 'warn',
  'role.changed': 'warn',
  'account.suspended': 'warn',
  'account.reinstated': 'warn',
  'event.reviewed': 'info',
  'event.deleted': 'warn',
  'tag.deleted': 'warn',
  'support-message.deleted': 'warn',
  'week-mail.ended': 'info',
} as const

export type SecurityEvent = keyof typeof LEVELS

/** Anonymous senders can cause these as often as they like, and whoever has an account those of sessions. */
const BOUNDED: readonly SecurityEvent[] = [
  'sign-in.failed',
  'sign-out',
  'session.ended',
  'refresh-token.reused',
  'access.refused',
  'limit.exceeded',
  'password.reset-requested',
  'password.change-refused',
  'account.deletion-refused',
  'second-factor.refused',
]

/** The facts of an entry. Neither an address nor a password, token or link ever is part of it. */
export interface SecurityFacts {
  accountId?: string | undefined
  administratorId?: string
  /** The address that somebody tried; the log gets a keyed hash, so that tries at one address are seen to be. */
  address?: string
  sessionId?: string
  method?: 'password' | 'apple' | 'google'
  factor?: 'totp' | 'recovery_code'
  reason?: string
  endpoint?: string | undefined
  ids?: readonly string[]
  action?: string
  role?: string
}

export interface SecurityLog {
  /** `source` is undefined where there is no request: a command, the start. */
  record(event: SecurityEvent, source: RequestSource | undefined, facts?: SecurityFacts): void
}

/**
 * The record of who signed in, was refused, or changed what matters: lines of the server's log with `security: true`, whatever its level
 * is, unless it is silent. Addresses are hashed with a key, or their hashes could be looked up in a list of addresses;
 * without `deriveKey` none are written. Of what scripts can cause so much is written a minute; the next entry tells how
 * many were left out.
 */
export function createSecurityLog(log: FastifyBaseLogger, clock: Clock, deriveKey?: DeriveKey): SecurityLog {
  const budgets = new Map(BOUNDED.map((event) => [event, new EntryBudget(clock)]))
  const key = deriveKey?.('addresses in the security log')
  const lines = log.child({ security: true }, log.level === 'silent' ? {} : { level: 'info' })
  return {
    record(event, source, { address, ...facts } = {}) {
      const budget = source && budgets.get(event)
      const leftOut = budget === undefined ? 0 : budget.take(source?.network ?? '')
      if (leftOut === undefined) return
      const fields = {
        event,
        ...(source && { requestId: source.requestId, network: source.network }),
        ...(source?.traceId && { traceId: source.traceId }),
        ...facts,
        ...(leftOut > 0 && { leftOut }),
        ...(key !== undefined && address !== undefined && { addressHash: keyedHash(address, key) }),
      }
      lines[LEVELS[event]](fields, event)
    },
  }
}

function keyedHash(address: string, key: Buffer): string {
  return createHmac('sha256', key).update(address.trim().toLowerCase()).digest('base64url').slice(0, 22)
}

const WINDOW_MS = 60_000
/** The entries of one kind in a minute: enough to see what goes on, and no way to fill the disk that the log is written to. */
const MAX_OF_KIND = 300
/** The entries of one network: it does not use up what the others have. */
const MAX_OF_NETWORK = 20

/** Bounds the entries of one kind that anonymous clients can cause. */
export class EntryBudget {
  readonly #clock: Clock
  readonly #written = new Map<string, number>()
  #begunAtMs = Number.NEGATIVE_INFINITY
  #total = 0
  #leftOut = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** How many were left out since the last one, if one more is to be written now; undefined when it is left out, too. */
  take(network: string): number | undefined {
    const ageMs = this.#clock.nowMs() - this.#begunAtMs
    if (ageMs < 0 || ageMs >= WINDOW_MS) this.#begin()
    const ofNetwork = this.#written.get(network) ?? 0
    if (this.#total >= MAX_OF_KIND || ofNetwork >= MAX_OF_NETWORK) {
      this.#leftOut += 1
      return undefined
    }
    this.#total += 1
    this.#written.set(network, ofNetwork + 1)
    const leftOut = this.#leftOut
    this.#leftOut = 0
    return leftOut
  }

  #begin(): void {
    this.#begunAtMs = this.#clock.nowMs()
    this.#total = 0
    this.#written.clear()
  }
}
