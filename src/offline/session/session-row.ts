import type { Table } from 'dexie'
import { type Session, sessionSchema } from '@/contract/accounts/auth'

const ROW = 'current'
/**
 * Stands beside the session as long as somebody is signed in. A page that has no room for a newer session deletes the older one
 * alone, which needs none: a worker may not use its tokens any more, and tells it from a sign-out.
 */
const OPEN = 'open'
export const ENDING = 'ended/'

/**
 * `page` is the access token that `localStorage` had when the row was written. A worker refreshes without it: as long as
 * it is there still, the row is the newer. No clock is asked, which may have been set back between two refreshes.
 * A session that a worker ends leaves a row without one (tombstone), or the next page would restore it from `localStorage`.
 */
interface SessionRow {
  id: string
  session?: unknown
  page?: string | undefined
}
export type SessionTable = Table<SessionRow, string>

export interface StoredRow {
  /** Undefined when a worker has ended it, and no page has taken note yet. */
  session: Session | undefined
  page: string
}

/** Reads the row as Dexie's own promise: behind three nested async functions it loses the transaction. */
export function readRow(table: SessionTable): PromiseLike<StoredRow | undefined> {
  return table.get(ROW).then((row) => {
    if (row?.page !== undefined && row.session === undefined) return { session: undefined, page: row.page }
    const read = sessionSchema.safeParse(row?.session)
    if (!read.success) return undefined
    return { session: read.data, page: row?.page ?? read.data.access_token.token }
  })
}

export function putRow(table: SessionTable, row: Omit<SessionRow, 'id'>): PromiseLike<unknown> {
  return table.bulkPut([{ id: OPEN }, { id: ROW, ...row }])
}

/** `isOpen`: somebody is signed in all the same. */
export function deleteRow(table: SessionTable, { isOpen = false } = {}): Promise<void> {
  return table.bulkDelete(isOpen ? [ROW] : [ROW, OPEN])
}

/** Whether a missing session means that: on a full device it may be in `localStorage` alone, which a worker does not have. */
export function isSignedOut(table: SessionTable): PromiseLike<boolean> {
  return table.bulkGet([ROW, OPEN]).then(([row, open]) => row !== undefined || open === undefined)
}

/** The digests that are noted for `SessionStore.endings`. */
export async function readEndings(table: SessionTable): Promise<string[]> {
  const ids = await table.where('id').startsWith(ENDING).primaryKeys()
  return ids.map((id) => id.slice(ENDING.length))
}
