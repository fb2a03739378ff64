import { hash } from 'node:crypto'
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { drizzle } from 'drizzle-orm/node-postgres'
import { pack } from 'tar-stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { photoFileName } from '@/domain/events/event'
import { givenUpJobs, mailQueue } from '@/server/modules/overview/routes'
import * as schema from '@/server/platform/database/schema'
import { acquireServerLock } from '@/server/start-server'
import { migrateDatabase } from '@/server/platform/database/migrate'
import { writeNextVersion } from '@tests/support/server/next-version'
import { readVerified, verifyArchive, restoreBackup } from './restore-backup'
import { BackupError } from './manifest'
import { createBackup } from './commands'
import { contentsOf, insertEvent, openHarness, storePhoto } from './database.fixture'
import type { TestDatabase, DatabaseHarness } from './database.fixture'
import type { Manifest } from './manifest'

const FULL = { tags: ['full'] }

const SLOW = 60_000

let harness: DatabaseHarness
/** A backup of one event with a photo. */
let good = ''
let files = 0

beforeAll(async () => {
  harness = await openHarness()
  const database = await harness.open()
  await insertEvent(database.pool, 'From the backup', await storePhoto(database.photos, 'backup'))
  good = newFile()
  await createBackup({ ...database, file: good })
}, SLOW)

afterAll(() => harness.close(), SLOW)

