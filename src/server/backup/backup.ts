// The embedded database and the photos beside it in one file, made while the server runs, restored whole or not at all: a tar.gz of
// PostgreSQL's own COPY text, which can be opened by hand in an emergency.
//
//   tables/<table>/<part>    rows, as COPY writes them
//   photos/<file>            every picture
//   manifest.json            last: version of the schema, columns, counts. Without it, or with other counts, a file is not a whole backup.
//
// Databases behind DATABASE_URL have pg_dump, and buckets rclone (docs/operating.md). Refuses: secrets of the server (JWT_SECRET, mail
// and provider settings stay where they are), mails already written to files, and a schema that is newer than this program.

import { randomBytes, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, rmSync } from 'node:fs'
import { open, readFile, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { MigrationMeta } from 'drizzle-orm/migrator'
import type { ClientBase, Pool } from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { extract, pack } from 'tar-stream'
import * as z from 'zod'
import { photoFileName } from '@/domain/events/event'
import { photoReferences } from '@/server/platform/database/events/event-content'
import { appliedMigrations, databaseVersion, knownMigrations } from '@/server/platform/database/migrate'
import {
  ensureDir,
  giveToOwnerOfDir,
  syncDir,
  unlessMissing,
} from '@/server/platform/process/private-data-dir'
import { SETTLED } from '@/server/platform/queue/job-queue'

const MANIFEST = 'manifest.json'
const TABLE_ENTRY = /^tables\/([a-z_][a-z0-9_]*)\/\d{6,}$/
/** Leads nowhere out of its directory. */
const PICTURE_ENTRY = /^photos\/([0-9a-f]{16,64}-[0-9a-z]+\.(?:jpg|webp))$/
const PART_BYTES = 1024 * 1024
/** Far more than any part of a table or picture has. */
const MAX_ENTRY_BYTES = 256 * 1024 * 1024
/** It has a row from the start. */
const COUNTER = 'change_counter'

const manifestSchema = z.object({
  format: z.literal('events-guide-backup'),
  version: z.literal(2),
  /** ISO 8601, UTC: everything committed before is in it. */
  madeAt: z.string(),
  /** SHA-256 of each migration that the database had seen, oldest first. */
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.int().nonnegative() })),
  pictures: z.int().nonnegative(),
})

export type Manifest = z.infer<typeof manifestSchema>
type Table = Pick<Manifest['tables'][number], 'name' | 'columns'>

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

export type BackupSummary = Manifest & {
  /** Photos that rows show and that were not there to be copied: "event …: photo …". */
  missingPhotos: string[]
}

/**
 * Writes the database as it is at one instant, with its photos, while others go on writing. The file has its name only when it was read
 * back whole. Throws BackupError for what the person can do something about; then there is no file.
 */
export async function createBackup({ pool, photosDir, file }: Place): Promise<BackupSummary> {
  if (existsSync(file))
    throw new BackupError(`${file} is already there: choose another name, or move it away.`)
  const partial = `${file}.${randomUUID().slice(0, 8)}.partial`
  const removePartial = () => rmSync(partial, { force: true })
  process.once('exit', removePartial)
  try {
    const tar = pack()
    // It holds addresses and password hashes: only its owner reads it.
    const output = createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true })
    const written = pipeline(tar, createGzip(), output).catch((error: unknown) => {
      const code = error instanceof Error && 'code' in error ? String(error.code) : ''
      throw /^E[A-Z]+$/.test(code) ? new BackupError(`${file} cannot be written (${code}).`) : error
    })
    // Whoever writes an entry gets the error; there may be nobody at the moment.
    written.catch(() => undefined)
    const add = async (name: string, content: Buffer) => {
      const added = new Promise<void>((resolve, reject) => {
        tar.entry({ name, mode: 0o600 }, content, (error) => (error ? reject(error) : resolve()))
      })
      try {
        await Promise.race([added, written])
      } catch (error) {
        // The error that ended the pipeline (a full disk) says more than that of the entry that it broke.
        await written
        throw error
      }
    }
    let missingPhotos: string[]
    try {
      missingPhotos = await fill(add, pool, photosDir)
      tar.finalize()
    } catch (error) {
      tar.destroy()
      await written.catch(() => undefined)
      throw error
    }
    await written
    const manifest = await verifyArchive(partial)
    await rename(partial, file)
    await syncDir(dirname(file))
    return { ...manifest, missingPhotos }
  } finally {
    removePartial()
    process.removeListener('exit', removePartial)
  }
}

