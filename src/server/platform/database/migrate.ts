import { setTimeout as pause } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type { Pool, PoolClient } from 'pg'
import { createConcurrentIndexes } from './concurrent-indexes'
import { hasCode } from '@/server/platform/process/system-errors'
import { MIGRATION_LOCK } from './locks'
import { adoptFirstRelease, knownVersions, migrationsFolder } from './schema-version'

const RETRY_LOCK_MS = 200
const LOCK_TIMEOUT_MS = 3000
const ATTEMPTS = 20
const BETWEEN_ATTEMPTS_MS = 2000
const LOCK_NOT_AVAILABLE = '55P03'

interface MigrationOptions {
  /** How long a statement waits for a table that somebody else uses, milliseconds; 0: as long as it takes. */
  lockTimeoutMs?: number
  folder?: string
}

/**
 * Brings the tables up to date. Under a lock, because several servers may start at once on one database: without
 * it they create the same table and all but one fail. Throws PostgreSQL's `55P03` when a table is not to be had in time, and
 * OlderTablesError for tables that only another program can go on with; nothing has changed then.
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
      await adoptFirstRelease(client, knownVersions(folder))
      await migrate(drizzle(client), { migrationsFolder: folder })
      // They wait for every transaction that is under way, and hold nobody up meanwhile.
      await client.query('set lock_timeout = 0')
      await createConcurrentIndexes(client, folder)
    } finally {
      await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK])
    }
  } finally {
    // The client does not go back into the pool: it has no time limit any more.
    client.release(true)
  }
}

interface PatientOptions {
  folder?: string
  /** Called when an attempt is given up. */
  onGivenUp: (attempt: number, attempts: number) => void
  /** Waits between two attempts, milliseconds. */
  pause?: (ms: number) => Promise<unknown>
}

/**
 * The same beside servers that use the tables: writers that come after a waiting migration wait behind it, so it waits for 3 s at most,
 * lets them pass and begins again. Throws `55P03` after the last attempt.
 */
export async function migrateBesideOthers(
  pool: Pool,
  { folder, onGivenUp, pause: wait = pause }: PatientOptions,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await migrateDatabase(pool, { lockTimeoutMs: LOCK_TIMEOUT_MS, ...(folder && { folder }) })
    } catch (error) {
      if (!isTableInUse(error) || attempt === ATTEMPTS) throw error
      onGivenUp(attempt, ATTEMPTS)
      await wait(BETWEEN_ATTEMPTS_MS)
    }
  }
}

/** Whether a table was not to be had in time. */
export function isTableInUse(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (hasCode(cause, LOCK_NOT_AVAILABLE)) return true
  return false
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
