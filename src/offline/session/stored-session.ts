import type { User } from '@/contract/accounts/auth'

// The module is in the first load: no library here.

/** `localStorage` as far as it is used. The worker has none, and some browsers forbid it: then calls throw. */
export type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The queries of the current user's own pages at a cold start, in `localStorage` (`client/shared/session/own-queries`). */
export const OWN_QUERIES_KEY = 'ericeira-own-queries'

/** The user of the session's copy, synchronously: a hint for the first paint. Null when nobody is signed in. */
export function storedUser(storage: Pick<KeyValueStorage, 'getItem'> | undefined): User | null {
  try {
    const user = JSON.parse(storage?.getItem('auth_user') ?? 'null') as User | null
    return typeof user?.id === 'string' ? user : null
  } catch {
    return null
  }
}