describe('a restore', { timeout: SLOW }, () => {
  it('goes into a database that was never used, without tables', FULL, async () => {
    const database = await harness.open({ migrated: false })
    expect(await restoreBackup({ ...database, file: good })).toMatchObject({ pictures: 4 })
    expect(await titles(database)).toEqual(['From the backup'])
  })

  it('refuses to overwrite what is there without --replace', async () => {
    const database = await inhabited()
    const before = await contentsOf(database)
    await expect(restoreBackup({ ...database, file: good })).rejects.toThrow('is not empty')
    expect(await contentsOf(database)).toEqual(before)

    await restoreBackup({ ...database, file: good, replace: true })
    expect(await titles(database)).toEqual(['From the backup'])
    expect((await database.pool.query('select key from tags')).rowCount).toBe(1)
    expect(await database.photos.list()).toHaveLength(2)
  })

  it('refuses while a server runs, and has changed nothing then', FULL, async () => {
    const database = await harness.open({ migrated: false })
    const { rows } = await database.pool.query<{ name: string }>('select current_database() as name')
    const connection = { ...harness.engine.connection, database: rows[0]?.name }
    const serverLock = await acquireServerLock(connection, { info: () => undefined, warn: () => undefined })
    await expect(restoreBackup({ ...database, file: good })).rejects.toThrow('stop it first')
    expect(await contentsOf(database)).toEqual({ pictures: [] })
    await serverLock.release()
    await restoreBackup({ ...database, file: good })
    expect(await titles(database)).toEqual(['From the backup'])
  })

  it(
    'sends nothing a second time that was waiting when the backup was made, without --send-waiting',
    FULL,
    async () => {
      const source = await harness.open()
      await source.pool.query(`insert into jobs (id, kind, dedupe_key, payload, run_at)
      values (gen_random_uuid(), 'reminder', 'reminder waiting', '{"id":"ana"}', now() + interval '1 minute'),
        (gen_random_uuid(), 'mail', 'mail to retry', '{"id":"ana"}', now() + interval '1 hour'),
        (gen_random_uuid(), 'week', 'week past', '{"week":"2026-W24"}', now() - interval '1 day'),
        (gen_random_uuid(), 'week', 'week to come', '{"week":"2026-W25"}', now() + interval '1 day')`)
      await source.pool.query(`insert into jobs (id, kind, dedupe_key, payload, done_at, last_error)
      values (gen_random_uuid(), 'mail', 'mail waiting', '{"id":"ana"}', null, 'Error ECONNREFUSED'),
        (gen_random_uuid(), 'push', 'push waiting', '{"id":"ana"}', null, null),
        (gen_random_uuid(), 'web-push', 'web-push waiting', '{"id":"ana"}', null, null),
        (gen_random_uuid(), 'mail', 'mail sent', '{}', '2026-01-01', null)`)
      const file = newFile()
      await createBackup({ ...source, file })
      const jobs = `select dedupe_key, payload, done_at is null as is_waiting, last_error from jobs order by 1`
      const before = (await source.pool.query(jobs)).rows as object[]

      const database = await harness.open()
      expect(await restoreBackup({ ...database, file })).toMatchObject({ waitingMails: 2 })
      const settled = { payload: {}, is_waiting: false }
      expect((await database.pool.query(jobs)).rows).toEqual([
        { dedupe_key: 'mail sent', ...settled, last_error: null },
        { dedupe_key: 'mail to retry', ...settled, last_error: 'restored' },
        { dedupe_key: 'mail waiting', ...settled, last_error: 'restored' },
        { dedupe_key: 'push waiting', ...settled, last_error: 'restored' },
        { dedupe_key: 'reminder waiting', ...settled, last_error: 'restored' },
        { dedupe_key: 'web-push waiting', ...settled, last_error: 'restored' },
        { dedupe_key: 'week past', ...settled, last_error: 'restored' },
        { dedupe_key: 'week to come', payload: { week: '2026-W25' }, is_waiting: true, last_error: null },
      ])
      const db = drizzle(database.pool, { schema })
      expect(await givenUpJobs(db)).toEqual([])
      const mails = { waiting: 0, retrying: 0, failed: 0 }
      expect(await mailQueue(db, Date.now() / 1000)).toEqual({ health: 'fine', ...mails })
      const again = { ...database, file, replace: true, sendWaiting: true }
      expect(await restoreBackup(again)).toMatchObject({ waitingMails: 2 })
      expect((await database.pool.query(jobs)).rows).toEqual(before)
    },
  )

  it(
    'makes devices read the programme anew, because their cursors belong to another database',
    FULL,
    async () => {
      const database = await harness.open()
      const lineage = async () =>
        (await database.pool.query('select lineage from change_counter')).rows as unknown[]
      const before = await lineage()
      await restoreBackup({ ...database, file: good })
      const first = await lineage()
      await restoreBackup({ ...database, file: good, replace: true })
      expect(new Set([before, first, await lineage()].map((rows) => JSON.stringify(rows))).size).toBe(3)
    },
  )

  it('mends a picture that was damaged on the disk', FULL, async () => {
    const database = await harness.open()
    const photo = await storePhoto(database.photos, 'backup')
    const full = join(database.photosDir, photoFileName(photo, 'full'))
    await writeFile(full, 'damaged')
    await restoreBackup({ ...database, file: good })
    expect(await readFile(full, 'utf8')).toBe('full of backup')
  })

  it(
    'leaves the tables as a migration would: with their rules, and ready for the next one',
    FULL,
    async () => {
      const database = await harness.open()
      await restoreBackup({ ...database, file: good })
      const fresh = await harness.open()
      expect(await rulesOf(database)).toEqual(await rulesOf(fresh))
    },
  )
})

describe('a backup of an older schema', { timeout: SLOW }, () => {
  beforeAll(() => writeNextVersion(next(), `alter table tags add column icon text default 'wave' not null`))

  it('is migrated on the way in', FULL, async () => {
    const database = await ofNextVersion()
    await restoreBackup({ ...database, file: good, folder: next() })
    expect(await titles(database)).toEqual(['From the backup'])
    expect((await database.pool.query('select icon from tags')).rows).toEqual([{ icon: 'wave' }])
    expect(await rulesOf(database)).toEqual(await rulesOf(await ofNextVersion()))
  })

  it('and a database of an older schema fit together as well', FULL, async () => {
    const source = await ofNextVersion()
    await insertEvent(source.pool, 'Of the next version')
    const file = newFile()
    await createBackup({ ...source, file, folder: next() })

    const database = await inhabited()
    await restoreBackup({ ...database, file, folder: next(), replace: true })
    expect(await titles(database)).toEqual(['Of the next version'])
    expect(await rulesOf(database)).toEqual(await rulesOf(await ofNextVersion()))
  })
})

