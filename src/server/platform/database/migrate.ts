// How far the tables of a database are, and how they get to where this program needs them.

import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readMigrationFiles, type MigrationMeta } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type { ClientBase, Pool, PoolConfig } from 'pg'
import { MIGRATION_LOCK, connectAlone } from './client'

const FOLDER = 'src/server/platform/database/migrations'

/** Its message is for the person who started the server. */
export class OtherTablesError extends Error {
  override name = 'OtherTablesError'
}

/** The built server lives elsewhere than the sources, but always in the same project. */
function migrationsFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, FOLDER)) && folder !== dirname(folder)) folder = dirname(folder)
  return join(folder, FOLDER)
}

/** The migrations of this program, oldest first. */
export function knownMigrations(folder = migrationsFolder()): MigrationMeta[] {
  return readMigrationFiles({ migrationsFolder: folder })
}

/** The hashes of the migrations that a database has seen, oldest first. */
export async function appliedMigrations(client: ClientBase | Pool): Promise<string[]> {
  const there = await client.query(`select 1 where to_regclass('drizzle.__drizzle_migrations') is not null`)
  if (there.rows.length === 0) return []
  const { rows } = await client.query('select hash from drizzle.__drizzle_migrations order by created_at, id')
  return (rows as { hash: string }[]).map(({ hash }) => hash)
}

/** How many of this program's migrations a database has seen. Throws OtherTablesError when it has seen others. */
export async function databaseVersion(client: ClientBase | Pool, known = knownMigrations()): Promise<number> {
  const applied = await appliedMigrations(client)
  if (applied.some((hash, index) => hash !== known[index]?.hash))
    throw new OtherTablesError(
      'The tables of the database are of a newer version, or of another program: use the version that made them.',
    )
  return applied.length
}

/**
 * Brings the tables up to date. Under a lock, because several servers may start at once on one database: without it they create the same
 * table and all but one fail. Throws OtherTablesError, with nothing changed, for tables that are newer than this program.
 */
export async function migrateDatabase(connection: PoolConfig, folder = migrationsFolder()): Promise<void> {
  // Waiting for another server's migration, and a migration itself, may take as long as they take.
  const client = await connectAlone(connection)
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await databaseVersion(client, knownMigrations(folder))
    await migrate(drizzle(client), { migrationsFolder: folder })
  } finally {
    // It releases the lock.
    await client.end()
  }
}
