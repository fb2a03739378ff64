import { randomBytes, hash } from 'node:crypto'
import { finished, pipeline } from 'node:stream/promises'
import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import type { ClientBase, Pool } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { CopyStreamQuery } from 'pg-copy-streams'
import { extract } from 'tar-stream'
import { SERVER_LOCK } from '@/server/platform/database/client'
import { migrateDatabase } from '@/server/platform/database/migrate'
import type { PhotoStore } from '@/server/platform/photos/stores/store'
import { SETTLED } from '@/server/platform/queue/job-queue'
import { knownVersions, migrationsFolder, versionOf } from '@/server/platform/database/schema-version'
import {
  BackupError,
  pictureOfEntry,
  summaryOf,
  tableOfEntry,
  MANIFEST_NAME,
  manifestSchema,
  tablesInOrder,
  copyTarget,
  inTransaction,
  currentVersion,
  migrate,
  recreateTables,
  tablesOf,
} from './manifest'
import type { BackupSummary, Manifest, ManifestEntry, Table } from './manifest'

/** PostgreSQL, appendix A. */
const LOCK_NOT_AVAILABLE = '55P03'

/** Has a row from the start. */
const COUNTER = 'change_counter'

interface RestoreOptions {
  pool: Pool
  photos: PhotoStore
  file: string
  replace?: boolean
  sendWaiting?: boolean
  folder?: string
  beforeLoad?: () => Promise<void>
}

export interface RestoreSummary extends BackupSummary {
  waitingMails: number
}

/**
 * Puts a backup in the place of the database, whole or not at all; a backup of an older schema is migrated. Sessions come
 * back, too. Mails and notifications that were waiting are not sent, unless `sendWaiting`: most have been since. Photos
 * that no event refers to any more are left to the server's maintenance. Throws BackupError for what the person can do
 * something about; then nothing has changed.
 */
export async function restoreBackup({
  pool,
  photos,
  file,
  replace = false,
  sendWaiting = false,
  folder = migrationsFolder(),
  beforeLoad,
}: RestoreOptions): Promise<RestoreSummary> {
  const manifest = await verifyArchive(file)
  const known = knownVersions(folder)
  const version = versionOf(manifest.migrations, known)
  if (version === undefined || version === 0) {
    throw new BackupError(
      `${file} was made by a newer or another version of this program: restore it with that one.`,
    )
  }
  const pictures = createPictureRestorer(photos)
  let waitingMails = 0
  let isLoaded = false
  try {
    await inTransaction(pool, 'begin isolation level read committed', async (client) => {
      await refuseRunningServer(client)
      // The migration has a connection of its own, and is committed before the next statement of this one reads.
      if ((await currentVersion(client, known)) === 0) await migrateDatabase(pool, { folder })
      await beforeLoad?.()
      const from = await currentVersion(client, known)
      await refuseToReplace(client, tablesOf(from, known), replace)
      await recreateTables(client, from, version, known)
      const empty = await tablesInOrder(client, tablesOf(version, known))
      await loadAll(client, file, manifest, empty, pictures.add)
      await migrate(client, known.slice(version))
      waitingMails = await settleWaiting(client, sendWaiting)
      // Replicas know the database that they synced from: they must sync the restored one from the start.
      await client.query(`update ${COUNTER} set lineage = $1`, [randomBytes(6).toString('hex')])
      await client.query(`analyze ${tablesOf(known.length, known).join(', ')}`)
      isLoaded = true
    })
  } catch (error) {
    // If the connection broke during the commit, nobody knows how it ended: then the pictures stay.
    if (!isLoaded) await pictures.undo()
    throw error
  }
  return { ...summaryOf(manifest), waitingMails }
}

