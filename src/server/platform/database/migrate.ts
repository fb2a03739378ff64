import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type { Pool } from 'pg'
import { hasCode } from '@/server/platform/process/private-data-dir'
import { MIGRATION_LOCK } from './client'
import {
  FOREIGN_TABLES,
  OtherTablesError,
  databaseVersion,
  knownVersions,
  migrationsFolder,
} from './schema-version'

const LOCK_NOT_AVAILABLE = '55P03'

interface MigrationOptions {
  /** How long a statement waits for a table that somebody else uses, milliseconds; 0: as long as it takes. */
  lockTimeoutMs?: number
  folder?: string
}

/**
 * Brings the tables up to date. Under a lock, because several servers may start at once on one database: without
 * it they create the same table and all but one fail. Throws PostgreSQL's `55P03` when a table is not to be had in time, and
 * OtherTablesError for a database that is newer than this program; nothing has changed then.
 */
export async function migrateDatabase(
  pool: Pool,
  { lockTimeoutMs = 0, folder = migrationsFolder() }: MigrationOptions = {},
): Promise<void> {
  const client = await pool.connect()
  try {
    // Waiting for another server's migration, and a migration itself, may take as long as they take.
    await client.query('set statement_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    if ((await databaseVersion(client, knownVersions(folder))) === undefined)
      throw new OtherTablesError(FOREIGN_TABLES)
    await client.query(`set lock_timeout = ${lockTimeoutMs}`)
    await migrate(drizzle(client), { migrationsFolder: folder })
  } finally {
    // The client does not go back into the pool: it has no time limit any more, and its end releases the lock.
    client.release(true)
  }
}

/** Whether a table was not to be had in time. */
export function isTableInUse(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (hasCode(cause, LOCK_NOT_AVAILABLE)) return true
  return false
}
