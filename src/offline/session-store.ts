import { Dexie, type Table } from 'dexie'
import { type Session, sessionSchema, userSchema } from '@/contract/auth'
import type { DatabaseParts } from './indexed-db'

/** `localStorage` as far as it is used. The worker has none, and some browsers forbid it: then calls throw. */
export interface KeyValueStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

/**
 * Where the session lies: in `localStorage` under the names of spec 3, read at once when a page starts, and in a small
 * database that the worker can read too. The newer of the two holds (the worker refreshes without `localStorage`);
 * in a page, `localStorage` without a user means signed out, whatever the database says.
 */
export interface SessionStore {
  /** What `localStorage` has, at once. */
  peek(): Session | undefined
  read(): Promise<Session | undefined>
  write(session: Session): Promise<void>
  /**
   * Writes, or clears, only if the stored session still is the one that `refreshToken` belongs to: whoever has signed
   * out or in since then wins. The answer is whether it was.
   */
  replace(refreshToken: string, session: Session | undefined): Promise<boolean>
  clear(): Promise<void>
  close(): void
}

export const SESSION_KEYS = [
  'access_token',
  'refresh_token',
  'auth_user',
  'access_token_expires_at',
  'refresh_token_expires_at',
  'token',
] as const

const ROW = 'current'

export function createSessionStore(parts: {
  storage?: KeyValueStorage | undefined
  database?: DatabaseParts
}): SessionStore {
  const database = new Dexie('ericeira-session', {
    chromeTransactionDurability: 'strict',
    ...parts.database,
  }) as Dexie & { session: Table<{ id: string; session: unknown }, string> }
  database.version(1).stores({ session: 'id' })
  const { storage } = parts

  async function readDatabase(): Promise<Session | undefined> {
    // Without IndexedDB the session lives in `localStorage` alone.
    const row = await database.session.get(ROW).catch(() => undefined)
    const read = sessionSchema.safeParse(row?.session)
    return read.success ? read.data : undefined
  }

  async function writeDatabase(session: Session): Promise<void> {
    await database.session.put({ id: ROW, session }).catch(() => undefined)
  }

  return {
    peek: () => (storage === undefined ? undefined : readStorage(storage)),

    async read() {
      const kept = await readDatabase()
      if (storage === undefined || !isUsable(storage)) return kept
      const quick = readStorage(storage)
      if (quick === undefined) return undefined
      if (kept === undefined || kept.access_token.expires_at < quick.access_token.expires_at) {
        await writeDatabase(quick)
        return quick
      }
      if (kept.access_token.expires_at > quick.access_token.expires_at) writeStorage(storage, kept)
      return kept
    },

    async write(session) {
      await writeDatabase(session)
      if (storage !== undefined) writeStorage(storage, session)
    },

    async replace(refreshToken, session) {
      const isCurrent = await database
        .transaction('rw', database.session, async () => {
          const row = await database.session.get(ROW)
          const read = sessionSchema.safeParse(row?.session)
          if (!read.success || read.data.refresh_token.token !== refreshToken) return false
          if (session === undefined) await database.session.delete(ROW)
          else await database.session.put({ id: ROW, session })
          return true
        })
        .catch(() => storage !== undefined && readStorage(storage)?.refresh_token.token === refreshToken)
      if (!isCurrent || storage === undefined) return isCurrent
      if (session === undefined) clearStorage(storage)
      else writeStorage(storage, session)
      return true
    },

    async clear() {
      if (storage !== undefined) clearStorage(storage)
      await database.session.clear().catch(() => undefined)
    },

    close: () => database.close(),
  }
}

function isUsable(storage: KeyValueStorage): boolean {
  try {
    storage.getItem('access_token')
    return true
  } catch {
    return false
  }
}

function readStorage(storage: KeyValueStorage): Session | undefined {
  try {
    const accessToken = storage.getItem('access_token')
    const refreshToken = storage.getItem('refresh_token')
    const user = userSchema.safeParse(JSON.parse(storage.getItem('auth_user') ?? 'null'))
    if (!accessToken || !refreshToken || !user.success) return undefined
    return {
      access_token: { token: accessToken, expires_at: Number(storage.getItem('access_token_expires_at')) },
      refresh_token: { token: refreshToken, expires_at: Number(storage.getItem('refresh_token_expires_at')) },
      user: user.data,
    }
  } catch {
    return undefined
  }
}

function writeStorage(storage: KeyValueStorage, session: Session): void {
  try {
    storage.setItem('access_token', session.access_token.token)
    storage.setItem('refresh_token', session.refresh_token.token)
    storage.setItem('auth_user', JSON.stringify(session.user))
    storage.setItem('access_token_expires_at', String(session.access_token.expires_at))
    storage.setItem('refresh_token_expires_at', String(session.refresh_token.expires_at))
    // Spec 3 names it beside `access_token`; it carries the same.
    storage.setItem('token', session.access_token.token)
  } catch {
    // Full or forbidden: half a session would be read as none, so nothing is left there.
    clearStorage(storage)
  }
}

function clearStorage(storage: KeyValueStorage): void {
  for (const key of SESSION_KEYS) {
    try {
      storage.removeItem(key)
    } catch {
      // Forbidden: then nothing was stored either.
    }
  }
}
