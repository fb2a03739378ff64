import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type { Pool } from 'pg'
import { MIGRATION_LOCK } from './locks'

const FOLDER = 'src/server/platform/database/migrations'

/**
 * Brings the tables up to date. Under a lock, because several servers may start at once on one database: without
 * it they create the same table and all but one fail.
 */
export async function migrateDatabase(pool: Pool): Promise<void> {
  const client = await pool.connect()
  try {
    // Waiting for another server's migration, and a migration itself, may take as long as they take.
    await client.query('set statement_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    try {
      await migrate(drizzle(client), { migrationsFolder: migrationsFolder() })
    } finally {
      await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK])
    }
  } finally {
    // Not back into the pool: it has no time limit any more.
    client.release(true)
  }
}

/** The built server lives elsewhere than the sources, but always in the same project. */
export function migrationsFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, FOLDER)) && folder !== dirname(folder)) folder = dirname(folder)
  return join(folder, FOLDER)
}
