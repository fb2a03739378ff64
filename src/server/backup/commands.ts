import { parseArgs } from 'node:util'
import { buffer } from 'node:stream/consumers'
import { hash, randomUUID } from 'node:crypto'
import { createWriteStream, rmSync } from 'node:fs'
import { access, rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { ClientBase, Pool } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { pack } from 'tar-stream'
import { ConfigError, readConfig } from '@/server/config/read-config'
import { connect } from '@/server/platform/database/client'
import { reachDatabase, takeDatabase, withDatabase } from '@/server/platform/database/reach'
import { UsageError, runCommand } from '@/server/platform/process/explain-failure'
import { keepDataDirPrivate } from '@/server/platform/process/private-data-dir'
import { createLogger } from '@/server/platform/process/logger'
import { PhotoStoreFullError, PhotoStoreUnreachableError } from '@/server/platform/photos/stores/store'
import type { PhotoStore } from '@/server/platform/photos/stores/store'
import { openPhotoStore } from '@/server/platform/photos/stores/s3-store'
import { photoReferences } from '@/server/platform/database/events/photo-references'
import { knownVersions } from '@/server/platform/database/schema-version'
import type { SchemaVersion } from '@/server/platform/database/schema-version'
import { PHOTO_VARIANTS, photoFileName } from '@/domain/events/event'
import {
  BackupError,
  summaryOf,
  tablePartName,
  pictureEntryName,
  MANIFEST_NAME,
  copyTarget,
  tablesInOrder,
  inTransaction,
  currentVersion,
  tablesOf,
} from './manifest'
import type { BackupSummary, Manifest, ManifestEntry, Table } from './manifest'
import { restoreBackup } from './restore-backup'
import type { RestoreSummary } from './restore-backup'

interface CommandContext {
  args: string[]
  env: Record<string, string | undefined>
  out: (text: string) => void
  err: (text: string) => void
}

const BACKUP_USAGE = 'npm run backup -- <file>'
const RESTORE_USAGE = 'npm run restore -- <file> [--replace] [--send-waiting]'

const FOR_PEOPLE = [BackupError, ConfigError, PhotoStoreFullError, PhotoStoreUnreachableError]

/** `npm run backup -- <file>`. Gives the exit code: 0 done, 1 not, 2 wrongly called. */
export function backupCommand(context: CommandContext): Promise<number> {
  return runCommand(context, FOR_PEOPLE, async () => {
    const { file } = readArgs(context.args, BACKUP_USAGE, [])
    const summary = await withPhotos(context, reachForBackup, (parts) => createBackup({ ...parts, file }))
    return `Wrote ${file}: ${describe(summary)}. It holds personal data: keep it where nobody else reads it.`
  })
}

/** `npm run restore -- <file> [--replace] [--send-waiting]`. Gives the exit code: 0 done, 1 not, 2 wrongly called. */
export function restoreCommand(context: CommandContext): Promise<number> {
  return runCommand(context, FOR_PEOPLE, async () => {
    const { file, flags } = readArgs(context.args, RESTORE_USAGE, ['replace', 'send-waiting'])
    const sendWaiting = flags.has('send-waiting')
    return withPhotos(context, takePrivately, async (parts) => {
      const summary = await restoreBackup({ ...parts, file, replace: flags.has('replace'), sendWaiting })
      const mails = describeMails(summary, sendWaiting)
      return `Restored ${file} of ${summary.madeAt}: ${describe(summary)}.${mails}`
    })
  })
}

function readArgs(args: string[], usage: string, flags: string[]): { file: string; flags: Set<string> } {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: Object.fromEntries(flags.map((flag) => [flag, { type: 'boolean' as const }])),
    })
    const [file, ...rest] = positionals
    if (file !== undefined && rest.length === 0) return { file, flags: new Set(Object.keys(values)) }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
  }
  throw new UsageError(`Usage: ${usage}`)
}

const reachForBackup: typeof takeDatabase = (place) => reachDatabase(place, ': there is nothing to back up.')

/** What is restored into a directory that is made for it is as private as what a server writes there. */
const takePrivately: typeof takeDatabase = async (place) => {
  await keepDataDirPrivate(place.dataDir, place.log)
  return takeDatabase(place)
}

async function withPhotos<T>(
  { env }: CommandContext,
  reach: typeof takeDatabase,
  work: (parts: ReturnType<typeof connect> & { photos: PhotoStore }) => Promise<T>,
): Promise<T> {
  const { databaseUrl, dataDir, photoBucket } = readConfig(env)
  const log = createLogger('error')
  const reached = reach({ databaseUrl, dataDir, log })
  return withDatabase(reached, { application_name: 'events-guide-backup' }, async (parts) => {
    const { photos } = await openPhotoStore({ dataDir, photoBucket, log })
    return work({ ...parts, photos })
  })
}

