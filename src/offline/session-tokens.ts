import { refresh, type Session } from '@/contract/auth'
import type { ApiClient, TokenResult, TokenSource } from './api-client'
import type { Clock } from './clock'
import type { Locks } from './locks'
import type { SessionStore } from './session-store'

/** The access token is exchanged this long before it expires (spec 4, 9). */
const REFRESH_AHEAD_MS = 30_000
/**
 * A replaced refresh token works for 30 s more, for an answer that is lost on the way: given up well before that, so that
 * the next try comes in time.
 */
const REFRESH_TIMEOUT_MS = 12_000

interface SessionTokensParts {
  /** A client without tokens of its own. */
  api: ApiClient
  store: SessionStore
  locks: Locks
  clock: Clock
  /** The stored session has changed; undefined when it is over. */
  onChange: (session: Session | undefined) => void
}

/**
 * Hands out access tokens and exchanges them in time, one exchange at a time over all tabs and the worker. A *refused*
 * exchange ends the session; an *unreachable* server does not: a dead network says nothing about the session, and
 * signing out would take what waits in the outbox away from its owner.
 */
export function createSessionTokens(parts: SessionTokensParts): {
  tokensOf(ownerId?: string): TokenSource
} {
  const { store, clock } = parts

  /** For calls of `ownerId` alone; of whoever is signed in when it is absent. */
  function tokensOf(ownerId?: string): TokenSource {
    return {
      token: () => answer(undefined, ownerId),
      renew: (rejected) => answer(rejected, ownerId),
    }
  }

  async function answer(rejected: string | undefined, ownerId: string | undefined): Promise<TokenResult> {
    const known = await store.read()
    if (!isOf(known, ownerId)) return { kind: 'none' }
    if (isGood(known, rejected, clock)) return tokenOf(known)
    return parts.locks.request('session', () => exchanged(rejected, ownerId))
  }

  async function exchanged(rejected: string | undefined, ownerId: string | undefined): Promise<TokenResult> {
    // Another tab may have done it, or signed out, while this one waited for its turn.
    const known = await store.read()
    if (!isOf(known, ownerId)) return { kind: 'none' }
    if (isGood(known, rejected, clock)) {
      parts.onChange(known)
      return tokenOf(known)
    }
    const used = known.refresh_token.token
    if (isOver(known, clock)) return settle(used, undefined, ownerId)
    const outcome = await parts.api.call(
      refresh,
      { body: { refresh_token: used } },
      { timeoutMs: REFRESH_TIMEOUT_MS },
    )
    if (outcome.kind === 'ok') return settle(used, outcome.data, ownerId)
    if (outcome.kind === 'refused' && endsSession(outcome.status)) return settle(used, undefined, ownerId)
    // Nobody knows: a token that has some seconds left is better than none.
    const isSpent = isExpired(known, clock) || known.access_token.token === rejected
    return isSpent ? { kind: 'unreachable' } : tokenOf(known)
  }

  /** The session is another now, or over; unless somebody has signed out or in while the server was asked. */
  async function settle(
    used: string,
    session: Session | undefined,
    ownerId: string | undefined,
  ): Promise<TokenResult> {
    const stored = (await store.replace(used, session)) ? session : await store.read()
    parts.onChange(stored)
    return isOf(stored, ownerId) ? tokenOf(stored) : { kind: 'none' }
  }

  return { tokensOf }
}

function isOf(session: Session | undefined, ownerId: string | undefined): session is Session {
  return session !== undefined && (ownerId === undefined || session.user.id === ownerId)
}

function isGood(session: Session, rejected: string | undefined, clock: Clock): boolean {
  return session.access_token.token !== rejected && msUntilRefresh(session, clock) > 0
}

function isExpired(session: Session, clock: Clock): boolean {
  return session.access_token.expires_at * 1000 <= clock.now()
}

/** How long the access token is still good for use. */
export function msUntilRefresh(session: Session, clock: Clock): number {
  return session.access_token.expires_at * 1000 - REFRESH_AHEAD_MS - clock.now()
}

/** Both tokens have expired: nothing can bring this session back (spec 4). */
export function isOver(session: Session, clock: Clock): boolean {
  return isExpired(session, clock) && session.refresh_token.expires_at * 1000 <= clock.now()
}

function tokenOf(session: Session): TokenResult {
  return { kind: 'token', token: session.access_token.token }
}

function endsSession(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 425 && status !== 429
}
