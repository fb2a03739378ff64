import * as z from 'zod'
import type { ClientBase, Pool } from 'pg'
import { FOREIGN_TABLES, databaseVersion } from '@/server/platform/database/schema-version'
import type { SchemaVersion } from '@/server/platform/database/schema-version'

/** The last entry of a backup. What it does not vouch for is not in the backup. */
export const MANIFEST_NAME = 'manifest.json'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

export const manifestSchema = z.object({
  format: z.literal('events-guide-backup'),
  version: z.literal(1),
  /** ISO 8601, UTC: everything committed before is in it. */
  madeAt: z.string(),
  /** SHA-256 of each migration that the database had seen, oldest first. */
  migrations: z.array(sha256),
  /** In the order in which they can be loaded: a table comes after those that it refers to. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.int().nonnegative() })),
  entries: z.array(z.object({ name: z.string(), bytes: z.int().nonnegative(), sha256 })),
})

export type Manifest = z.infer<typeof manifestSchema>
export type ManifestEntry = Manifest['entries'][number]

export interface BackupSummary {
  madeAt: string
  tables: number
  rows: number
  pictures: number
}

export function summaryOf({ madeAt, tables, entries }: Manifest): BackupSummary {
  return {
    madeAt,
    tables: tables.length,
    rows: tables.reduce((total, { rows }) => total + rows, 0),
    pictures: entries.filter(({ name }) => pictureOfEntry(name) !== undefined).length,
  }
}

export function tablePartName(table: string, part: number): string {
  return `tables/${table}/${String(part).padStart(6, '0')}`
}

export function pictureEntryName(fileName: string): string {
  return `photos/${fileName}`
}

export function tableOfEntry(name: string): string | undefined {
  return /^tables\/([a-z_][a-z0-9_]*)\/\d{6,}$/.exec(name)?.[1]
}

/** The file name of the picture, if it is one. Leads nowhere out of its directory. */
export function pictureOfEntry(name: string): string | undefined {
  return /^photos\/([0-9a-f]{16,64}-[0-9a-z]+\.(?:jpg|webp))$/.exec(name)?.[1]
}

/** Why there is no backup or no restore, in words for whoever runs the command. Nothing has been changed. */
export class BackupError extends Error {
  override name = 'BackupError'
}

export interface Table {
  name: string
  /** The columns that hold something of their own: no generated ones. */
  columns: string[]
}

const COLUMNS = `
  select class.relname as name, array_agg(attribute.attname::text order by attribute.attnum) as columns
  from pg_class class join pg_attribute attribute on attribute.attrelid = class.oid
  where class.relnamespace = 'public'::regnamespace and class.relkind in ('r', 'p') and class.relname = any($1)
    and attribute.attnum > 0 and not attribute.attisdropped and attribute.attgenerated = ''
  group by class.relname order by class.relname`

const REFERENCES = `
  select child.relname as child, parent.relname as parent
  from pg_constraint reference
  join pg_class child on child.oid = reference.conrelid join pg_class parent on parent.oid = reference.confrelid
  where reference.contype = 'f' and child.relnamespace = 'public'::regnamespace and child.oid <> parent.oid`

/** The tables that exist, each after all tables that it refers to: the order in which they can be loaded. */
export async function tablesInOrder(client: ClientBase, names: readonly string[]): Promise<Table[]> {
  const left = (await client.query(COLUMNS, [names])).rows as Table[]
  const references = (await client.query(REFERENCES)).rows as { child: string; parent: string }[]
  const ordered: Table[] = []
  while (left.length > 0) {
    const isLeft = (name: string) => left.some((table) => table.name === name)
    const next = left.findIndex(
      ({ name }) => !references.some(({ child, parent }) => child === name && isLeft(parent)),
    )
    if (next < 0) throw new Error('tables refer to each other in a circle: no order can load them')
    ordered.push(...left.splice(next, 1))
  }
  return ordered
}

export function copyTarget(client: ClientBase, { name, columns }: Table): string {
  return `public.${client.escapeIdentifier(name)} (${columns.map((one) => client.escapeIdentifier(one)).join(', ')})`
}

/** Copying takes as long as it takes, and values are written in one way, whatever the server's settings are. */
const SETTINGS = `
  set local statement_timeout = 0; set local lock_timeout = '30s'; set local idle_in_transaction_session_timeout = 0;
  set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres';
  set local extra_float_digits = 1; set local bytea_output = 'hex'; set local search_path = public, pg_catalog;
  set local row_security = off`

const ignore = () => undefined

/** If `work` throws, the connection is thrown away: there is no other way out of a COPY, and PostgreSQL rolls back. */
export async function inTransaction<T>(
  pool: Pool,
  begin: string,
  work: (client: ClientBase) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  // A lost connection also fails the query in flight; without a listener it would end the process.
  client.on('error', ignore)
  let isDone = false
  try {
    await client.query(begin)
    await client.query(SETTINGS)
    const result = await work(client)
    await client.query('commit')
    isDone = true
    return result
  } finally {
    client.removeListener('error', ignore)
    client.release(!isDone)
  }
}

// The schema as it was after each migration: what a backup of that time holds, and how to get from there to here.

/** The version of a database: 0 for an empty one. Throws BackupError for one that is newer than this program. */
export async function currentVersion(client: ClientBase, known: SchemaVersion[]): Promise<number> {
  const version = await databaseVersion(client, known)
  if (version === undefined) throw new BackupError(FOREIGN_TABLES)
  return version
}

export function tablesOf(version: number, known: SchemaVersion[]): string[] {
  return known[version - 1]?.tables ?? []
}

/** Call it inside a transaction only. Whatever else depends on a table of ours (somebody's view) stops it. */
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
