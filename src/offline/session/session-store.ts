import { Dexie } from 'dexie'
import type { Table } from 'dexie'
import { sessionSchema, userSchema } from '@/contract/accounts/auth'
import type { Session } from '@/contract/accounts/auth'
import { createStorageTimeout } from '@/offline/platform/storage-timeout'
import type { WithTimeout } from '@/offline/platform/storage-timeout'
import type { Timers } from '@/offline/platform/deferred'
import { isQuotaError } from '@/offline/platform/indexed-db'
import type { DatabaseDeps } from '@/offline/platform/indexed-db'
import { SESSION_KEYS, OWN_QUERIES_KEY, storedUserId } from './stored-session'
import type { KeyValueStorage } from './stored-session'

/** In `localStorage` (rules 3) and in a database that the worker can read. In a page, no user in `localStorage` means signed out. */
export type SessionStore = ReturnType<typeof createSessionStore>

export function createSessionStore(deps: {
  storage?: KeyValueStorage | undefined
  database?: DatabaseDeps
  /** When given, a database that does not respond in time counts as refused. Only a page gives it, which has `storage` instead. */
  timers?: Timers | undefined
}) {
  const database = new Dexie('ericeira-session', {
    chromeTransactionDurability: 'strict',
    ...deps.database,
  }) as Dexie & { session: SessionTable }
  database.version(1).stores({ session: 'id' })
  const { storage, timers } = deps
  const withTimeout: WithTimeout = timers === undefined ? (work) => work : createStorageTimeout(timers)
  let isWritable = storage !== undefined
  /** The access token that was last read in `localStorage`, '' for none; undefined before the first read. */
  let lastSeen: string | undefined
  let inMemory: Session | undefined

  /** Those of all tabs and the worker run one after another, so a sign-out is never undone by a refresh that was being stored. */
  function inTransaction<T>(
    work: (table: SessionTable) => PromiseLike<T>,
    withoutDatabase: () => T,
  ): Promise<T> {
    const working = database.transaction('rw', database.session, () => work(database.session))
    // A silent database that responds after all does it again, in the same order.
    return withTimeout(Promise.resolve(working)).catch(async (error: unknown) => {
      const result = withoutDatabase()
      // The row of a page has an older session from now on. Deleting needs no room.
      const isOpen = readWithoutDatabase() !== undefined
      if (isQuotaError(error) && storage !== undefined)
        await withTimeout(deleteRow(database.session, { isOpen })).catch(() => undefined)
      return result
    })
  }

  const usable = () => (storage !== undefined && isWritable && isReadable(storage) ? storage : undefined)
  const readLocal = () => {
    const local = usable()
    return local && readStorage(local)
  }
  const readWithoutDatabase = () => readLocal() ?? inMemory

  function store(session: Session | undefined): boolean {
    if (storage === undefined) return false
    if (session === undefined) clearStorage(storage)
    else if (isWritable) isWritable = writeStorage(storage, session)
    return isWritable
  }

  function storeWithoutDatabase(session: Session | undefined): void {
    inMemory = store(session) ? undefined : session
  }

  async function putOrDelete(
    table: SessionTable,
    session: Session | undefined,
    row?: StoredRow,
  ): Promise<void> {
    // The table is read first: until it responds, another transaction may be at work.
    const page = usable() === undefined ? (row?.page ?? '') : (session?.access_token.token ?? '')
    const isNothing = session === undefined && page === ''
    await (isNothing ? deleteRow(table) : putRow(table, { session, page }))
    inMemory = undefined
    store(session)
  }

  async function readNewest(table: SessionTable): Promise<Session | undefined> {
    const row = await readRow(table)
    const local = usable()
    if (local === undefined) return row?.session ?? inMemory
    const seen = readStorage(local)
    const isNews = lastSeen !== undefined && row?.session !== undefined && row.page !== lastSeen
    lastSeen = seen?.access_token.token ?? lastSeen ?? ''
    if (seen === undefined) {
      // Another tab has just signed in, and its `localStorage` is not seen here yet.
      if (isNews) return undefined
      // Signed out, or half of it is gone: then the rest goes too.
      clearStorage(local)
      await deleteRow(table)
      return undefined
    }
    if (row?.page !== seen.access_token.token) {
      // The session is not written back: another tab may have signed out, and what this one sees of `localStorage` is behind.
      await putRow(table, { session: seen, page: seen.access_token.token })
      return seen
    }
    if (row.page !== row.session?.access_token.token) {
      // It comes to the page first: a full device has no room for the row that says so.
      storeWithoutDatabase(row.session)
      await putOrDelete(table, row.session)
    }
    return row.session
  }

  return {
    /** The session in `localStorage`, synchronously: null when nobody is signed in, undefined when it cannot be read. */
    peek: () => (usable() === undefined ? undefined : (readLocal() ?? null)),

    read: () => inTransaction(readNewest, readWithoutDatabase),

    /** Id of its user; null when nobody is signed in, undefined when it cannot be read: one in `localStorage` alone is not the worker's. */
    owner: () =>
      inTransaction(
        async (table) => {
          const session = await readNewest(table)
          const isNone = session === undefined && (storage !== undefined || (await isSignedOut(table)))
          return isNone ? null : session?.user.id
        },
        () => readWithoutDatabase()?.user.id ?? (storage === undefined ? undefined : null),
      ),

    /** Resolves with the session that it takes the place of. */
    write: (session: Session) =>
      inTransaction(
        async (table) => {
          // The table is read first: what another tab has just put into `localStorage` may not be seen here yet.
          const before = (await readRow(table))?.session ?? readWithoutDatabase()
          await putOrDelete(table, session)
          return before
        },
        () => {
          const before = readWithoutDatabase()
          storeWithoutDatabase(session)
          return before
        },
      ),

    /** Only if the stored session is the one that `refreshToken` belongs to: a sign-out or sign-in since then wins. */
    replace(refreshToken: string, session: Session | undefined) {
      let isInRow = false
      return inTransaction(
        async (table) => {
          const row = await readRow(table)
          // A full device has no row, only `localStorage`, or the page's memory where that is full, too.
          const stored = row === undefined ? readWithoutDatabase() : row.session
          if (stored?.refresh_token.token !== refreshToken) return false
          isInRow = true
          await putOrDelete(table, session, row)
          return true
        },
        () => {
          // A worker that has no room uses the new access token once, and never the refresh token: the server takes the one in the row again.
          if (storage === undefined) return isInRow
          // Where `localStorage` cannot be used, the row alone has the session, and there is no room for the new one.
          const isOnlyInRow = isInRow && usable() === undefined
          if (!isOnlyInRow && readWithoutDatabase()?.refresh_token.token !== refreshToken) return false
          storeWithoutDatabase(session)
          return true
        },
      )
    },

    replaceOwn: (session: Session) =>
      inTransaction(
        async (table) => {
          const before = await readNewest(table)
          if (before?.user.id !== session.user.id) return undefined
          await putOrDelete(table, session)
          return before
        },
        () => {
          const before = readWithoutDatabase()
          if (before?.user.id !== session.user.id) return undefined
          storeWithoutDatabase(session)
          return before
        },
      ),

    clear(ended?: string) {
      // The session goes at once, and again in a transaction: a refresh that was being stored meanwhile is deleted too.
      storeWithoutDatabase(undefined)
      return inTransaction(
        async (table) => {
          await putOrDelete(table, undefined)
          if (ended !== undefined) await table.put({ id: ENDING + ended })
          return true
        },
        () => {
          storeWithoutDatabase(undefined)
          return false
        },
      )
    },

    isInMemory: () => inMemory !== undefined,

    /** Digests of refresh tokens whose sessions were ended here and may still be open on the server. */
    endings: () => inTransaction(readEndings, () => []),
    addEnding: (digest: string) =>
      inTransaction(
        async (table) => {
          await table.put({ id: ENDING + digest })
          return true
        },
        () => false,
      ),
    removeEnding: (digest: string) =>
      inTransaction(
        (table) => table.delete(ENDING + digest),
        () => undefined,
      ),

    close: () => database.close(),
  }
}

