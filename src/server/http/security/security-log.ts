import { createHmac } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { DeriveKey } from '@/server/http/auth/signed-token'
import type { Clock } from '@/server/platform/process/clock'
import type { RequestSource } from '@/server/http/routing/request/request-source'

/**
 * Everything that is written to the security log, and how urgent it is. Anonymous senders can cause the bounded ones as often as they like,
 * and whoever has an account those of sessions: of each kind so many are written a minute, which is enough to see what goes on, and no
 * way to fill the disk that the log is written to.
 */
const EVENTS = {
  'sign-in.succeeded': 'info',
  'sign-in.failed': 'warn, bounded',
  'sign-out': 'info, bounded',
  'session.ended': 'info, bounded',
  'refresh-token.reused': 'warn, bounded',
  'access.refused': 'warn, bounded',
  'limit.exceeded': 'warn, bounded',
  'account.opened': 'info',
  'account.deleted': 'warn',
  'account.deletion-refused': 'warn, bounded',
  'password.reset-requested': 'info, bounded',
  'password.reset': 'warn',
  'password.changed': 'warn',
  'password.change-refused': 'warn, bounded',
  'second-factor.added': 'warn',
  'second-factor.removed': 'warn',
  'second-factor.changed': 'warn',
  'second-factor.refused': 'warn, bounded',
  'role.changed': 'warn',
  'account.suspended': 'warn',
  'account.reinstated': 'warn',
  'event.reviewed': 'info',
  'event.deleted': 'warn',
  'tag.deleted': 'warn',
  'support-message.deleted': 'warn',
  'week-mail.ended': 'info',
} as const
type SecurityEvent = keyof typeof EVENTS

const MAX_A_MINUTE = 300

/** The facts of an entry. Neither an address nor a password, token or link ever is part of it. */
interface SecurityFacts {
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

export type SecurityLog = ReturnType<typeof createSecurityLog>

/**
 * The record of who signed in, was refused, or changed what matters: lines of the server's log with `security: true`, whatever its level
 * is, unless it is silent. Addresses are hashed with a key, or their hashes could be looked up in a list of addresses;
 * without `deriveKey` none are written.
 */
export function createSecurityLog(log: FastifyBaseLogger, clock: Clock, deriveKey?: DeriveKey) {
  const key = deriveKey?.('addresses in the security log')
  const lines = log.child({ security: true }, log.level === 'silent' ? {} : { level: 'info' })
  let written = { minute: 0, counts: new Map<SecurityEvent, number>() }
  const countOf = (event: SecurityEvent) => {
    const minute = Math.floor(clock.nowMs() / 60_000)
    if (minute !== written.minute) written = { minute, counts: new Map() }
    const count = (written.counts.get(event) ?? 0) + 1
    written.counts.set(event, count)
    return count
  }
  return {
    /** `source` is undefined where there is no request: a command, the start. */
    record(
      event: SecurityEvent,
      source: RequestSource | undefined,
      { address, ...facts }: SecurityFacts = {},
    ) {
      const count = source !== undefined && EVENTS[event].endsWith('bounded') ? countOf(event) : 0
      if (count > MAX_A_MINUTE) return
      const fields = {
        event,
        ...(source && { requestId: source.requestId, network: source.network }),
        ...facts,
        ...(count === MAX_A_MINUTE && { more: 'are left out until the next minute' }),
        ...(key !== undefined && address !== undefined && { addressHash: keyedHash(address, key) }),
      }
      lines[EVENTS[event].startsWith('info') ? 'info' : 'warn'](fields, event)
    },
  }
}

function keyedHash(address: string, key: Buffer): string {
  return createHmac('sha256', key).update(address.trim().toLowerCase()).digest('base64url').slice(0, 22)
}
