import { loginWithApple, loginWithGoogle } from '@/contract/accounts'
import { login, logout as endOnServer, type Session, type User } from '@/contract/auth'
import type { CallInput } from '@/contract/endpoint'
import type { ApiClient, TokenSource } from './api-client'
import type { ChangeNotifier } from './change-notifier'
import type { Clock, Timers } from './clock'
import type { Locks } from './locks'
import type { Outcome } from './outcome'
import type { SessionStore } from './session-store'
import { createSessionTokens, isOver, msUntilRefresh } from './session-tokens'

export interface SessionManager {
  /** Synchronous, and the same object until somebody else is signed in; may change until `ready`. */
  current(): { user: User } | undefined
  /** Restored from storage (spec 4, the initialised flag). */
  ready: Promise<void>
  /** Notified when another user, or nobody, is signed in; also when another tab did it. */
  subscribe(listener: () => void): () => void
  /** A reply without tokens or user is 'unreachable', reason 'not-ours' ('Invalid login response'). */
  login(email: string, password: string): Promise<Outcome<Session>>
  loginWithApple(body: CallInput<typeof loginWithApple>['body']): Promise<Outcome<Session>>
  loginWithGoogle(body: CallInput<typeof loginWithGoogle>['body']): Promise<Outcome<Session>>
  /** Stores the session that the server returned with a new password. */
  adopt(session: Session): Promise<void>
  /** Signs out here without waiting for the server, which is told as well. */
  logout(): Promise<void>
  accessToken(): Promise<string | undefined>
  /** For calls of the current user. */
  tokens: TokenSource
  /** For calls of this account alone: 'none' as soon as somebody else, or nobody, is signed in. */
  tokensOf(userId: string): TokenSource
  /** Id of the current user according to storage, which another tab may just have changed. */
  owner(): Promise<string | null>
  close(): void
}

export interface SessionParts {
  /** A client without tokens of its own. */
  api: ApiClient
  store: SessionStore
  locks: Locks
  notifier: ChangeNotifier
  clock: Clock
  timers: Timers
}

/** The session and the current user of this device, for pages and the worker (spec 4). */
export function createSessionManager(parts: SessionParts): SessionManager {
  const { store, clock, notifier } = parts
  const listeners = new Set<() => void>()
  let currentUser: { user: User } | undefined
  let cancelRefresh: (() => void) | undefined

  const { tokensOf } = createSessionTokens({ ...parts, onChange: changed })

  function show(session: Session | undefined): void {
    refreshAhead(session)
    if (JSON.stringify(session?.user) === JSON.stringify(currentUser?.user)) return
    currentUser = session === undefined ? undefined : { user: session.user }
    for (const listener of listeners) listener()
  }

  function changed(session: Session | undefined): void {
    show(session)
    notifier.notify()
  }

  /** So that the next call does not wait for a refresh. */
  function refreshAhead(session: Session | undefined): void {
    cancelRefresh?.()
    const refreshInMs = session === undefined ? 0 : msUntilRefresh(session, clock)
    // An overdue refresh waits for the next call, or a dead network would mean a loop of requests.
    if (refreshInMs > 0) cancelRefresh = parts.timers.after(refreshInMs, () => void tokensOf().token())
  }

  async function logout(): Promise<void> {
    const stored = await store.read()
    await store.clear()
    changed(undefined)
    if (stored === undefined) return
    // Signed out here in any case. The server is told if it can be: otherwise what somebody copied would go on working.
    void parts.api.call(endOnServer, { body: { refresh_token: stored.refresh_token.token } })
  }

  async function open(request: () => Promise<Outcome<Session>>): Promise<Outcome<Session>> {
    await ready
    const outcome = await request()
    if (outcome.kind === 'ok') {
      await store.write(outcome.data)
      changed(outcome.data)
    }
    return outcome
  }

  async function restore(): Promise<void> {
    const stored = await store.read()
    if (stored !== undefined && isOver(stored, clock)) {
      await store.replace(stored.refresh_token.token, undefined)
      changed(await store.read())
      return
    }
    show(stored)
    if (stored !== undefined && msUntilRefresh(stored, clock) <= 0) void tokensOf().token()
  }

  show(store.peek())
  const ready = restore()
  const unsubscribe = notifier.subscribe(() => void store.read().then(show))

  return {
    current: () => currentUser,
    ready,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    login: (email, password) => open(() => parts.api.call(login, { body: { email, password } })),
    loginWithApple: (body) => open(() => parts.api.call(loginWithApple, { body })),
    loginWithGoogle: (body) => open(() => parts.api.call(loginWithGoogle, { body })),
    async adopt(session) {
      await store.write(session)
      changed(session)
    },
    async logout() {
      await ready
      await logout()
    },
    async accessToken() {
      const result = await tokensOf().token()
      return result.kind === 'token' ? result.token : undefined
    },
    tokens: tokensOf(),
    tokensOf,
    owner: async () => (await store.read())?.user.id ?? null,
    close() {
      cancelRefresh?.()
      unsubscribe()
      notifier.close()
      store.close()
    },
  }
}