/** Writes all entries, the manifest last, and gives the photos that are missing. */
async function fill(
  add: (name: string, content: Buffer) => Promise<void>,
  pool: Pool,
  photosDir: string | undefined,
): Promise<string[]> {
  const tables: Manifest['tables'] = []
  const { madeAt, migrations, shown } = await inTransaction(
    pool,
    'begin isolation level repeatable read, read only',
    async (client) => {
      const instant = new Date().toISOString()
      const isOfToday = (await databaseVersion(client)) === knownMigrations().length
      for (const table of await tablesOf(client))
        tables.push({ ...table, rows: await copyOut(client, table, add) })
      const references =
        isOfToday && photosDir !== undefined ? (await client.query(photoReferences())).rows : []
      return {
        madeAt: instant,
        migrations: await appliedMigrations(client),
        shown: references as { owner: string; name: string }[],
      }
    },
  )
  if (migrations.length === 0) throw new BackupError('The database is empty: there is nothing to back up.')
  const copied: string[] = []
  for (const name of (photosDir && (await unlessMissing(readdir(photosDir)))) || []) {
    if (!PICTURE_ENTRY.test(`photos/${name}`)) continue
    // The server may remove one meanwhile.
    const content = await unlessMissing(readFile(join(photosDir ?? '', name)))
    if (content === undefined) continue
    await add(`photos/${name}`, content)
    copied.push(name)
  }
  const manifest = {
    format: 'events-guide-backup',
    version: 2,
    madeAt,
    migrations,
    tables,
    pictures: copied.length,
  }
  await add(MANIFEST, Buffer.from(JSON.stringify(manifest, undefined, 1)))
  const files = new Set(copied)
  const missing = shown.filter(({ name }) => !files.has(photoFileName(name, 'full')))
  return missing.map(({ owner, name }) => `${owner}: photo ${name}`)
}

/** Writes a table into the archive, in parts of about a megabyte, and gives the number of its rows. */
async function copyOut(
  client: ClientBase,
  table: Table,
  add: (name: string, content: Buffer) => Promise<void>,
): Promise<number> {
  const rows = client.query(copyTo(`copy ${copyTarget(client, table)} to stdout`))
  let waiting: Buffer[] = []
  let [bytes, parts] = [0, 0]
  const flush = async () => {
    // A part ends with a row; PostgreSQL's chunks may end anywhere.
    const content = Buffer.concat(waiting)
    const end = content.lastIndexOf('\n') + 1
    waiting = [content.subarray(end)]
    bytes = content.length - end
    if (end === 0) return
    parts += 1
    await add(`tables/${table.name}/${String(parts).padStart(6, '0')}`, content.subarray(0, end))
  }
  for await (const chunk of rows) {
    waiting.push(chunk as Buffer)
    bytes += (chunk as Buffer).length
    if (bytes >= PART_BYTES) await flush()
  }
  await flush()
  return rows.rowCount
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
}: RestoreOptions): Promise<Manifest & { waitingMails: number }> {
  const manifest = await verifyArchive(file)
  const known = knownMigrations(folder)
  const version = manifest.migrations.length
  if (manifest.migrations.some((hash, index) => hash !== known[index]?.hash))
    throw new BackupError(
      `${file} was made by a newer or another version of this program: restore it with that one.`,
    )
  const waitingMails = await inTransaction(pool, 'begin', async (client) => {
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
    for await (const { name, content } of readEntries(file)) {
      const table = manifest.tables.find((one) => one.name === TABLE_ENTRY.exec(name)?.[1])
      if (table !== undefined)
        await pipeline(
          Readable.from([content]),
          client.query(copyFrom(`copy ${copyTarget(client, table)} from stdin`)),
        )
      const picture = PICTURE_ENTRY.exec(name)?.[1]
      // One that no row shows any more, should the rest go wrong, is swept away by the server.
      if (picture !== undefined && photosDir !== undefined) await storePicture(photosDir, picture, content)
    }
    await client.query('set local session_replication_role = origin')
    await migrate(client, known.slice(version))
    return settle(client, sendWaiting)
  })
  await pool.query('analyze')
  return { ...manifest, waitingMails }
}

