import { drizzle } from 'drizzle-orm/node-postgres'
import type { NodePgDatabase, NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import { Pool } from 'pg'
import type { PoolConfig } from 'pg'
import * as schema from './schema'
import type { Log } from '@/server/platform/process/logger'

export type Database = NodePgDatabase<typeof schema>
/** The database itself or a transaction on it: what every function of a store takes first. */
export type Queryable = PgDatabase<NodePgQueryResultHKT, typeof schema>

/** They are set by a statement: PgBouncer refuses a connection that names them as parameters of its start. */
const TIMEOUTS = `set statement_timeout = '20s'; set idle_in_transaction_session_timeout = '60s'`

/**
 * Opens a pool. Statements stay unnamed: for a named one PostgreSQL may settle on a generic plan, which made one
 * shape of the list query seven times slower.
 */
export function connect(connection: PoolConfig, log: Log<'error'>): { pool: Pool; db: Database } {
  const pool = new Pool({
    max: 12,
    connectionTimeoutMillis: 10_000,
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
  return { pool, db: drizzle(pool, { schema }) }
}

/** The date that the database stores for an instant in epoch seconds. */
export function atSeconds(epochSeconds: number): Date {
  return new Date(epochSeconds * 1000)
}

/** Epoch seconds of a stored instant. */
export function secondsOf(instant: Date): number {
  return Math.floor(instant.getTime() / 1000)
}
