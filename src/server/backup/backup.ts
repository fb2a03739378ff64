// The embedded database and the photos beside it in one file, made while the server runs, restored whole or not at all: a tar.gz of
// PostgreSQL's own COPY text, which can be opened by hand in an emergency.
//
//   manifest.json     first: version of the schema, and the columns of each table
//   tables/<table>    rows, as COPY writes them
//   photos/<file>     every picture
//
// Databases behind DATABASE_URL have pg_dump, and buckets rclone (docs/operating.md). Refuses: secrets of the server (JWT_SECRET, mail
// and provider settings stay where they are), mails already written to files, and a schema that is newer than this program.

import { randomBytes, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { readFile, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { MigrationMeta } from 'drizzle-orm/migrator'
import type { ClientBase, Pool } from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { extract, pack } from 'tar-stream'
import * as z from 'zod'
import { appliedMigrations, knownMigrations } from '@/server/platform/database/migrate'
import { ensureDir, syncDir, unlessMissing, writeWhole } from '@/server/platform/process/private-data-dir'
import { SETTLED } from '@/server/platform/queue/job-queue'

const MANIFEST = 'manifest.json'
const TABLE_ENTRY = /^tables\/([a-z_][a-z0-9_]*)$/
/** Leads nowhere out of its directory. */
const PICTURE_ENTRY = /^photos\/([0-9a-f]{16,64}-[0-9a-z]+\.(?:jpg|webp))$/
/** It has a row from the start. */
const COUNTER = 'change_counter'

const manifestSchema = z.object({
  format: z.literal('events-guide-backup'),
  version: z.literal(3),
  /** ISO 8601, UTC: everything committed before is in it. */
  madeAt: z.string(),
  /** SHA-256 of each migration that the database had seen, oldest first. */
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
})

type Manifest = z.infer<typeof manifestSchema>
type Table = Manifest['tables'][number]

/** Why there is no backup or no restore, in words for whoever runs the command. Nothing has been changed. */
export class BackupError extends Error {
  override name = 'BackupError'
}

interface Place {
  pool: Pool
  /** The folder of the photos; undefined where they are in a bucket. */
  photosDir: string | undefined
  /** The file of the backup. */
  file: string
}

export interface Contents {
  madeAt: string
  rows: number
  pictures: number
}

type AddEntry = (name: string, content: Buffer) => Promise<void>

/**
 * Writes the database as it is at one instant, with its photos, while others go on writing. The file has its name only when all of it is on
 * the disk. Throws BackupError for what the person can do something about; then there is no file.
 */
export async function createBackup({ pool, photosDir, file }: Place): Promise<Contents> {
  if (existsSync(file))
    throw new BackupError(`${file} is already there: choose another name, or move it away.`)
  const partial = `${file}.${randomUUID().slice(0, 8)}.partial`
  const tar = pack()
  // It holds addresses and password hashes: only its owner reads it.
  const output = createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true })
  const written = pipeline(tar, createGzip(), output)
  // Whoever writes an entry gets the error; there may be nobody at the moment.
  written.catch(() => undefined)
  const add: AddEntry = async (name, content) => {
    const added = new Promise<void>((resolve, reject) => {
      tar.entry({ name, mode: 0o600 }, content, (error) => (error ? reject(error) : resolve()))
    })
    // The error that ended the pipeline (a full disk) says more than that of the entry that it broke.
    await Promise.race([added, written]).catch(() => written)
  }
  try {
    const contents = await addAll(add, pool, photosDir)
    tar.finalize()
    await written
    await rename(partial, file)
    await syncDir(dirname(file))
    return contents
  } catch (error) {
    const code = systemCodeOf(error)
    throw code === undefined ? error : new BackupError(`${file} cannot be written (${code}).`)
  } finally {
    tar.destroy()
    await written.catch(() => undefined)
    await rm(partial, { force: true })
  }
}

