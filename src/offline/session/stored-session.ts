// The module is in the first load: no library here.

/** `localStorage` as far as it is used. The worker has none, and some browsers forbid it: then calls throw. */
export interface KeyValueStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

/** Names of the session's values in `localStorage` (rules 3). */
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

/** Whether everything is there that a session is restored from (rules 4.1). Synchronous: a hint for the first paint. */
export function isSessionStored(storage: Pick<KeyValueStorage, 'getItem'> | undefined): boolean {
  try {
    return ['access_token', 'refresh_token', 'auth_user'].every((key) => storage?.getItem(key))
  } catch {
    return false
  }
}

/** Id of the user in `localStorage`; undefined when nobody is signed in. */
export function storedUserId(storage: Pick<KeyValueStorage, 'getItem'>): string | undefined {
  try {
    return (JSON.parse(storage.getItem('auth_user') ?? 'null') as { id?: string } | null)?.id
  } catch {
    return undefined
  }
}
