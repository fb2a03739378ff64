// How far the tables of a database are, and how they get to where this program needs them.

import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readMigrationFiles, type MigrationMeta } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type { Pool } from 'pg'
import { hasCode } from '@/server/platform/process/private-data-dir'
import { MIGRATION_LOCK } from './client'

const LOCK_NOT_AVAILABLE = '55P03'
const FOLDER = 'src/server/platform/database/migrations'

/** Its message is for the person who started the server. */
export class OtherTablesError extends Error {
  override name = 'OtherTablesError'
}

interface Client {
  query(statement: string, values?: unknown[]): Promise<{ rows: unknown[] }>
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
export async function appliedMigrations(client: Client): Promise<string[]> {
  const there = await client.query(`select 1 where to_regclass('drizzle.__drizzle_migrations') is not null`)
  if (there.rows.length === 0) return []
  const { rows } = await client.query('select hash from drizzle.__drizzle_migrations order by created_at, id')
  return (rows as { hash: string }[]).map(({ hash }) => hash)
}

/** How many of this program's migrations a database has seen. Throws OtherTablesError when it has seen others. */
export async function databaseVersion(client: Client, known = knownMigrations()): Promise<number> {
  const applied = await appliedMigrations(client)
  if (applied.some((hash, index) => hash !== known[index]?.hash))
    throw new OtherTablesError(
      'The tables of the database are of a newer version, or of another program: use the version that made them.',
    )
  return applied.length
}

/** Throws OtherTablesError for a database that has not seen all migrations of this program; a newer one has. */
export async function assertMigrated(client: Client): Promise<void> {
  const applied = new Set(await appliedMigrations(client))
  if (knownMigrations().some(({ hash }) => !applied.has(hash)))
    throw new OtherTablesError(
      'The tables of the database are of an older version, and MIGRATE is off: run "npm run migrate" first.',
    )
}

interface MigrationOptions {
  /** How long a statement waits for a table that somebody else uses, milliseconds; 0: as long as it takes. */
  lockTimeoutMs?: number
  folder?: string | undefined
}

/**
 * Brings the tables up to date, and gives how many migrations that took. Under a lock, because several servers may start at once
 * on one database: without it they create the same table and all but one fail. Throws OtherTablesError, with nothing changed, for
 * tables that are newer than this program, or not to be had in time.
 */
export async function migrateDatabase(
  pool: Pool,
  { lockTimeoutMs = 0, folder = migrationsFolder() }: MigrationOptions = {},
): Promise<number> {
  const client = await pool.connect()
  try {
    // Waiting for another server's migration, and a migration itself, may take as long as they take.
    await client.query('set statement_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    const known = knownMigrations(folder)
    const version = await databaseVersion(client, known)
    await client.query(`set lock_timeout = ${lockTimeoutMs}`)
    await migrate(drizzle(client), { migrationsFolder: folder })
    return known.length - version
  } catch (error) {
    for (let cause = error; cause instanceof Error; cause = cause.cause)
      if (hasCode(cause, LOCK_NOT_AVAILABLE))
        throw new OtherTablesError('Another program is holding tables of the database: try again later.')
    throw error
  } finally {
    // The client does not go back into the pool: it has no time limit any more, and its end releases the lock.
    client.release(true)
  }
}
