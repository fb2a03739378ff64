// The schema as it was after each migration: what a backup of that time holds, and how to get from there to here.

import type { ClientBase } from 'pg'
import { FOREIGN_TABLES, databaseVersion } from '@/server/platform/database/schema-version'
import type { SchemaVersion } from '@/server/platform/database/schema-version'
import { BackupError } from './backup-error'

/** The version of a database: 0 for an empty one. Throws BackupError for one that is newer than this program. */
export async function currentVersion(client: ClientBase, known: SchemaVersion[]): Promise<number> {
  const version = await databaseVersion(client, known)
  if (version === undefined) throw new BackupError(FOREIGN_TABLES)
  return version
}

/** The tables of a version; none of version 0. */
export function tablesOf(version: number, known: SchemaVersion[]): string[] {
  return known[version - 1]?.tables ?? []
}

/**
 * Removes the tables of one version and makes those of another, empty but for what its migrations put there. It runs only inside a
 * transaction. Whatever else depends on a table of ours (somebody's view) stops it.
 */
export async function recreateTables(
  client: ClientBase,
  from: number,
  to: number,
  known: SchemaVersion[],
): Promise<void> {
  const before = known[from - 1]
  const list = (names: string[]) => names.map((name) => `public.${client.escapeIdentifier(name)}`).join(', ')
  if (before !== undefined) {
    await client.query(`drop table ${list(before.tables)}`)
    if (before.enums.length > 0) await client.query(`drop type ${list(before.enums)}`)
    await client.query('delete from drizzle.__drizzle_migrations')
  }
  await migrate(client, known.slice(0, to))
}

/** Applies migrations, and notes them as the migrator does. */
export async function migrate(client: ClientBase, pending: SchemaVersion[]): Promise<void> {
  for (const { statements, hash, createdAtMs } of pending) {
    for (const statement of statements) await client.query(statement)
    const note = 'insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)'
    await client.query(note, [hash, createdAtMs])
  }
}
