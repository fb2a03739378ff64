import { login, logout as endOnServer, refresh, type Session, type User } from '@/contract/accounts/auth'
import type { ApiClient, TokenSource, TokenResult } from '@/offline/api/api-client'
import type { Outcome } from '@/offline/api/next-step'
import { createListeners, type ChangeNotifier } from '@/offline/platform/change-notifier'
import type { Clock, Timers } from '@/offline/platform/deferred'
import type { Locks } from '@/offline/platform/locks'
import type { SessionStore, StoredSession } from './session-store'

/** The access token is refreshed this long before it expires (rules 4.1, 9). */
const REFRESH_AHEAD_MS = 30_000
/** Below the 30 s for which the server gives a used refresh token the same successor again: a retry never begins another branch. */
const REFRESH_TIMEOUT_MS = 12_000

export type SessionManager = ReturnType<typeof createSessionManager>

export interface SessionDeps {
  api: ApiClient
  store: SessionStore
  locks: Pick<Locks, 'request'>
  notifier: ChangeNotifier
  clock: Clock
  timers: Timers
  onUnreported?: (() => void) | undefined
}

/**
 * The session and the current user of this device, for pages and the worker (rules 4.1). Only a *refused* refresh ends the
 * session: an unreachable server or a wrong clock would take what waits in the outbox away from its owner.
 */