async function addAll(add: AddEntry, pool: Pool, photosDir: string | undefined): Promise<Contents> {
  const begin = 'begin isolation level repeatable read, read only'
  const contents = await inTransaction(pool, begin, async (client) => {
    const madeAt = new Date().toISOString()
    const migrations = await appliedMigrations(client)
    if (migrations.length === 0) throw new BackupError('The database is empty: there is nothing to back up.')
    const tables = await tablesOf(client)
    const manifest: Manifest = { format: 'events-guide-backup', version: 3, madeAt, migrations, tables }
    await add(MANIFEST, Buffer.from(JSON.stringify(manifest, undefined, 1)))
    let rows = 0
    for (const table of tables) {
      const copying = client.query(copyTo(`copy ${copyTarget(client, table)} to stdout`))
      await add(`tables/${table.name}`, await buffer(copying))
      rows += copying.rowCount
    }
    return { madeAt, rows, pictures: 0 }
  })
  for (const name of (photosDir && (await unlessMissing(readdir(photosDir)))) || []) {
    if (!PICTURE_ENTRY.test(`photos/${name}`)) continue
    // The server may remove one meanwhile.
    const content = await unlessMissing(readFile(join(photosDir ?? '', name)))
    if (content === undefined) continue
    await add(`photos/${name}`, content)
    contents.pictures += 1
  }
  return contents
}

interface RestoreOptions extends Place {
  replace?: boolean
  sendWaiting?: boolean
  /** Default: the migrations of this program. */
  folder?: string | undefined
}

/**
 * Puts a backup in the place of the embedded database, whole or not at all; a backup of an older schema is migrated. Sessions come back,
 * too. Throws BackupError for what the person can do something about; then nothing has changed. The database is nobody else's meanwhile.
 */
export async function restoreBackup({
  pool,
  photosDir,
  file,
  replace = false,
  sendWaiting = false,
  folder,
}: RestoreOptions): Promise<Contents & { waitingMails: number }> {
  await assertWhole(file)
  const entries = readEntries(file)
  const manifest = parseManifest((await entries.next()).value)
  if (manifest === undefined) throw damaged(file)
  const known = knownMigrations(folder)
  const version = manifest.migrations.length
  if (manifest.migrations.some((hash, index) => hash !== known[index]?.hash))
    throw new BackupError(
      `${file} was made by a newer or another version of this program: restore it with that one.`,
    )
  if (photosDir !== undefined) await ensureDir(photosDir)
  const restored = { madeAt: manifest.madeAt, rows: 0, pictures: 0, waitingMails: 0 }
  await inTransaction(pool, 'begin', async (client) => {
    if (!replace) await refuseToReplace(client)
    await client.query(
      'drop schema if exists drizzle cascade; drop schema public cascade; create schema public',
    )
    await client.query(
      'create schema drizzle; create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
    )
    await migrate(client, known.slice(0, version))
    // The rows that the migrations put there are in the backup as well.
    const names = (await tablesOf(client)).map(({ name }) => client.escapeIdentifier(name))
    await client.query(`truncate ${names.join(', ')}`)
    // Rows of one instant fit together: no order of tables has to be found, and nobody is notified of each.
    await client.query('set local session_replication_role = replica')
    for await (const { name, content } of entries) {
      const table = manifest.tables.find((one) => one.name === TABLE_ENTRY.exec(name)?.[1])
      const picture = PICTURE_ENTRY.exec(name)?.[1]
      if (table !== undefined) {
        const copying = client.query(copyFrom(`copy ${copyTarget(client, table)} from stdin`))
        await pipeline(Readable.from([content]), copying)
        restored.rows += copying.rowCount
      } else if (picture === undefined) throw damaged(file)
      // One that no row shows any more, should the rest go wrong, is swept away by the server.
      else if (photosDir !== undefined) {
        await writeWhole(join(photosDir, picture), content, 0o644)
        restored.pictures += 1
      }
    }
    await client.query('set local session_replication_role = origin')
    await migrate(client, known.slice(version))
    restored.waitingMails = await settle(client, sendWaiting)
  })
  await pool.query('analyze')
  return restored
}

/**
 * Prepares a restored database for a server; returns the number of mails that were waiting. What waited when the backup was
 * made has been sent since, or is too old. Replicas know the database that they synced from: they must sync this one from the start.
 */