const ROW = 'current'
/**
 * While somebody is signed in. A full device deletes the older session alone: a worker may not use its tokens, and
 * tells it from a sign-out.
 */
const OPEN = 'open'
const ENDING = 'ended/'

/**
 * `page` is the access token that `localStorage` had when the row was written: as long as it is there still, the
 * row is the newer. A session that a worker ends leaves a row without one (tombstone), or the next page would
 * restore it.
 */
interface SessionRow {
  id: string
  session?: unknown
  page?: string | undefined
}
type SessionTable = Table<SessionRow, string>

interface StoredRow {
  /** Undefined when a worker has ended it, and no page has taken note yet. */
  session: Session | undefined
  page: string
}

/** Reads the row as Dexie's own promise: behind three nested async functions it loses the transaction. */
function readRow(table: SessionTable): PromiseLike<StoredRow | undefined> {
  return table.get(ROW).then((row) => {
    if (row?.page !== undefined && row.session === undefined) return { session: undefined, page: row.page }
    const read = sessionSchema.safeParse(row?.session)
    if (!read.success) return undefined
    return { session: read.data, page: row?.page ?? read.data.access_token.token }
  })
}

function putRow(table: SessionTable, row: Omit<SessionRow, 'id'>): PromiseLike<unknown> {
  return table.bulkPut([{ id: OPEN }, { id: ROW, ...row }])
}

/** `isOpen`: somebody is signed in all the same. */
function deleteRow(table: SessionTable, { isOpen = false } = {}): Promise<void> {
  return table.bulkDelete(isOpen ? [ROW] : [ROW, OPEN])
}

/** Whether a missing session means that: on a full device it may be in `localStorage` alone, which a worker does not have. */
function isSignedOut(table: SessionTable): PromiseLike<boolean> {
  return table.bulkGet([ROW, OPEN]).then(([row, open]) => row !== undefined || open === undefined)
}

async function readEndings(table: SessionTable): Promise<string[]> {
  const ids = await table.where('id').startsWith(ENDING).primaryKeys()
  return ids.map((id) => id.slice(ENDING.length))
}

// The session in `localStorage`, under the names of rules 3.

function isReadable(storage: KeyValueStorage): boolean {
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

function clearStorage(storage: KeyValueStorage): void {
  for (const key of [...SESSION_KEYS, OWN_QUERIES_KEY]) {
    try {
      storage.removeItem(key)
    } catch {
      // Storage is forbidden: then nothing was stored either.
    }
  }
}