export function createSessionManager(deps: SessionDeps) {
  const { api, store, clock, notifier } = deps
  const listeners = createListeners()
  const signIns = createListeners()
  let currentUser: { user: User } | undefined
  let cancelRefresh: (() => void) | undefined

  /** The tokens for calls of `ownerId` alone; of the current user when it is absent. */
  function tokensOf(ownerId?: string): TokenSource {
    return { token: () => validToken(undefined, ownerId), renew: (rejected) => validToken(rejected, ownerId) }
  }
  const tokens = tokensOf()

  async function validToken(rejected: string | undefined, ownerId: string | undefined): Promise<TokenResult> {
    const isDue = (session: StoredSession): session is Session =>
      isOf(session, ownerId) && (session.access_token.token === rejected || msUntilRefresh(session) <= 0)
    const known = await store.read()
    if (!isDue(known)) return tokenResult(known, ownerId)
    return deps.locks.request('session', async () => {
      // Another tab may have done it, or signed out, while this one waited for the lock.
      const stored = await store.read()
      const after = isDue(stored) ? await refreshed(stored) : stored
      // A token that has some seconds left is better than none when no response came.
      const isOver = isDue(after) && (after.access_token.token === rejected || msUntilExpiry(after) <= 0)
      return isOver ? { kind: 'unreachable' } : tokenResult(after, ownerId)
    })
  }

  /** Resolves with the session that is stored after it; the same as before when no response came. */
  async function refreshed(known: Session): Promise<StoredSession> {
    const used = known.refresh_token.token
    const body = { refresh_token: used }
    const outcome = await api.call(refresh, { body }, { timeoutMs: REFRESH_TIMEOUT_MS })
    if (outcome.kind !== 'ok' && !endsSession(outcome)) return known
    const renewed = outcome.kind === 'ok' ? { ...outcome.data, user: outcome.data.user ?? known.user } : null
    const stored = await store.renew(used, renewed && inDeviceTime(renewed, clock))
    changed(stored)
    return stored
  }

  const msUntilExpiry = ({ access_token }: Session) => access_token.expires_at * 1000 - clock.now()
  const msUntilRefresh = (session: Session) => msUntilExpiry(session) - REFRESH_AHEAD_MS

  function show(session: StoredSession): void {
    if (session === undefined) return
    cancelRefresh?.()
    const refreshInMs = session === null ? 0 : msUntilRefresh(session)
    // An overdue refresh waits for the next call, or a dead network would mean a loop of requests.
    if (refreshInMs > 0) cancelRefresh = deps.timers.after(refreshInMs, () => void tokens.token())
    showUser(session?.user)
  }

  function showUser(user: User | undefined): void {
    if (JSON.stringify(user) === JSON.stringify(currentUser?.user)) return
    currentUser = user && { user }
    listeners.notify()
  }

  function changed(session: StoredSession): void {
    show(session)
    notifier.notify()
  }

  async function restore(): Promise<void> {
    const stored = await store.read()
    show(stored)
    if (stored && msUntilRefresh(stored) <= 0) void tokens.token()
    void reportEndings()
  }

  async function open(request: () => Promise<Outcome<Session>>): Promise<Outcome<Session>> {
    const outcome = await request()
    if (outcome.kind === 'ok') await begin(inDeviceTime(outcome.data, clock))
    return outcome
  }

  /** The session that it takes the place of is ended on the server too: nobody has its tokens any more. */
  async function begin(session: Session, ownerId?: string): Promise<boolean> {
    const before = await store.write(session, ownerId)
    const isBegun = ownerId === undefined || before?.user.id === ownerId
    if (isBegun) {
      changed(session)
      signIns.notify()
    }
    await end(isBegun ? before : session)
    return isBegun
  }

  /** A token that somebody has copied would still work. Until the server knows, the device stores only a digest, which opens nothing. */
  async function end(session: Session | null): Promise<void> {
    if (session === null) return
    const { token } = session.refresh_token
    if (await store.addEnding(await tokenDigest(token))) void reportEndings()
    // The server can only be told now, where there is no room to note it.
    else void api.call(endOnServer, { body: { refresh_token: token } })
  }

  async function reportEndings(): Promise<number> {
    for (const digest of await store.endings()) {
      const outcome = await api.call(endOnServer, { body: { refresh_token_digest: digest } })
      if (outcome.kind === 'ok' || endsSession(outcome)) await store.removeEnding(digest)
    }
    const left = (await store.endings()).length
    if (left > 0) deps.onUnreported?.()
    return left
  }

  showUser(store.peek() ?? undefined)
  const ready = restore()
  const unsubscribe = notifier.subscribe(() => void store.read().then(show))

  return {
    /** Synchronous, and the same object until somebody else is signed in; may change until `ready`. */
    current: () => currentUser,
    /** It ends with the page where this browser lets nothing be stored. */
    isInMemory: store.isInMemory,
    ready,
    /** To another user, or nobody, being signed in; also when another tab did it. */
    subscribe: listeners.subscribe,
    /** To a session that was begun in this tab, also one of the user who was signed in already. */
    subscribeToSignIns: signIns.subscribe,
    /** A reply without tokens or user is 'unreachable', reason 'not-ours' ('Invalid login response'). */
    login: (email: string, password: string) => open(() => api.call(login, { body: { email, password } })),
    /** For the other ways to sign in. */
    open,
    /** Stores a session of the account that is signed in; otherwise a sign-out or sign-in since then wins, and it is ended. Resolves with true when it was stored. */
    adopt: (session: Session) => begin(inDeviceTime(session, clock), session.user.id),
    /** The page was hidden, asleep or without a network. */
    async resume() {
      // The session goes at once, before a page out of the back/forward cache is painted.
      if (store.peek() === null) showUser(undefined)
      await restore()
    },
    reportEndings,
    /** Signs out here without waiting for the server, which is told as soon as it can be reached. */
    async logout() {
      const before = await store.clear()
      changed(null)
      await end(before)
    },
    tokens,
    /** The tokens for calls of this account alone: 'none' as soon as somebody else, or nobody, is signed in. */
    tokensOf,
    /** According to storage, which another tab may just have changed. Rejects in a worker that cannot read it. */
    async owner() {
      const session = await store.read()
      if (session === undefined) throw new DOMException('The session cannot be read here', 'NotFoundError')
      return session?.user.id ?? null
    },
    isSignedOut: async () => (await store.read()) === null,
    close() {
      cancelRefresh?.()
      unsubscribe()
      notifier.close()
      store.close()
    },
  }
}

/** Base64url. */
async function tokenDigest(token: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))
  const binary = String.fromCodePoint(...new Uint8Array(digest))
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

function isOf(session: StoredSession, ownerId: string | undefined): session is Session {
  return !!session && (ownerId === undefined || session.user.id === ownerId)
}

/** A worker that cannot read the session does not know that it is over. */
function tokenResult(session: StoredSession, ownerId: string | undefined): TokenResult {
  if (session === undefined) return { kind: 'unreachable' }
  return isOf(session, ownerId) ? { kind: 'token', token: session.access_token.token } : { kind: 'none' }
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
  const expiresAt = session.access_token.expires_at
  // A token that is new and seems to have expired says that the clock is ahead.
  const assumedShift = expiresAt > now ? 0 : now + ASSUMED_SECONDS - expiresAt
  const shift = serverTime === undefined ? assumedShift : now - serverTime
  return {
    ...session,
    access_token: { ...session.access_token, expires_at: expiresAt + shift },
    refresh_token: { ...session.refresh_token, expires_at: session.refresh_token.expires_at + shift },
  }
}
