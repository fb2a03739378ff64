import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type { Pool, PoolClient } from 'pg'
import { createConcurrentIndexes } from './concurrent-indexes'
import { MIGRATION_LOCK } from './locks'

const FOLDER = 'src/server/platform/database/migrations'
const RETRY_LOCK_MS = 200

interface MigrationOptions {
  /** How long a statement waits for a table that somebody else uses, milliseconds; 0: as long as it takes. */
  lockTimeoutMs?: number
  folder?: string
}

/**
 * Brings the tables up to date. Under a lock, because several servers may start at once on one database: without
 * it they create the same table and all but one fail. Throws PostgreSQL's `55P03` when a table is not to be had in time; nothing
 * has changed then.
 */
export async function migrateDatabase(
  pool: Pool,
  { lockTimeoutMs = 0, folder = migrationsFolder() }: MigrationOptions = {},
): Promise<void> {
  const client = await pool.connect()
  try {
    // Waiting for another server's migration, and a migration itself, may take as long as they take.
    await client.query('set statement_timeout = 0')
    await acquireMigrationLock(client)
    try {
      await client.query(`set lock_timeout = ${lockTimeoutMs}`)
      await migrate(drizzle(client), { migrationsFolder: folder })
      // They wait for every transaction that is under way, and hold nobody up meanwhile.
      await client.query('set lock_timeout = 0')
      await createConcurrentIndexes(client, folder)
    } finally {
      await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK])
    }
  } finally {
    // Not back into the pool: it has no time limit any more.
    client.release(true)
  }
}

/** Asks again and again: a statement that waited for the lock would be a transaction that CREATE INDEX CONCURRENTLY waits for. */
async function acquireMigrationLock(client: PoolClient): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [
      MIGRATION_LOCK,
    ])
    if (rows[0]?.got === true) return
    await pause(RETRY_LOCK_MS)
  }
}

/** The built server lives elsewhere than the sources, but always in the same project. */
export function migrationsFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, FOLDER)) && folder !== dirname(folder)) folder = dirname(folder)
  return join(folder, FOLDER)
}
