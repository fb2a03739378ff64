import {
  loginWithApple,
  loginWithGoogle,
  login,
  logout as endOnServer,
  refresh,
} from '@/contract/accounts/auth'
import type { Session, User } from '@/contract/accounts/auth'
import type { CallInput } from '@/contract/endpoint'
import type { ApiClient, TokenSource, TokenResult } from '@/offline/api/api-client'
import type { ChangeNotifier } from '@/offline/platform/change-notifier'
import type { Clock, Timers } from '@/offline/platform/deferred'
import { createListeners } from '@/offline/platform/change-notifier'
import type { Locks } from '@/offline/platform/locks'
import type { Outcome } from '@/offline/api/next-step'
import type { SessionStore } from './session-store'

/** Timers of a browser fire at once when they are longer than 24 days. */
const LONGEST_TIMER_MS = 86_400_000

export type SessionManager = ReturnType<typeof createSessionManager>

export interface SessionDeps {
  api: ApiClient
  store: SessionStore
  locks: Locks
  notifier: ChangeNotifier
  clock: Clock
  timers: Timers
  onUnreported?: (() => void) | undefined
}

/** The session and the current user of this device, for pages and the worker (rules 4.1). */
export function createSessionManager(deps: SessionDeps) {
  const { store, clock, notifier } = deps
  const listeners = createListeners()
  const signIns = createListeners()
  let currentUser: { user: User } | undefined
  let cancelRefresh: (() => void) | undefined

  const tokensOf = createSessionTokens({ ...deps, onChange: changed })

  function show(session: Session | undefined): void {
    refreshAhead(session)
    if (JSON.stringify(session?.user) === JSON.stringify(currentUser?.user)) return
    currentUser = session === undefined ? undefined : { user: session.user }
    listeners.notify()
  }

  function changed(session: Session | undefined): void {
    show(session)
    notifier.notify()
  }

  function refreshAhead(session: Session | undefined): void {
    cancelRefresh?.()
    const refreshInMs = session === undefined ? 0 : msUntilRefresh(session, clock)
    // An overdue refresh waits for the next call, or a dead network would mean a loop of requests.
    if (refreshInMs > 0)
      cancelRefresh = deps.timers.after(
        Math.min(refreshInMs, LONGEST_TIMER_MS),
        () => void tokensOf().token(),
      )
  }

  async function logout(): Promise<void> {
    const stored = await store.read()
    const digest = stored && (await tokenDigest(stored.refresh_token.token))
    const isNoted = await store.clear(digest)
    changed(undefined)
    if (stored === undefined) return
    if (digest !== undefined && isNoted) return void reportEndings()
    endNow(stored)
  }

  /** The server can only be told now, where there is no digest, or no room to note it. */
  function endNow({ refresh_token }: Session): void {
    void deps.api.call(endOnServer, { body: { refresh_token: refresh_token.token } })
  }

  /** A token that somebody has copied would still work. Until then the device stores only a digest, which opens nothing. */
  async function reportEndings(): Promise<number> {
    for (const digest of await store.endings()) {
      const outcome = await deps.api.call(endOnServer, { body: { refresh_token_digest: digest } })
      if (outcome.kind === 'ok' || endsSession(outcome)) await store.removeEnding(digest)
    }
    const left = (await store.endings()).length
    if (left > 0) deps.onUnreported?.()
    return left
  }

  async function open(request: () => Promise<Outcome<Session>>): Promise<Outcome<Session>> {
    await ready
    const outcome = await request()
    if (outcome.kind === 'ok') await begin(inDeviceTime(outcome.data, clock))
    return outcome
  }

  /** The session that it takes the place of is ended on the server too: nobody has its tokens any more. */
  async function begin(session: Session): Promise<void> {
    const before = await store.write(session)
    changed(session)
    signIns.notify()
    if (before !== undefined) await end(before)
  }

  /** Otherwise a sign-out or sign-in since then wins, and the session is ended. Resolves with whether it was stored. */
  async function adopt(received: Session): Promise<boolean> {
    const session = inDeviceTime(received, clock)
    const before = await store.replaceOwn(session)
    if (before !== undefined) {
      changed(session)
      signIns.notify()
    }
    await end(before ?? session)
    return before !== undefined
  }

  async function end(session: Session): Promise<void> {
    const digest = await tokenDigest(session.refresh_token.token)
    const isNoted = digest !== undefined && (await store.addEnding(digest))
    if (isNoted) void reportEndings()
    else endNow(session)
  }

  async function restore(): Promise<void> {
    const stored = await store.read()
    show(stored)
    if (stored !== undefined && msUntilRefresh(stored, clock) <= 0) void tokensOf().token()
    void reportEndings()
  }

  show(store.peek() ?? undefined)
  const ready = restore()
  const unsubscribe = notifier.subscribe(() => void store.read().then(show))

  return {
    /** Synchronous, and the same object until somebody else is signed in; may change until `ready`. */
    current: () => currentUser,
    /** Whether it ends with the page: this browser lets nothing be stored. */
    isInMemory: store.isInMemory,
    ready,
    /** To another user, or nobody, being signed in; also when another tab did it. */
    subscribe: listeners.subscribe,
    /** To a session that was begun in this tab, also one of the user who was signed in already. */
    subscribeToSignIns: signIns.subscribe,
    /** A reply without tokens or user is 'unreachable', reason 'not-ours' ('Invalid login response'). */
    login: (email: string, password: string) =>
      open(() => deps.api.call(login, { body: { email, password } })),
    loginWithApple: (body: CallInput<typeof loginWithApple>['body']) =>
      open(() => deps.api.call(loginWithApple, { body })),
    loginWithGoogle: (body: CallInput<typeof loginWithGoogle>['body']) =>
      open(() => deps.api.call(loginWithGoogle, { body })),
    open,
    adopt,
    /** The page was hidden, asleep or without a network. */
    async resume() {
      // The session goes at once, before a page out of the back/forward cache is painted.
      if (store.peek() === null) show(undefined)
      await restore()
    },
    reportEndings,
    /** Signs out here without waiting for the server, which is told as soon as it can be reached. */
    async logout() {
      await ready
      await logout()
    },
    async accessToken() {
      const result = await tokensOf().token()
      return result.kind === 'token' ? result.token : undefined
    },
    tokens: tokensOf(),
    /** The tokens for calls of this account alone: 'none' as soon as somebody else, or nobody, is signed in. */
    tokensOf,
    /** According to storage, which another tab may just have changed. Rejects in a worker that cannot read it. */
    async owner() {
      const owner = await store.owner()
      if (owner === undefined) throw new DOMException('The session cannot be read here', 'NotFoundError')
      return owner
    },
    isSignedOut: async () => (await store.owner()) === null,
    close() {
      cancelRefresh?.()
      unsubscribe()
      notifier.close()
      store.close()
    },
  }
}