export async function settle(client: ClientBase | Pool, sendWaiting: boolean): Promise<number> {
  await client.query(`update ${COUNTER} set lineage = $1`, [randomBytes(6).toString('hex')])
  const mails = await client.query(`select 1 from jobs where done_at is null and kind = 'mail'`)
  if (!sendWaiting) {
    // Jobs of every kind are settled: each tells somebody something. A week that is yet to come has been sent by nobody, and its key
    // keeps the server from enqueuing it again.
    await client.query(
      `update jobs set done_at = now(), last_error = $1, payload = '{}'
      where done_at is null and (kind <> 'week' or run_at <= now())`,
      [SETTLED],
    )
    // So are reminders up to now. Looking at them anew finds those that are yet to come.
    await client.query(`update reminders set pending = '{}', change_seq = -1`)
  }
  return mails.rowCount ?? 0
}

async function migrate(client: ClientBase, pending: MigrationMeta[]): Promise<void> {
  for (const { sql, hash, folderMillis } of pending) {
    for (const statement of sql) await client.query(statement)
    const note = 'insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)'
    await client.query(note, [hash, folderMillis])
  }
}

async function refuseToReplace(client: ClientBase): Promise<void> {
  for (const { name } of await tablesOf(client)) {
    const { rowCount } = await client.query(`select 1 from ${client.escapeIdentifier(name)} limit 1`)
    if (rowCount !== 0 && name !== COUNTER)
      throw new BackupError('The database is not empty. To throw away what it holds, add --replace.')
  }
}

/** The tables of the schema `public`, with the columns that hold something of their own: no generated ones. */
async function tablesOf(client: ClientBase): Promise<Table[]> {
  const { rows } = await client.query(`
    select class.relname as name, array_agg(attribute.attname::text order by attribute.attnum) as columns
    from pg_class class join pg_attribute attribute on attribute.attrelid = class.oid
    where class.relnamespace = 'public'::regnamespace and class.relkind = 'r'
      and attribute.attnum > 0 and not attribute.attisdropped and attribute.attgenerated = ''
    group by class.relname order by class.relname`)
  return rows as Table[]
}

function copyTarget(client: ClientBase, { name, columns }: Table): string {
  const quoted = (text: string) => client.escapeIdentifier(text)
  return `public.${quoted(name)} (${columns.map(quoted).join(', ')})`
}

/** If `work` throws, the connection is thrown away: there is no other way out of a COPY, and PostgreSQL rolls back. */
async function inTransaction<T>(
  pool: Pool,
  begin: string,
  work: (client: ClientBase) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  let isDone = false
  try {
    await client.query(begin)
    // Copying takes as long as it takes.
    await client.query('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0')
    const result = await work(client)
    await client.query('commit')
    isDone = true
    return result
  } finally {
    client.release(!isDone)
  }
}

interface Entry {
  name: string
  content: Buffer
}

function parseManifest(entry: Entry | undefined): Manifest | undefined {
  if (entry?.name !== MANIFEST) return undefined
  return manifestSchema.safeParse(JSON.parse(entry.content.toString('utf8'))).data
}

/** Gzip has a checksum of the whole file. Throws BackupError for one that is damaged or cut off. */
async function assertWhole(file: string): Promise<void> {
  try {
    const sink = new Writable({ write: (_chunk, _encoding, done) => done() })
    await pipeline(createReadStream(file), createGunzip(), sink)
  } catch (error) {
    const code = systemCodeOf(error)
    if (code === undefined) throw damaged(file)
    throw new BackupError(
      code === 'ENOENT' ? `There is no file ${file}.` : `${file} cannot be read (${code}).`,
    )
  }
}

async function* readEntries(file: string): AsyncGenerator<Entry, undefined> {
  const tar = extract()
  // The loop below gets the same error.
  pipeline(createReadStream(file), createGunzip(), tar).catch(() => undefined)
  try {
    for await (const source of tar) yield { name: source.header.name, content: await buffer(source) }
  } catch (error) {
    throw error instanceof BackupError ? error : damaged(file)
  } finally {
    tar.destroy()
  }
  return undefined
}

/** `ENOSPC`; undefined for an error that is not the system's. */
function systemCodeOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^E[A-Z]+$/.test(code) ? code : undefined
}

function damaged(file: string): BackupError {
  return new BackupError(
    `${file} is not a whole backup of this guide: it is damaged, incomplete, or something else.`,
  )
}
