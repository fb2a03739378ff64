// The schema as it was after each migration: what a backup of that time holds, and how to get from there to here.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type { ClientBase } from 'pg'
import * as z from 'zod'
import { BackupError } from './backup-error'

interface SchemaVersion {
  /** SHA-256 of the migration that led here. */
  hash: string
  /** As the migrator notes it. */
  createdAtMs: number
  statements: string[]
  /** Of the schema `public`. */
  tables: string[]
  enums: string[]
}

const MIGRATIONS = fileURLToPath(new URL('../database/migrations', import.meta.url))
const named = z.record(z.string(), z.object({ name: z.string() }))
const journalSchema = z.object({ entries: z.array(z.object({ idx: z.int() })) })
const snapshotSchema = z.object({ tables: named, enums: named })

/** All versions that this program knows, oldest first. */
export function knownVersions(): SchemaVersion[] {
  const { entries } = journalSchema.parse(readJson('_journal.json'))
  return readMigrationFiles({ migrationsFolder: MIGRATIONS }).map(({ hash, folderMillis, sql }, index) => {
    const number = String(entries[index]?.idx).padStart(4, '0')
    const { tables, enums } = snapshotSchema.parse(readJson(`${number}_snapshot.json`))
    return {
      hash,
      createdAtMs: folderMillis,
      statements: sql,
      tables: Object.values(tables).map(({ name }) => name),
      enums: Object.values(enums).map(({ name }) => name),
    }
  })
}

/** How many of the known migrations these are; undefined if they are others. */
export function versionOf(hashes: readonly string[]): number | undefined {
  const known = knownVersions()
  return hashes.every((hash, index) => hash === known[index]?.hash) ? hashes.length : undefined
}

/** The version of a database: 0 for an empty one. Throws BackupError for one that is newer than this program. */
export async function currentVersion(client: ClientBase): Promise<number> {
  const [table] = (
    await client.query(`select to_regclass('drizzle.__drizzle_migrations') is not null as there`)
  ).rows as { there: boolean }[]
  if (table?.there !== true) return 0
  const { rows } = await client.query('select hash from drizzle.__drizzle_migrations order by created_at, id')
  const version = versionOf((rows as { hash: string }[]).map(({ hash }) => hash))
  if (version === undefined) {
    throw new BackupError(
      'The tables of the database are not those of this program: use the version that made them.',
    )
  }
  return version
}

/** The tables of a version; none of version 0. */
export function tablesOf(version: number): string[] {
  return knownVersions()[version - 1]?.tables ?? []
}

/**
 * Removes the tables of one version and makes those of another, empty but for what its migrations put there. Only
 * inside a transaction. Whatever else depends on a table of ours (somebody's view) stops it.
 */
export async function remakeTables(client: ClientBase, from: number, to: number): Promise<void> {
  const before = knownVersions()[from - 1]
  const list = (names: string[]) => names.map((name) => `public.${client.escapeIdentifier(name)}`).join(', ')
  if (before !== undefined) {
    await client.query(`drop table ${list(before.tables)}`)
    if (before.enums.length > 0) await client.query(`drop type ${list(before.enums)}`)
    await client.query('delete from drizzle.__drizzle_migrations')
  }
  await migrate(client, 0, to)
}

/** Applies the known migrations after `from` up to `to`, and notes them as the migrator does. */
export async function migrate(client: ClientBase, from: number, to: number): Promise<void> {
  for (const { statements, hash, createdAtMs } of knownVersions().slice(from, to)) {
    for (const statement of statements) await client.query(statement)
    const note = 'insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)'
    await client.query(note, [hash, createdAtMs])
  }
}

function readJson(name: string): unknown {
  return JSON.parse(readFileSync(join(MIGRATIONS, 'meta', name), 'utf8'))
}
