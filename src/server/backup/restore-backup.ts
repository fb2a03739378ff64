import { randomBytes } from 'node:crypto'
import type { ClientBase, Pool } from 'pg'
import { migrateDatabase } from '@/server/database/migrate'
import { readVerified, verifyArchive } from './archive-reader'
import { BackupError } from './backup-error'
import { createRowLoader } from './load-rows'
import { pictureOfEntry, summaryOf, tableOfEntry } from './manifest'
import type { BackupSummary, Manifest } from './manifest'
import { createPictureRestorer } from './restore-pictures'
import { currentVersion, knownVersions, migrate, remakeTables, tablesOf, versionOf } from './schema-version'
import { tablesInOrder } from './tables'
import type { Table } from './tables'
import { inTransaction } from './transaction'

/** The server's name for its connections (database/client). */
const SERVER_NAME = 'events-guide'
/** Has a row from the start. */
const COUNTER = 'change_counter'

interface RestoreOptions {
  /** Its connections must not bear the server's application name. */
  pool: Pool
  photosDir: string
  file: string
  /** Whether what the database holds may go. */
  replace?: boolean
}

/**
 * Puts a backup in the place of the database, whole or not at all; a backup of an older schema is migrated. Sessions and
 * unsent mails come back, too. Photos that no event refers to any more are left to the server's housekeeping. Throws
 * BackupError for what the person can do something about; then nothing has changed.
 */
export async function restoreBackup({
  pool,
  photosDir,
  file,
  replace = false,
}: RestoreOptions): Promise<BackupSummary> {
  const manifest = await verifyArchive(file)
  const version = versionOf(manifest.migrations)
  if (version === undefined || version === 0) {
    throw new BackupError(
      `${file} was made by a newer or another version of this program: restore it with that one.`,
    )
  }
  await refuseRunningServer(pool)
  if (await isUntouched(pool)) await migrateDatabase(pool)

  const pictures = createPictureRestorer(photosDir)
  let isLoaded = false
  try {
    await inTransaction(pool, 'begin', async (client) => {
      const from = await currentVersion(client)
      await refuseToReplace(client, tablesOf(from), replace)
      await remakeTables(client, from, version)
      await loadAll(client, file, manifest, pictures.add)
      await migrate(client, version, knownVersions().length)
      // Devices know the programme by the database that told them of it: they must read the restored one anew.
      await client.query(`update ${COUNTER} set lineage = $1`, [randomBytes(6).toString('hex')])
      await client.query(`analyze ${tablesOf(knownVersions().length).join(', ')}`)
      await pictures.sync()
      isLoaded = true
    })
  } catch (error) {
    // If the connection broke during the commit, nobody knows how it ended: then the pictures stay.
    if (!isLoaded) await pictures.undo()
    throw error
  }
  return summaryOf(manifest)
}

async function loadAll(
  client: ClientBase,
  file: string,
  manifest: Manifest,
  addPicture: (fileName: string, bytes: Buffer) => Promise<void>,
): Promise<void> {
  const empty = await tablesInOrder(client, tablesOf(versionOf(manifest.migrations) ?? 0))
  if (shapeOf(empty) !== shapeOf(manifest.tables))
    throw new BackupError(`${file} holds other tables than it says.`)
  // What the migrations put there is in the backup as well.
  await client.query(`truncate ${empty.map(({ name }) => client.escapeIdentifier(name)).join(', ')}`)

  const loader = createRowLoader(client, manifest.tables)
  for await (const { name, content } of readVerified(file, manifest)) {
    const table = tableOfEntry(name)
    const picture = pictureOfEntry(name)
    if (table !== undefined) await loader.add(table, content)
    if (picture !== undefined) await addPicture(picture, content)
  }
  const counts = await loader.finish()
  for (const { name, rows } of manifest.tables) {
    if ((counts.get(name) ?? 0) !== rows)
      throw new BackupError(`${file} holds another number of ${name} than it says.`)
  }
}

function shapeOf(tables: readonly Table[]): string {
  return JSON.stringify(tables.map(({ name, columns }) => [name, columns]).toSorted())
}

/** It would go on serving what it remembers, and write into the new tables what belongs to the old. */
async function refuseRunningServer(pool: Pool): Promise<void> {
  const query = `select 1 from pg_stat_activity where datname = current_database() and application_name = $1 limit 1`
  const { rowCount } = await pool.query(query, [SERVER_NAME])
  if (rowCount !== 0) throw new BackupError('A server is using the database: stop it first.')
}

async function isUntouched(pool: Pool): Promise<boolean> {
  const client = await pool.connect()
  try {
    return (await currentVersion(client)) === 0
  } finally {
    client.release()
  }
}

async function refuseToReplace(client: ClientBase, tables: string[], replace: boolean): Promise<void> {
  const quoted = (name: string) => `public.${client.escapeIdentifier(name)}`
  await client.query(`lock table ${tables.map(quoted).join(', ')} in access exclusive mode`)
  if (replace) return
  for (const name of tables.filter((one) => one !== COUNTER)) {
    const { rowCount } = await client.query(`select 1 from ${quoted(name)} limit 1`)
    if (rowCount !== 0) {
      throw new BackupError('The database is not empty. To throw away what it holds, add --replace.')
    }
  }
}