function describe({ tables, rows, pictures }: BackupSummary): string {
  return `${rows} rows in ${tables} tables, ${pictures} pictures`
}

function describeMails({ waitingMails }: RestoreSummary, sendWaiting: boolean): string {
  if (waitingMails === 0) return ''
  return sendWaiting
    ? `\nMails that were waiting when it was made, and are sent when the server starts: ${waitingMails}.`
    : `\nMails that were waiting when it was made, and are not sent again: ${waitingMails} (--send-waiting sends them).`
}

const ATTEMPTS = 3

interface BackupOptions {
  pool: Pool
  photos: Pick<PhotoStore, 'open'>
  /** The file of the backup; it must not be there yet. */
  file: string
  now?: () => Date
  /** Default: the migrations of this program. */
  folder?: string
  /** Called before each table is copied; tests write in between. */
  beforeTable?: () => Promise<void>
}

type Contents = Omit<Manifest, 'entries'> & { photoNames: string[] }

/**
 * Writes the database as it is at one instant, with its photos, into one file, while others go on writing. Throws
 * BackupError for what the person can do something about; then there is no file.
 */
export async function createBackup(options: BackupOptions): Promise<BackupSummary> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptBackup(options)
    } catch (error) {
      if (!(error instanceof SupersededError)) throw error
      if (attempt === ATTEMPTS)
        throw new BackupError('Photos are being deleted faster than they can be copied: try again.')
    }
  }
}

async function attemptBackup(options: BackupOptions): Promise<BackupSummary> {
  const { pool, photos, file } = options
  const archive = await createArchive(file)
  try {
    const { photoNames, ...contents } = await copyTables(options, archive)
    await copyPhotos({ pool, photos, photoNames, tables: contents.tables, archive })
    return summaryOf(await archive.finish(contents))
  } catch (error) {
    await archive.abandon()
    throw error
  }
}

async function copyTables(
  { pool, now, folder, beforeTable }: BackupOptions,
  archive: ArchiveWriter,
): Promise<Contents> {
  const madeAt = (now?.() ?? new Date()).toISOString()
  const known = knownVersions(folder)
  const existing = await existingTables(pool, known)
  return inTransaction(pool, 'begin isolation level repeatable read, read only', async (client) => {
    // The locks come before the snapshot, which the first query takes: no migration can get in between.
    await lockAll(client, existing)
    const version = await currentVersion(client, known)
    const tables = await tablesInOrder(client, tablesOf(version, known))
    if (version === 0) throw new BackupError('The database is empty: there is nothing to back up.')
    if (tables.length < tablesOf(version, known).length)
      throw new BackupError('The database is being changed: try again.')
    const counted: Manifest['tables'] = []
    for (const table of tables) {
      await beforeTable?.()
      counted.push({ ...table, rows: await copyRows(client, table, archive) })
    }
    const { rows } = await client.query(
      `select distinct name from (${photoReferences(tables)}) shown order by 1`,
    )
    return {
      format: 'events-guide-backup',
      version: 1,
      madeAt,
      migrations: known.slice(0, version).map(({ hash: migrationHash }) => migrationHash),
      tables: counted,
      photoNames: (rows as { name: string }[]).map(({ name }) => name),
    }
  })
}

async function existingTables(pool: Pool, known: SchemaVersion[]): Promise<string[]> {
  const client = await pool.connect()
  try {
    const names = tablesOf(await currentVersion(client, known), known)
    return (await tablesInOrder(client, names)).map(({ name }) => name)
  } finally {
    client.release()
  }
}

async function lockAll(client: ClientBase, names: string[]): Promise<void> {
  const list = names.map((name) => `public.${client.escapeIdentifier(name)}`).join(', ')
  if (names.length > 0) await client.query(`lock table ${list} in access share mode`)
}

const PART_BYTES = 1024 * 1024

/** Writes a table into the archive, in parts of about a megabyte, and gives the number of its rows. */
async function copyRows(client: ClientBase, table: Table, archive: ArchiveWriter): Promise<number> {
  const rows = client.query(copyTo(`copy ${copyTarget(client, table)} to stdout`))
  let part = 0
  let waiting: Buffer[] = []
  let bytes = 0
  const flush = async () => {
    part += 1
    await archive.add(tablePartName(table.name, part), Buffer.concat(waiting))
    waiting = []
    bytes = 0
  }
  for await (const chunk of rows) {
    waiting.push(chunk as Buffer)
    bytes += (chunk as Buffer).length
    if (bytes >= PART_BYTES) await flush()
  }
  if (bytes > 0) await flush()
  return rows.rowCount
}