/**
 * What a restored database needs before a server runs on it; returns the number of mails that were waiting. What waited when the backup was
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

async function storePicture(dir: string, name: string, content: Buffer): Promise<void> {
  await ensureDir(dir)
  const draft = join(dir, `.${randomUUID()}`)
  const handle = await open(draft, 'wx', 0o644)
  try {
    await giveToOwnerOfDir(draft)
    await handle.writeFile(content)
    await handle.sync()
    await rename(draft, join(dir, name))
  } finally {
    await handle.close()
    await rm(draft, { force: true })
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

/** Reads the whole backup (gzip has a checksum of all of it) and counts. Throws BackupError for what is damaged or something else. */
export async function verifyArchive(file: string): Promise<Manifest> {
  const rows = new Map<string, number>()
  let pictures = 0
  let last: Entry | undefined
  for await (const entry of readEntries(file)) {
    last = entry
    const table = TABLE_ENTRY.exec(entry.name)?.[1]
    if (table !== undefined) rows.set(table, (rows.get(table) ?? 0) + linesOf(entry.content))
    else if (PICTURE_ENTRY.test(entry.name)) pictures += 1
    else if (entry.name !== MANIFEST) throw damaged(file)
  }
  const manifest = last?.name === MANIFEST ? parseManifest(last.content) : undefined
  const isWhole =
    manifest?.pictures === pictures &&
    manifest.tables.every((table) => table.rows === (rows.get(table.name) ?? 0)) &&
    [...rows.keys()].every((name) => manifest.tables.some((table) => table.name === name))
  if (!isWhole) throw damaged(file)
  return manifest
}

function parseManifest(content: Buffer): Manifest | undefined {
  try {
    return manifestSchema.safeParse(JSON.parse(content.toString('utf8'))).data
  } catch {
    return undefined
  }
}

/** COPY writes a row in a line: a new line within a text is written as two signs. */
function linesOf(content: Buffer): number {
  let lines = 0
  for (const byte of content) if (byte === 10) lines += 1
  return lines
}

interface Entry {
  name: string
  content: Buffer
}

async function* readEntries(file: string): AsyncGenerator<Entry> {
  const tar = extract()
  const read = pipeline(createReadStream(file), createGunzip(), tar)
  // The loop below gets the same error.
  read.catch(() => undefined)
  try {
    for await (const source of tar) {
      const { name, size, type } = source.header
      if (type !== 'file' || size > MAX_ENTRY_BYTES) throw damaged(file)
      const chunks: Uint8Array[] = []
      for await (const chunk of source) chunks.push(chunk as Uint8Array)
      yield { name, content: Buffer.concat(chunks) }
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code === 'ENOENT') throw new BackupError(`There is no file ${file}.`, { cause: error })
    if (/^E[A-Z]+$/.test(code)) throw new BackupError(`${file} cannot be read (${code}).`, { cause: error })
    throw error instanceof BackupError ? error : damaged(file)
  } finally {
    tar.destroy()
  }
}

function damaged(file: string): BackupError {
  return new BackupError(
    `${file} is not a whole backup of this guide: it is damaged, incomplete, or something else.`,
  )
}
