import type { ClientBase, Pool } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { PhotoStore } from '@/server/platform/photos/stores/store'
import { photoReferences } from '@/server/platform/database/events/photo-references'
import { knownVersions } from '@/server/platform/database/schema-version'
import type { SchemaVersion } from '@/server/platform/database/schema-version'
import { createArchive } from './archive-writer'
import type { ArchiveWriter } from './archive-writer'
import { BackupError } from './backup-error'
import { SupersededError, copyPhotos } from './copy-photos'
import { summaryOf, tablePartName } from './manifest'
import type { BackupSummary, Manifest } from './manifest'
import { currentVersion, tablesOf } from './recreate-tables'
import { copyTarget, tablesInOrder } from './tables'
import type { Table } from './tables'
import { inTransaction } from './transaction'

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
      migrations: known.slice(0, version).map(({ hash }) => hash),
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