describe('a file that is no good', { timeout: SLOW }, () => {
  it('changes nothing when it is damaged, incomplete or something else', FULL, async () => {
    const database = await inhabited()
    const before = await contentsOf(database)
    const bytes = await readFile(good)
    const middle = Math.floor(bytes.length / 2)
    const flipped = Buffer.from(bytes)
    flipped[middle] = (flipped[middle] ?? 0) ^ 1
    const broken: Buffer[] = [
      bytes.subarray(0, middle),
      bytes.subarray(0, bytes.length - 1),
      flipped,
      Buffer.from('not a backup'),
      Buffer.alloc(0),
    ]
    for (const content of broken) {
      const file = newFile()
      await writeFile(file, content)
      await expect(restoreBackup({ ...database, file, replace: true })).rejects.toThrow(
        'is not a whole backup',
      )
    }
    await expect(restoreBackup({ ...database, file: newFile(), replace: true })).rejects.toThrow(
      'There is no file',
    )
    expect(await contentsOf(database)).toEqual(before)
  })

  it('changes nothing when an entry is missing, changed, strange or added', FULL, async () => {
    const database = await inhabited()
    const before = await contentsOf(database)
    const tampered = [
      await rewrite((entry) => (isPicture(entry) ? undefined : entry), { keepsManifest: true }),
      await rewrite((entry) => (isPicture(entry) ? { ...entry, content: Buffer.from('other') } : entry), {
        keepsManifest: true,
      }),
      await rewrite((entry) => renamed(entry, 'photos/../../evil.jpg')),
      await rewrite((entry) => renamed(entry, '/etc/evil')),
      await rewrite(same, { change: () => ({}) }),
    ]
    for (const file of tampered) {
      await expect(restoreBackup({ ...database, file, replace: true })).rejects.toThrow(
        'is not a whole backup',
      )
    }
    expect(await contentsOf(database)).toEqual(before)
  })

  it('changes nothing when the database refuses its rows half-way', FULL, async () => {
    const database = await inhabited()
    const before = await contentsOf(database)
    // The events come before the schedules that refer to them, and the pictures after both.
    const orphans = await rewrite((entry) => (entry.name.startsWith('tables/events/') ? undefined : entry), {
      change: (manifest) => withRows(manifest, 'events', 0),
    })
    await expect(restoreBackup({ ...database, file: orphans, replace: true })).rejects.toThrow('foreign key')
    const nonsense = await rewrite((entry) =>
      entry.name.startsWith('tables/schedules/') ? { ...entry, content: Buffer.from('nonsense\n') } : entry,
    )
    await expect(restoreBackup({ ...database, file: nonsense, replace: true })).rejects.toThrow(
      'invalid input syntax',
    )
    expect(await contentsOf(database)).toEqual(before)
  })

  it('changes nothing, pictures included, when it does not hold what it says', FULL, async () => {
    const database = await inhabited()
    const before = await contentsOf(database)
    const file = await rewrite(same, { change: (manifest) => withRows(manifest, 'tags', 7) })
    const attempt = restoreBackup({ ...database, file, replace: true })
    await expect(attempt).rejects.toThrow('another number of tags')
    expect(await contentsOf(database)).toEqual(before)
  })

  it('changes nothing when another version of the program made it', FULL, async () => {
    const database = await inhabited()
    const before = await contentsOf(database)
    const strange = 'f'.repeat(64)
    const changes: ((manifest: Manifest) => object)[] = [
      (manifest) => ({ ...manifest, migrations: [...manifest.migrations, strange] }),
      (manifest) => ({ ...manifest, migrations: [strange] }),
      (manifest) => ({ ...manifest, migrations: [] }),
      (manifest) => ({ ...manifest, version: 2 }),
    ]
    for (const change of changes) {
      const file = await rewrite(same, { change })
      await expect(restoreBackup({ ...database, file, replace: true })).rejects.toThrow(BackupError)
    }
    expect(await contentsOf(database)).toEqual(before)
  })

  it('that is changed while it is being restored is noticed', FULL, async () => {
    const file = newFile()
    await copyFile(good, file)
    const manifest = await verifyArchive(file)
    const changed = await rewrite((entry) => ({
      ...entry,
      content: Buffer.concat([entry.content, entry.content]),
    }))
    await copyFile(changed, file)
    const reading = async () => {
      for await (const { name } of readVerified(file, manifest)) expect(name).toBe('')
    }
    await expect(reading()).rejects.toThrow('is not a whole backup')
  })
})

