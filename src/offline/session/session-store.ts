import { Dexie, type Table } from 'dexie'
import type { Session, User } from '@/contract/accounts/auth'
import { type Timers, withTimeout } from '@/offline/platform/deferred'
import type { DatabaseDeps } from '@/offline/platform/indexed-db'
import { OWN_QUERIES_KEY, storedUser, type KeyValueStorage } from './stored-session'

/**
 * One row that all tabs and the worker share; `localStorage` has a copy of it for the first paint (rules 3). Where the
 * database cannot be used, the session lives in this page's memory.
 */
export type SessionStore = ReturnType<typeof createSessionStore>

/** Null when nobody is signed in; undefined in a worker that cannot read it. */
export type StoredSession = Session | null | undefined

export function createSessionStore(deps: {
  isPage: boolean
  timers: Timers
  storage?: KeyValueStorage | undefined
  database?: DatabaseDeps
}) {
  const database = new Dexie('ericeira-session', {
    chromeTransactionDurability: 'strict',
    ...deps.database,
  }) as Dexie & { session: Table<{ id: string; session?: Session }, string> }
  database.version(1).stores({ session: 'id' })
  const copy = createCopy(deps.storage)
  /** A database that does not even fail counts as failed in a page; a worker has nothing else, and waits. */
  const opened = deps.isPage ? withTimeout(deps.timers, Promise.resolve(database.open())) : undefined
  opened?.catch(() => undefined)
  /** The session that was read or written here last: all that there is while the database fails. */
  let last: StoredSession = deps.isPage ? null : undefined
  let isInMemory = false

  /** Those of all tabs and the worker run one after another, so that a refresh never undoes a sign-out. */
  async function inTransaction<T>(work: (table: typeof database.session) => PromiseLike<T>): Promise<T> {
    await opened
    return database.transaction('rw', database.session, () => work(database.session))
  }

  async function change(to: (before: Session | null) => Session | null) {
    const done = await inTransaction(async (table) => {
      const row = (await table.get(ROW))?.session ?? null
      const before = newest(row)
      const after = to(before)
      if (after !== before)
        await (after === null ? table.delete(ROW) : table.put({ id: ROW, session: after }))
      const isInRow = row !== null || after !== before
      copy.set(isInRow ? after : null)
      return { before, after, isInRow }
    })
    last = done.after
    if (done.isInRow) isInMemory = false
    return done
  }

  function newest(row: Session | null): Session | null {
    if (row === null) return isInMemory ? (last ?? null) : null
    if (last?.refresh_token.token !== row.refresh_token.token) return row
    // There was no room for the new access token (`renew`).
    return last.access_token.expires_at > row.access_token.expires_at ? last : row
  }

  /** Deletes the row, which needs no room. Resolves with the session that it had. */
  const clear = (): Promise<Session | null> =>
    change(() => null).then(
      ({ before }) => before,
      () => {
        const before = last ?? null
        last = null
        isInMemory = false
        copy.set(null)
        return before
      },
    )

  return {
    /** The copy's user, synchronously: null when nobody is signed in, undefined when it cannot be known. */
    peek: (): User | null | undefined => (isInMemory ? last?.user : copy.user()),

    read: (): Promise<StoredSession> =>
      change((before) => before).then(
        ({ after }) => after,
        () => last,
      ),

    /** Only over a session of `ownerId`, where that is given. Resolves with the session before. */
    async write(session: Session, ownerId?: string): Promise<Session | null> {
      const isAllowed = (before: StoredSession) => ownerId === undefined || before?.user.id === ownerId
      try {
        return (await change((before) => (isAllowed(before) ? session : before))).before
      } catch {
        if (!isAllowed(last)) return last ?? null
        const before = await clear()
        last = session
        isInMemory = true
        return before
      }
    },

    /** Only the session that `used` belongs to: a sign-out or sign-in since then wins. Resolves with what is stored then. */
    async renew(used: string, session: Session | null): Promise<StoredSession> {
      const isIt = (stored: StoredSession) => stored?.refresh_token.token === used
      try {
        return (await change((stored) => (isIt(stored) ? session : stored))).after
      } catch {
        // Without room for it only the access token is used: the server takes the refresh token in the row as long as its successor is not.
        if (isIt(last))
          last = session && { ...session, refresh_token: { ...session.refresh_token, token: used } }
        return last
      }
    },

    clear,
    isInMemory: () => isInMemory,

    /** Digests of refresh tokens whose sessions were ended here and may still be open on the server. */
    endings: (): Promise<string[]> =>
      inTransaction((table) => table.where('id').startsWith(ENDING).primaryKeys()).then(
        (ids) => ids.map((id) => id.slice(ENDING.length)),
        () => [],
      ),
    /** Resolves with whether there was room for it. */
    addEnding: (digest: string): Promise<boolean> =>
      inTransaction((table) => table.put({ id: ENDING + digest })).then(
        () => true,
        () => false,
      ),
    removeEnding: (digest: string): Promise<void> =>
      inTransaction((table) => table.delete(ENDING + digest)).catch(() => undefined),

    close: () => database.close(),
  }
}

const ROW = 'current'
const ENDING = 'ended/'

/** The session's names in `localStorage` (rules 3), where `token` carries the same as `access_token`. */
const COPY: Record<string, (session: Session) => string> = {
  access_token: ({ access_token }) => access_token.token,
  refresh_token: ({ refresh_token }) => refresh_token.token,
  auth_user: ({ user }) => JSON.stringify(user),
  access_token_expires_at: ({ access_token }) => String(access_token.expires_at),
  refresh_token_expires_at: ({ refresh_token }) => String(refresh_token.expires_at),
  token: ({ access_token }) => access_token.token,
}

function createCopy(storage: KeyValueStorage | undefined) {
  let isUsable = storage !== undefined

  function remove(): void {
    for (const key of [...Object.keys(COPY), OWN_QUERIES_KEY]) {
      try {
        storage?.removeItem(key)
      } catch {
        // Storage is forbidden: then nothing was stored either.
      }
    }
  }

  return {
    user: () => (isUsable ? storedUser(storage) : undefined),
    /** The queries of somebody else go with their copy. */
    set(session: Session | null): void {
      if (session === null || storedUser(storage)?.id !== session.user.id) remove()
      if (storage === undefined || session === null) return
      try {
        for (const [key, valueOf] of Object.entries(COPY))
          if (storage.getItem(key) !== valueOf(session)) storage.setItem(key, valueOf(session))
        isUsable = true
      } catch {
        // Storage is full or forbidden: half a copy says nothing.
        remove()
        isUsable = false
      }
    },
  }
}
