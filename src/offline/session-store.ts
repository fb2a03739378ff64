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
 * Where the session is stored: in `localStorage` under the names of spec 3, read at once when a page starts, and in a small
 * database that the worker can read too. The newer of the two wins (the worker refreshes without `localStorage`);
 * in a page, `localStorage` without a user means signed out, whatever the database says.
 */
export interface SessionStore {
  /** What `localStorage` has, synchronously. */
  peek(): Session | undefined
  read(): Promise<Session | undefined>
  write(session: Session): Promise<void>
  /**
   * Writes, or clears, only if the stored session still is the one that `refreshToken` belongs to: a sign-out
   * or sign-in since then wins. Resolves with whether it was.
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

type SessionTable = Table<{ id: string; session: unknown }, string>

export function createSessionStore(parts: {
  storage?: KeyValueStorage | undefined
  database?: DatabaseParts
}): SessionStore {
  const database = new Dexie('ericeira-session', {
    chromeTransactionDurability: 'strict',
    ...parts.database,
  }) as Dexie & { session: SessionTable }
  database.version(1).stores({ session: 'id' })
  const { storage } = parts

  /**
   * Reads, decides and writes both places in one transaction: those of all tabs and the worker run one after another,
   * so a sign-out is never undone by a refresh that was being stored. Without IndexedDB the session lives in
   * `localStorage` alone, which is synchronous.
   */
  function inTransaction<T>(
    work: (table: SessionTable) => PromiseLike<T>,
    withoutDatabase: () => T,
  ): Promise<T> {
    return Promise.resolve(database.transaction('rw', database.session, () => work(database.session))).catch(
      withoutDatabase,
    )
  }

  async function readRow(table: SessionTable): Promise<Session | undefined> {
    const read = sessionSchema.safeParse((await table.get(ROW))?.session)
    return read.success ? read.data : undefined
  }

  const readStored = () => (storage === undefined ? undefined : readStorage(storage))

  function store(session: Session | undefined): void {
    if (storage === undefined) return
    if (session === undefined) clearStorage(storage)
    else writeStorage(storage, session)
  }

  async function putOrDelete(table: SessionTable, session: Session | undefined): Promise<void> {
    await (session === undefined ? table.delete(ROW) : table.put({ id: ROW, session }))
    store(session)
  }

  return {
    peek: readStored,

    read: () =>
      inTransaction(async (table) => {
        const stored = await readRow(table)
        if (storage === undefined || !isUsable(storage)) return stored
        const local = readStorage(storage)
        if (local === undefined) return undefined
        if (stored !== undefined && stored.access_token.expires_at >= local.access_token.expires_at) {
          if (stored.access_token.expires_at > local.access_token.expires_at) writeStorage(storage, stored)
          return stored
        }
        await table.put({ id: ROW, session: local })
        return local
      }, readStored),

    write: (session) =>
      inTransaction(
        (table) => putOrDelete(table, session),
        () => store(session),
      ),

    replace: (refreshToken, session) =>
      inTransaction(
        async (table) => {
          const row = await readRow(table)
          if (row?.refresh_token.token !== refreshToken) return false
          await putOrDelete(table, session)
          return true
        },
        () => {
          if (readStored()?.refresh_token.token !== refreshToken) return false
          store(session)
          return true
        },
      ),

    clear() {
      // At once, and again in a transaction: a refresh that was being stored meanwhile is deleted too.
      store(undefined)
      return inTransaction(
        (table) => putOrDelete(table, undefined),
        () => store(undefined),
      )
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