interface Entry {
  name: string
  content: Buffer
}

/** The good backup with other entries, and a manifest that vouches for them unless it stays as it was. */
async function rewrite(
  entryOf: (entry: Entry) => Entry | undefined,
  {
    change = same,
    keepsManifest = false,
  }: { change?: (manifest: Manifest) => object; keepsManifest?: boolean } = {},
): Promise<string> {
  const manifest = await verifyArchive(good)
  const entries: Entry[] = []
  for await (const { name, content } of readVerified(good, manifest)) {
    const entry = entryOf({ name, content })
    if (entry !== undefined) entries.push(entry)
  }
  const vouched = entries.map(({ name, content }) => ({
    name,
    bytes: content.length,
    sha256: hash('sha256', content, 'hex'),
  }))
  const last = keepsManifest ? manifest : { ...change(manifest), entries: vouched }
  const tar = pack()
  for (const { name, content } of entries) tar.entry({ name }, content)
  tar.entry({ name: 'manifest.json' }, JSON.stringify(last))
  tar.finalize()
  const chunks: Uint8Array[] = []
  for await (const chunk of tar) chunks.push(chunk as Uint8Array)
  const file = newFile()
  await writeFile(file, gzipSync(Buffer.concat(chunks)))
  return file
}

function same<T>(value: T): T {
  return value
}

function isPicture({ name }: Entry): boolean {
  return name.startsWith('photos/')
}

function renamed(entry: Entry, name: string): Entry {
  return isPicture(entry) ? { ...entry, name } : entry
}

function withRows(manifest: Manifest, table: string, rows: number): Manifest {
  return { ...manifest, tables: manifest.tables.map((one) => (one.name === table ? { ...one, rows } : one)) }
}

function newFile(): string {
  files += 1
  return join(harness.dir, `file-${files}.tar.gz`)
}

/** A guide with an event and a photo of its own. */
async function inhabited(): Promise<TestDatabase> {
  const database = await harness.open()
  await insertEvent(database.pool, 'Was here', await storePhoto(database.photos, 'here'))
  return database
}

/** The migrations of the next version. */
const next = () => join(harness.dir, 'next')

async function ofNextVersion(): Promise<TestDatabase> {
  const database = await harness.open()
  await migrateDatabase(database.pool, { folder: next() })
  return database
}

async function titles({ pool }: TestDatabase): Promise<string[]> {
  const { rows } = await pool.query('select title from events order by 1')
  return (rows as { title: string }[]).map(({ title }) => title)
}

/** Constraints, indexes and migrations: all that is not rows. */
async function rulesOf({ pool }: TestDatabase): Promise<unknown[]> {
  const constraints = `select conrelid::regclass::text, conname, pg_get_constraintdef(oid) from pg_constraint
    where connamespace = 'public'::regnamespace order by 1, 2`
  const indexes = `select indexdef from pg_indexes where schemaname = 'public' order by 1`
  const migrations = 'select hash, created_at from drizzle.__drizzle_migrations order by created_at'
  return Promise.all([constraints, indexes, migrations].map(async (query) => (await pool.query(query)).rows))
}
