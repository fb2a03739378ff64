import type { Table } from 'dexie'
import { type Session, sessionSchema } from '@/contract/accounts/auth'

export const ROW = 'current'
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
