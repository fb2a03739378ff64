import type { User } from '@/contract/accounts/auth'

// The module is in the first load: no library here.

/** `localStorage` as far as it is used. The worker has none, and some browsers forbid it: then calls throw. */
export interface KeyValueStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

/** Names of the session's copy in `localStorage` (rules 3). */
export const SESSION_KEYS = [
  'access_token',
  'refresh_token',
  'auth_user',
  'access_token_expires_at',
  'refresh_token_expires_at',
  'token',
] as const

/**
 * The queries that the current user's own pages show at a cold start, in `localStorage` (`client/shared/session/own-queries`).
 */
export const OWN_QUERIES_KEY = 'ericeira-own-queries'

/** The user of the copy, synchronously: a hint for the first paint. Null when nobody is signed in. */
export function storedUser(storage: Pick<KeyValueStorage, 'getItem'> | undefined): User | null {
  try {
    const user = JSON.parse(storage?.getItem('auth_user') ?? 'null') as User | null
    return typeof user?.id === 'string' ? user : null
  } catch {
    return null
  }
}
