import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClientBase, Pool } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { PHOTO_VARIANTS, photoFileName } from '@/domain/photo'
import { hasCode } from '@/server/database/engine/engine-errors'
import { createArchive } from './archive-writer'
import type { ArchiveWriter } from './archive-writer'
import { BackupError } from './backup-error'
import { pictureEntryName, summaryOf, tablePartName } from './manifest'
import type { BackupSummary, Manifest } from './manifest'
import { currentVersion, knownVersions, tablesOf } from './schema-version'
import { copyTarget, tablesInOrder } from './tables'
import type { Table } from './tables'
import { inTransaction } from './transaction'

const PART_BYTES = 1024 * 1024
const ATTEMPTS = 3

interface BackupOptions {
  pool: Pool
  /** The directory of the photos' files. */
  photosDir: string
  /** Where the backup goes; must not be there yet. */
  file: string
  now?: () => Date
  /** Reads a picture; `fs.readFile` but for tests. */
  readPicture?: (path: string) => Promise<Buffer>
  /** Called before each table is copied; tests write in between. */
  beforeTable?: () => Promise<void>
}

type Contents = Omit<Manifest, 'entries'> & { photos: string[] }

/** A photo of the snapshot that is gone because its event is, too. */
class OutrunError extends Error {}

/**
 * Writes the database as it is at one instant, with its photos, into one file, while others go on writing. Throws
 * BackupError for what the person can do something about; then there is no file.
 */
export async function createBackup(options: BackupOptions): Promise<BackupSummary> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptBackup(options)
    } catch (error) {
      if (!(error instanceof OutrunError)) throw error
      if (attempt === ATTEMPTS)
        throw new BackupError('Photos are being deleted faster than they can be copied: try again.')
    }
  }
}

async function attemptBackup(options: BackupOptions): Promise<BackupSummary> {
  const { pool, photosDir, file, readPicture = readFile } = options
  const archive = await createArchive(file)
  try {
    const { photos, ...contents } = await copyTables(options, archive)
    const lost: string[] = []
    for (const photo of photos) {
      // Files never change, so they need no snapshot. They only go away, some time after their event did.
      if (!(await copyPhoto(photo, photosDir, archive, readPicture))) lost.push(photo)
    }
    if (lost.length > 0) throw await whyMissing(pool, lost, photosDir)
    return summaryOf(await archive.finish(contents))
  } catch (error) {
    await archive.abandon()
    throw error
  }
}

async function copyTables(
  { pool, now, beforeTable }: BackupOptions,
  archive: ArchiveWriter,
): Promise<Contents> {
  const madeAt = (now?.() ?? new Date()).toISOString()
  const existing = await existingTables(pool)
  return inTransaction(pool, 'begin isolation level repeatable read, read only', async (client) => {
    // The locks come before the snapshot, which the first query takes: no migration can get in between.
    await lockAll(client, existing)
    const version = await currentVersion(client)
    const tables = await tablesInOrder(client, tablesOf(version))
    if (version === 0) throw new BackupError('The database is empty: there is nothing to back up.')
    if (tables.length < tablesOf(version).length)
      throw new BackupError('The database is being changed: try again.')
    const counted: Manifest['tables'] = []
    for (const table of tables) {
      await beforeTable?.()
      counted.push({ ...table, rows: await copyTable(client, table, archive) })
    }
    const { rows } = await client.query(
      'select distinct photo_hash from events where photo_hash is not null order by 1',
    )
    return {
      format: 'events-guide-backup',
      version: 1,
      madeAt,
      migrations: knownVersions()
        .slice(0, version)
        .map(({ hash }) => hash),
      tables: counted,
      photos: (rows as { photo_hash: string }[]).map((row) => row.photo_hash),
    }
  })
}

async function existingTables(pool: Pool): Promise<string[]> {
  const client = await pool.connect()
  try {
    return (await tablesInOrder(client, tablesOf(await currentVersion(client)))).map(({ name }) => name)
  } finally {
    client.release()
  }
}

async function lockAll(client: ClientBase, names: string[]): Promise<void> {
  const list = names.map((name) => `public.${client.escapeIdentifier(name)}`).join(', ')
  if (names.length > 0) await client.query(`lock table ${list} in access share mode`)
}

/** The number of rows. */
async function copyTable(client: ClientBase, table: Table, archive: ArchiveWriter): Promise<number> {
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

/** False if a picture of it is missing. */
async function copyPhoto(
  photo: string,
  photosDir: string,
  archive: ArchiveWriter,
  readPicture: (path: string) => Promise<Buffer>,
): Promise<boolean> {
  // The full picture last, as the store writes them: by it the store knows that a photo is complete.
  for (const variant of PHOTO_VARIANTS.toReversed()) {
    const fileName = photoFileName(photo, variant)
    const bytes = await readPicture(join(photosDir, fileName)).catch(missing)
    if (bytes === undefined) return false
    await archive.add(pictureEntryName(fileName), bytes)
  }
  return true
}

function missing(error: unknown): undefined {
  if (!hasCode(error, 'ENOENT')) throw error
}

async function whyMissing(pool: Pool, photos: string[], photosDir: string): Promise<Error> {
  const query = 'select id, photo_hash from events where photo_hash = any($1) order by id'
  const rows = (await pool.query(query, [photos])).rows as { id: string; photo_hash: string }[]
  if (rows.length === 0) return new OutrunError()
  const lines = rows.map((row) => `  event ${row.id}: photo ${row.photo_hash}`)
  return new BackupError(
    `Photos are missing in ${photosDir}. Bring their files back, or give the events other photos:\n${lines.join('\n')}`,
  )
}
