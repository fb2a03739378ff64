// How far the tables of a database are: which of the migrations that this program knows it has seen.

import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import * as z from 'zod'

export interface SchemaVersion {
  /** The name of its file, without `.sql`. */
  tag: string
  /** SHA-256 of the migration that led here. */
  hash: string
  /** The time that the migrator notes. */
  createdAtMs: number
  statements: string[]
  /** The tables of the schema `public`. */
  tables: string[]
  enums: string[]
}

interface Client {
  query(statement: string, values?: unknown[]): Promise<{ rows: unknown[] }>
}

/** The message for a database without a version. */
export const FOREIGN_TABLES =
  'The tables of the database are of a newer version, or of another program: use the version that made them.'

const FOLDER = 'src/server/platform/database/migrations'

const named = z.record(z.string(), z.object({ name: z.string() }))
const journalSchema = z.object({ entries: z.array(z.object({ tag: z.string() })) })
const snapshotSchema = z.object({ tables: named, enums: named })

/** Its message is for the person who started the server. */
export class OtherTablesError extends Error {
  override name = 'OtherTablesError'
}

/** The built server lives elsewhere than the sources, but always in the same project. */
export function migrationsFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, FOLDER)) && folder !== dirname(folder)) folder = dirname(folder)
  return join(folder, FOLDER)
}

/** The versions that this program knows, oldest first. */
export function knownVersions(folder = migrationsFolder()): SchemaVersion[] {
  const { entries } = journalSchema.parse(readJson(folder, '_journal.json'))
  return readMigrationFiles({ migrationsFolder: folder }).map(({ hash, folderMillis, sql }, index) => {
    const { tag = '' } = entries[index] ?? {}
    const number = tag.slice(0, 4)
    const { tables, enums } = snapshotSchema.parse(readJson(folder, `${number}_snapshot.json`))
    return {
      tag,
      hash,
      createdAtMs: folderMillis,
      statements: sql,
      tables: Object.values(tables).map(({ name }) => name),
      enums: Object.values(enums).map(({ name }) => name),
    }
  })
}

/** How many of the known migrations these are; undefined if they are others. */
export function versionOf(hashes: readonly string[], known: SchemaVersion[]): number | undefined {
  return hashes.every((hash, index) => hash === known[index]?.hash) ? hashes.length : undefined
}

/** The version of a database: 0 for an empty one, undefined for one that is newer than this program, or of another. */
export async function databaseVersion(client: Client, known: SchemaVersion[]): Promise<number | undefined> {
  return versionOf(await hashesOf(client), known)
}

/** Throws OtherTablesError for a database that has not seen all migrations of this program; a newer one has. */
export async function assertMigrated(client: Client): Promise<void> {
  const hashes = new Set(await hashesOf(client))
  if (knownVersions().some(({ hash }) => !hashes.has(hash)))
    throw new OtherTablesError(
      'The tables of the database are of an older version, and MIGRATE is off: run "npm run migrate" first.',
    )
}

/** The migrations that a database has seen, oldest first. */
async function hashesOf(client: Client): Promise<string[]> {
  const [table] = (
    await client.query(`select to_regclass('drizzle.__drizzle_migrations') is not null as there`)
  ).rows as { there: boolean }[]
  if (table?.there !== true) return []
  const { rows } = await client.query('select hash from drizzle.__drizzle_migrations order by created_at, id')
  return (rows as { hash: string }[]).map(({ hash }) => hash)
}

function readJson(folder: string, name: string): unknown {
  return JSON.parse(readFileSync(join(folder, 'meta', name), 'utf8'))
}
