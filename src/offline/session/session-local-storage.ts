import { type Session, userSchema } from '@/contract/accounts/auth'
import { type KeyValueStorage, OWN_QUERIES_KEY, SESSION_KEYS, storedUserId } from './stored-session'

// The session in `localStorage`, under the names of rules 3.

/** Whether the browser lets the page read it. */
export function isReadable(storage: KeyValueStorage): boolean {
  try {
    storage.getItem('access_token')
    return true
  } catch {
    return false
  }
}

/** The session; undefined when nobody is signed in, or half of it is gone. */
export function readStorage(storage: KeyValueStorage): Session | undefined {
  try {
    const accessToken = storage.getItem('access_token')
    const refreshToken = storage.getItem('refresh_token')
    const user = userSchema.safeParse(JSON.parse(storage.getItem('auth_user') ?? 'null'))
    if (!accessToken || !refreshToken || !user.success) return undefined
    return {
      access_token: { token: accessToken, expires_at: expiry(storage, 'access_token_expires_at') },
      refresh_token: { token: refreshToken, expires_at: expiry(storage, 'refresh_token_expires_at') },
      user: user.data,
    }
  } catch {
    return undefined
  }
}

/** A damaged value counts as expired, so that the token is refreshed. */
function expiry(storage: KeyValueStorage, key: (typeof SESSION_KEYS)[number]): number {
  const seconds = Number(storage.getItem(key))
  return Number.isFinite(seconds) ? seconds : 0
}

/** Whether all of it is stored. */
export function writeStorage(storage: KeyValueStorage, session: Session): boolean {
  try {
    if (storedUserId(storage) !== session.user.id) clearStorage(storage)
    storage.setItem('access_token', session.access_token.token)
    storage.setItem('refresh_token', session.refresh_token.token)
    storage.setItem('auth_user', JSON.stringify(session.user))
    storage.setItem('access_token_expires_at', String(session.access_token.expires_at))
    storage.setItem('refresh_token_expires_at', String(session.refresh_token.expires_at))
    // Rules 3 names it beside `access_token`; it carries the same.
    storage.setItem('token', session.access_token.token)
    return true
  } catch {
    // Storage is full or forbidden: half a session would be read as none, so nothing is left there.
    clearStorage(storage)
    return false
  }
}

/** The session, and what is stored of its account beside it. */
export function clearStorage(storage: KeyValueStorage, others: readonly string[] = []): void {
  for (const key of [...SESSION_KEYS, OWN_QUERIES_KEY, ...others]) {
    try {
      storage.removeItem(key)
    } catch {
      // Storage is forbidden: then nothing was stored either.
    }
  }
}