async function loadAll(
  client: ClientBase,
  file: string,
  manifest: Manifest,
  empty: readonly Table[],
  addPicture: (fileName: string, bytes: Buffer) => Promise<void>,
): Promise<void> {
  if (shapeOf(empty) !== shapeOf(manifest.tables))
    throw new BackupError(`${file} holds other tables than it says.`)
  // The rows that the migrations put there are in the backup as well.
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

/** The order of columns counts for nothing: a migration adds them at the end, and rows are loaded by their names. */
function shapeOf(tables: readonly Table[]): string {
  return JSON.stringify(tables.map(({ name, columns }) => [name, columns.toSorted()]).toSorted())
}

/** It would go on serving what it remembers. One that starts now waits for the end of this transaction (`acquireServerLock`). */
async function refuseRunningServer(client: ClientBase): Promise<void> {
  // A server, or a restore, that has just ended: PostgreSQL may not know it yet.
  await client.query(`set local lock_timeout = '2s'`)
  try {
    await client.query('select pg_advisory_xact_lock($1)', [SERVER_LOCK])
  } catch (error) {
    if ((error as { code?: unknown }).code !== LOCK_NOT_AVAILABLE) throw error
    throw new BackupError('A server is using the database: stop it first.')
  }
  await client.query('set local lock_timeout = 0')
}

/** The jobs that waited have been sent since the backup was made, or are too old. Returns the number of mails that were waiting. */
async function settleWaiting(client: ClientBase, sendWaiting: boolean): Promise<number> {
  const mails = `select count(*)::int as count from jobs where done_at is null and kind = 'mail'`
  const [waiting] = (await client.query(mails)).rows as { count: number }[]
  if (!sendWaiting) {
    // Jobs of every kind are settled: each tells somebody something. A week that is yet to come has been sent by nobody, and its key
    // keeps the server from enqueuing it again.
    await client.query(
      `update jobs set done_at = now(), last_error = $1, payload = '{}'
      where done_at is null and (kind <> 'week' or run_at <= now())`,
      [SETTLED],
    )
    // So are reminders up to now. Looking at them anew finds those that are yet to come.
    await client.query('update reminders set sent_at = now(), change_seq = -1')
  }
  return waiting?.count ?? 0
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

interface PictureRestorer {
  add(fileName: string, bytes: Buffer): Promise<void>
  undo(): Promise<void>
}

/** Puts pictures back under their names, and knows which of them to take away again. */
function createPictureRestorer(photos: Pick<PhotoStore, 'restore' | 'undoRestore'>): PictureRestorer {
  const added: string[] = []
  return {
    add: async (fileName, bytes) => {
      if (await photos.restore(fileName, bytes)) added.push(fileName)
    },
    undo: async () => {
      for (const fileName of added.splice(0)) await photos.undoRestore(fileName)
    },
  }
}

interface RowLoader {
  add(table: string, bytes: Buffer): Promise<void>
  finish(): Promise<Map<string, number>>
}

interface Copying {
  table: string
  stream: CopyStreamQuery
  ended: Promise<void>
}

/** Feeds parts of tables to COPY. Every promise rejects with what PostgreSQL says. */
function createRowLoader(client: ClientBase, tables: readonly Table[]): RowLoader {
  const counts = new Map<string, number>()
  let current: Copying | undefined

  const begin = (name: string): Copying => {
    const table = tables.find((one) => one.name === name)
    if (table === undefined) throw new RangeError(`no table ${name}`)
    const stream = client.query(copyFrom(`copy ${copyTarget(client, table)} from stdin`))
    const ended = finished(stream)
    ended.catch(() => undefined)
    return { table: name, stream, ended }
  }
  const end = async () => {
    if (current === undefined) return
    current.stream.end()
    await current.ended
    counts.set(current.table, current.stream.rowCount)
    current = undefined
  }
  return {
    add: async (table, bytes) => {
      if (current?.table !== table) {
        await end()
        current = begin(table)
      }
      const { stream, ended } = current
      const taken = new Promise<void>((resolve, reject) => {
        stream.write(bytes, (error) => (error ? reject(error) : resolve()))
      })
      taken.catch(() => undefined)
      // A row that PostgreSQL refuses ends the stream, and the write never gets its callback.
      await Promise.race([taken, ended])
    },
    finish: async () => {
      await end()
      return counts
    },
  }
}

interface ArchiveEntry extends ManifestEntry {
  content: Buffer
}

/** Far more than any part of a table or picture has, and than the manifest of a very large guide needs. */
const MAX_ENTRY_BYTES = 256 * 1024 * 1024

/** Reads the whole backup and proves it against its manifest. Throws BackupError for what is damaged or something else. */
export async function verifyArchive(file: string): Promise<Manifest> {
  const found: ManifestEntry[] = []
  let last: ArchiveEntry | undefined
  for await (const entry of readEntries(file)) {
    if (last !== undefined) found.push({ name: last.name, bytes: last.bytes, sha256: last.sha256 })
    last = entry
  }
  const manifest = last?.name === MANIFEST_NAME ? parseManifest(last.content) : undefined
  if (manifest === undefined) throw damaged(file)
  const { entries } = manifest
  const isWhole =
    entries.length === found.length && entries.every((entry, index) => isSame(entry, found[index]))
  const isKnown = entries.every(
    ({ name }) => tableOfEntry(name) !== undefined || pictureOfEntry(name) !== undefined,
  )
  if (!isWhole || !isKnown) throw damaged(file)
  return manifest
}

/** The entries before the manifest, which `verifyArchive` has read; throws if they are not the same any more. */
export async function* readVerified(file: string, manifest: Manifest): AsyncGenerator<ArchiveEntry> {
  let index = 0
  for await (const entry of readEntries(file)) {
    if (index === manifest.entries.length) return
    if (!isSame(entry, manifest.entries[index])) throw damaged(file)
    index += 1
    yield entry
  }
  throw damaged(file)
}

async function* readEntries(file: string): AsyncGenerator<ArchiveEntry> {
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
      const content = Buffer.concat(chunks)
      yield {
        name,
        bytes: content.length,
        sha256: hash('sha256', content, 'hex'),
        content,
      }
    }
  } catch (error) {
    throw readable(file, error)
  } finally {
    tar.destroy()
  }
}

function parseManifest(content: Buffer): Manifest | undefined {
  try {
    const { success, data } = manifestSchema.safeParse(JSON.parse(content.toString('utf8')))
    return success ? data : undefined
  } catch {
    return undefined
  }
}

function isSame(one: ManifestEntry, other: ManifestEntry | undefined): boolean {
  return one.name === other?.name && one.bytes === other.bytes && one.sha256 === other.sha256
}

function readable(file: string, error: unknown): BackupError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (error instanceof BackupError) return error
  if (code === 'ENOENT') return new BackupError(`There is no file ${file}.`)
  if (/^E[A-Z]+$/.test(code)) return new BackupError(`${file} cannot be read (${code}).`)
  return damaged(file)
}

function damaged(file: string): BackupError {
  return new BackupError(
    `${file} is not a whole backup of this guide: it is damaged, incomplete, or something else.`,
  )
}
