import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import { Client, Pool, type PoolConfig } from 'pg'
import type { Log } from '@/server/platform/process/logger'
import * as schema from './schema'

export type Database = NodePgDatabase<typeof schema>
/** The database itself or a transaction on it: what every function of a store takes first. */
export type Queryable = PgDatabase<NodePgQueryResultHKT, typeof schema>

/** They are set by a statement: PgBouncer refuses a connection that names them as parameters of its start. */
const TIMEOUTS = `set statement_timeout = '20s'; set idle_in_transaction_session_timeout = '60s'`

/**
 * A server adds a timeout to its connection: a database that hangs (a stalled disk, a network that swallows packets) counts as away after so
 * long. A migration, a backup and a restore may take as long as they take.
 */
export const SERVES_PEOPLE = { query_timeout: 8_000 } satisfies PoolConfig

/** Statements stay unnamed: PostgreSQL may choose a generic plan for a named one, seven times slower for one list query. */
export function connect(connection: PoolConfig, log: Log<'error'>): { pool: Pool; db: Database } {
  const pool = new Pool({
    max: 12,
    connectionTimeoutMillis: 5_000,
    // A firewall drops a connection that is idle for long, and notifies nobody.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    idleTimeoutMillis: 60_000,
    application_name: 'events-guide',
    ...connection,
    // The pool waits for it before it lends the connection.
    onConnect: (client) => client.query(TIMEOUTS),
  })
  // A connection that breaks while it is idle would end the process without a listener.
  pool.on('error', (error) => {
    // While the pool ends, its last connections may still be closing when the database itself stops.
    if (!pool.ending) log.error({ err: error }, 'a database connection was lost')
  })
  // The pool listens only while it holds a connection: one that breaks between two statements of a transaction would end
  // the process, too. Its next query fails, and the pool drops it.
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = drizzle(pool, { schema })
  db.transaction = (work, config) => transactionOn(pool, work, config)
  return { pool, db }
}

/**
 * Drizzle's own keeps a connection for ever whose `begin` fails, and gives one back that a query which timed out is still busy on: after a
 * database that hung, nobody would get one. Here such a connection is closed at once, and the rollback does not wait for it.
 */
async function transactionOn<T>(
  pool: Pool,
  work: Parameters<Database['transaction']>[0],
  config: Parameters<Database['transaction']>[1],
): Promise<T> {
  const client = await pool.connect()
  let isReleased = false
  const release = (error?: unknown) => {
    if (!isReleased) client.release(isDatabaseAway(error) ? (error as Error) : undefined)
    isReleased = true
  }
  const closingWhenAway: typeof work = async (tx) => {
    try {
      return await work(tx)
    } catch (error) {
      if (isDatabaseAway(error)) release(error)
      throw error
    }
  }
  try {
    const result = await drizzle(client).transaction(closingWhenAway as never, config)
    release()
    return result as T
  } catch (error) {
    release(error)
    throw error
  }
}

/** A connection of its own, which may be idle, or busy, for as long as it likes. One that breaks ends, and so does its query. */
export async function connectAlone(connection: PoolConfig): Promise<Client> {
  const client = new Client({
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    application_name: 'events-guide',
    ...connection,
  })
  client.on('error', () => undefined)
  await client.connect()
  // Whatever the URL or the role of the database says.
  await client.query('set statement_timeout = 0; set idle_session_timeout = 0')
  return client
}

export function atSeconds(epochSeconds: number): Date {
  return new Date(epochSeconds * 1000)
}

export function secondsOf(instant: Date): number {
  return Math.floor(instant.getTime() / 1000)
}

// Advisory locks: any numbers, as long as no other program that shares the database locks by them.

export const MIGRATION_LOCK = 7_203_114
/** A phone's registration holds it, with a hash of the phone's token: a key of two numbers, apart from those of one. */
export const DEVICE_LOCK = 72_031
/** A change that takes an administrator away holds it: of two at once the second sees that none is left. */
export const ADMINISTRATORS_LOCK = 7_203_116
/** The same calendar imported twice at once makes no event twice; the deletion of an account waits, as its address may be in it. */
export const IMPORT_LOCK = 7_203_117

/** A transaction that was in another one's way: serialization failure, deadlock, lock not available. Nothing of it was stored. */
const CONTENTION = new Set(['40001', '40P01', '55P03'])

/** Lost connections and shutdown (SQLSTATE classes 08, 53, 57), a standby, or contention: a later try may go well. */
export function isDatabaseBusy(error: unknown): boolean {
  return isDatabaseAway(error) || someCause(error, (cause) => CONTENTION.has(codeOf(cause)))
}

/** True if nothing can be done there at the moment: lost connections and shutdown, or a primary that has become a standby (25006). */
export function isDatabaseAway(error: unknown): boolean {
  return someCause(error, (cause) => {
    const code = codeOf(cause)
    if (
      /^(?:08|53|57)...$|^25006$|^(?:ECONNREFUSED|ECONNRESET|EPIPE|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN|ETIMEDOUT)$/.test(
        code,
      )
    )
      return true
    // Its socket is a file that is gone with it.
    if (code === 'ENOENT' && 'syscall' in cause && cause.syscall === 'connect') return true
    return /timeout exceeded when trying to connect|Query read timeout|Connection terminated|is not queryable/.test(
      cause.message,
    )
  })
}

export function someCause(error: unknown, matches: (cause: Error) => boolean): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (matches(cause)) return true
  return false
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : ''
}