interface PhotoCopy {
  pool: Pool
  photos: Pick<PhotoStore, 'open'>
  /** Names of photos that rows of the snapshot refer to. */
  photoNames: readonly string[]
  /** The tables of the database, which may be older than this program. */
  tables: readonly Pick<Table, 'name'>[]
  archive: ArchiveWriter
}

/** Photos are gone because their events are, too: the snapshot is too old. */
class SupersededError extends Error {
  override name = 'SupersededError'
}

/**
 * Writes the pictures of photos into the archive. Files never change, so they need no snapshot; they only go away, some
 * time after their event did. Throws SupersededError when that has happened, BackupError for what is really missing.
 */
async function copyPhotos(copy: PhotoCopy): Promise<void> {
  const lost: string[] = []
  for (const name of copy.photoNames) if (!(await copyPhoto(name, copy))) lost.push(name)
  if (lost.length > 0) throw await whyMissing(copy, lost)
}

/** False if a picture of it is missing. */
async function copyPhoto(name: string, { photos, archive }: PhotoCopy): Promise<boolean> {
  // The full picture last, as the store writes them: where it is, the others are.
  for (const variant of PHOTO_VARIANTS.toReversed()) {
    const fileName = photoFileName(name, variant)
    const picture = await photos.open(fileName)
    if (picture === undefined) return false
    await archive.add(pictureEntryName(fileName), await buffer(picture.stream))
  }
  return true
}

async function whyMissing({ pool, tables }: PhotoCopy, names: string[]): Promise<Error> {
  const query = `select owner, name from (${photoReferences(tables)}) shown where name = any($1) order by owner`
  const rows = (await pool.query(query, [names])).rows as { owner: string; name: string }[]
  if (rows.length === 0) return new SupersededError()
  const lines = rows.map(({ owner, name }) => `  ${owner}: photo ${name}`)
  return new BackupError(
    `Photos are missing. Bring their files back, or give these other photos:\n${lines.join('\n')}`,
  )
}

interface ArchiveWriter {
  add(name: string, bytes: Buffer): Promise<void>
  /** Writes the manifest, syncs all of it to the disk, and renames the file. */
  finish(contents: Omit<Manifest, 'entries'>): Promise<Manifest>
  /** Removes what was written; does nothing after `finish`. */
  abandon(): Promise<void>
}

/**
 * Writes a backup beside its place, so that a file with its name is always a whole one. It holds addresses and password
 * hashes: only its owner reads it. Throws BackupError if the file is there already.
 */
async function createArchive(file: string): Promise<ArchiveWriter> {
  if (await isThere(file))
    throw new BackupError(`${file} is already there: choose another name, or move it away.`)
  const partial = `${file}.${randomUUID().slice(0, 8)}.partial`
  const tar = pack()
  const entries: ManifestEntry[] = []
  const output = createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true })
  const written = pipeline(tar, createGzip(), output).catch((error: unknown) => {
    throw unwritable(file, error)
  })
  // The writer of an entry gets the error; there may be none at the moment.
  written.catch(() => undefined)
  const removeAtExit = () => rmSync(partial, { force: true })
  process.once('exit', removeAtExit)

  const put = async (name: string, bytes: Buffer) => {
    const added = new Promise<void>((resolve, reject) => {
      // The header has no time of writing and the like: the same content is the same archive.
      const header = { name, size: bytes.length, mode: 0o600, mtime: new Date(0) }
      const sink = tar.entry(header, (error) => (error ? reject(error) : resolve()))
      sink.end(bytes)
    })
    try {
      await Promise.race([added, written])
    } catch (error) {
      // The error that ended the pipeline (a full disk) says more than that of the entry that it broke.
      await written
      throw error
    }
  }
  return {
    add: async (name, bytes) => {
      entries.push({ name, bytes: bytes.length, sha256: hash('sha256', bytes, 'hex') })
      await put(name, bytes)
    },
    finish: async (contents) => {
      const manifest = { ...contents, entries }
      await put(MANIFEST_NAME, Buffer.from(JSON.stringify(manifest, undefined, 1)))
      tar.finalize()
      await written
      await rename(partial, file)
      process.removeListener('exit', removeAtExit)
      return manifest
    },
    abandon: async () => {
      tar.destroy()
      await written.catch(() => undefined)
      await rm(partial, { force: true })
      process.removeListener('exit', removeAtExit)
    },
  }
}

function unwritable(file: string, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^E[A-Z]+$/.test(code) ? new BackupError(`${file} cannot be written (${code}).`) : error
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
