import { refresh, type Session } from '@/contract/accounts/auth'
import type { ApiClient, TokenResult, TokenSource } from '@/offline/api/api-client'
import type { Outcome } from '@/offline/api/outcome'
import type { Clock } from '@/offline/platform/clock'
import { inDeviceTime } from './device-time'
import type { Locks } from '@/offline/platform/locks'
import type { SessionStore } from './session-store'

/** The access token is refreshed this long before it expires (rules 4.1, 9). */
const REFRESH_AHEAD_MS = 30_000
/**
 * The server gives a used refresh token the same successor again for 30 s, in case its response was lost: the timeout
 * is well below that, so that a retry never begins another branch.
 */
const REFRESH_TIMEOUT_MS = 12_000

interface SessionTokensDeps {
  /** A client without tokens of its own. */
  api: ApiClient
  store: SessionStore
  locks: Locks
  clock: Clock
  /** The stored session has changed; undefined when it is over. */
  onChange: (session: Session | undefined) => void
}

/**
 * Provides access tokens and refreshes them before they expire, one refresh at a time over all tabs and the worker. A
 * *refused* refresh ends the session; an *unreachable* server does not: a dead network says nothing about the session,
 * and signing out would take what waits in the outbox away from its owner. Nor does this device's clock: that both tokens
 * have expired is decided by the server, which is asked at once.
 */
export function createSessionTokens(deps: SessionTokensDeps): {
  tokensOf(ownerId?: string): TokenSource
} {
  const { store, clock } = deps

  /** The tokens for calls of `ownerId` alone; of the current user when it is absent. */
  function tokensOf(ownerId?: string): TokenSource {
    return {
      token: () => validToken(undefined, ownerId),
      renew: (rejected) => validToken(rejected, ownerId),
    }
  }

  async function validToken(rejected: string | undefined, ownerId: string | undefined): Promise<TokenResult> {
    const known = await store.read()
    if (!isOf(known, ownerId)) return withoutToken(known, ownerId)
    if (isValid(known, rejected, clock)) return tokenOf(known)
    return deps.locks.request('session', () => refreshed(rejected, ownerId))
  }

  async function refreshed(rejected: string | undefined, ownerId: string | undefined): Promise<TokenResult> {
    // Another tab may have done it, or signed out, while this one waited for the lock.
    const known = await store.read()
    if (!isOf(known, ownerId)) return withoutToken(known, ownerId)
    if (isValid(known, rejected, clock)) {
      deps.onChange(known)
      return tokenOf(known)
    }
    const used = known.refresh_token.token
    const outcome = await deps.api.call(
      refresh,
      { body: { refresh_token: used } },
      { timeoutMs: REFRESH_TIMEOUT_MS },
    )
    if (outcome.kind === 'ok') {
      const renewed = { ...outcome.data, user: outcome.data.user ?? known.user }
      return settle(used, inDeviceTime(renewed, clock), ownerId)
    }
    if (endsSession(outcome)) return settle(used, undefined, ownerId)
    // A token that has some seconds left is better than none when no response came.
    const isUnusable = isExpired(known, clock) || known.access_token.token === rejected
    return isUnusable ? { kind: 'unreachable' } : tokenOf(known)
  }

  /** Stores the new session, or its end; unless somebody has signed out or in during the request. */
  async function settle(
    used: string,
    session: Session | undefined,
    ownerId: string | undefined,
  ): Promise<TokenResult> {
    const isReplaced = await store.replace(used, session)
    const stored = isReplaced ? session : await store.read()
    deps.onChange(stored)
    if (isOf(stored, ownerId)) return tokenOf(stored)
    return isReplaced ? { kind: 'none' } : withoutToken(stored, ownerId)
  }

  /** A worker that cannot read the session of an account does not know that it is over. */
  async function withoutToken(known: Session | undefined, ownerId: string | undefined): Promise<TokenResult> {
    const isUnread = known === undefined && ownerId !== undefined && (await store.owner()) === undefined
    return { kind: isUnread ? 'unreachable' : 'none' }
  }

  return { tokensOf }
}

function isOf(session: Session | undefined, ownerId: string | undefined): session is Session {
  return session !== undefined && (ownerId === undefined || session.user.id === ownerId)
}

function isValid(session: Session, rejected: string | undefined, clock: Clock): boolean {
  return session.access_token.token !== rejected && msUntilRefresh(session, clock) > 0
}

function isExpired(session: Session, clock: Clock): boolean {
  return session.access_token.expires_at * 1000 <= clock.now()
}

/** Milliseconds until the access token has to be refreshed. */
export function msUntilRefresh(session: Session, clock: Clock): number {
  return session.access_token.expires_at * 1000 - REFRESH_AHEAD_MS - clock.now()
}

function tokenOf(session: Session): TokenResult {
  return { kind: 'token', token: session.access_token.token }
}

/**
 * Whether it is a final refusal: the session is unknown, over or ended. An error with a code that is none of ours may come from what stands
 * before the server; of another server 401 alone says it.
 */
export function endsSession(outcome: Outcome<unknown>): boolean {
  if (outcome.kind !== 'refused') return false
  return outcome.status === 401 || (!outcome.isCodeGuessed && [403, 422].includes(outcome.status))
}