/** Base64url. Undefined where the browser has no Web Crypto (a page without TLS). */
export async function tokenDigest(token: string): Promise<string | undefined> {
  const digest = await globalThis.crypto?.subtle?.digest('SHA-256', new TextEncoder().encode(token))
  if (digest === undefined) return undefined
  const binary = String.fromCodePoint(...new Uint8Array(digest))
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** The access token is refreshed this long before it expires (rules 4.1, 9). */
const REFRESH_AHEAD_MS = 30_000
/** Below the 30 s for which the server gives a used refresh token the same successor again: a retry never begins another branch. */
const REFRESH_TIMEOUT_MS = 12_000

/**
 * One refresh at a time over all tabs and the worker. Only a *refused* refresh ends the session: an unreachable
 * server or a wrong clock would take what waits in the outbox away from its owner.
 */
function createSessionTokens(deps: {
  api: ApiClient
  store: SessionStore
  locks: Locks
  clock: Clock
  onChange: (session: Session | undefined) => void
}): (ownerId?: string) => TokenSource {
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
    const isUnusable =
      known.access_token.expires_at * 1000 <= clock.now() || known.access_token.token === rejected
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

  return tokensOf
}

function isOf(session: Session | undefined, ownerId: string | undefined): session is Session {
  return session !== undefined && (ownerId === undefined || session.user.id === ownerId)
}

function isValid(session: Session, rejected: string | undefined, clock: Clock): boolean {
  return session.access_token.token !== rejected && msUntilRefresh(session, clock) > 0
}

function msUntilRefresh(session: Session, clock: Clock): number {
  return session.access_token.expires_at * 1000 - REFRESH_AHEAD_MS - clock.now()
}

function tokenOf(session: Session): TokenResult {
  return { kind: 'token', token: session.access_token.token }
}

/** A final refusal. An error with a code that is none of ours may come from what stands before the server. */
function endsSession(outcome: Outcome<unknown>): boolean {
  if (outcome.kind !== 'refused') return false
  return outcome.status === 401 || (!outcome.isCodeGuessed && [403, 422].includes(outcome.status))
}

/** How long an access token is assumed to live when the server does not say what time it is there. */
const ASSUMED_SECONDS = 300

/** Expiry by this device's clock, which may be an hour or years off. */
function inDeviceTime({ server_time: serverTime, ...session }: Session, clock: Clock): Session {
  const now = Math.floor(clock.now() / 1000)
  const shift = serverTime === undefined ? assumedShift(session, now) : now - serverTime
  return {
    ...session,
    access_token: later(session.access_token, shift),
    refresh_token: later(session.refresh_token, shift),
  }
}

/** A token that is new and seems to have expired says that the clock is ahead. */
function assumedShift({ access_token: { expires_at: expiresAt } }: Session, now: number): number {
  return expiresAt > now ? 0 : now + ASSUMED_SECONDS - expiresAt
}

function later(token: Session['access_token'], bySeconds: number): Session['access_token'] {
  return { ...token, expires_at: token.expires_at + bySeconds }
}
