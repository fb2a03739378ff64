import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Pool } from 'pg'
import { pack } from 'tar-stream'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '@tests/support/server/database'
import { writeNextVersion } from '@tests/support/server/next-version'
import { createBackup, restoreBackup, settle } from '@/server/backup/backup'
import { PHOTO_VARIANTS, photoFileName } from '@/domain/events/event'

const FULL = { tags: ['full'] }

interface Guide extends TestDatabase {
  photosDir: string
}

let dir = ''
let guides: Guide[] = []
/** A backup of one event with a photo. */
let good = ''

async function open(settings?: { isEmpty: boolean }): Promise<Guide> {
  const guide = { ...(await createTestDatabase(settings)), photosDir: join(dir, randomUUID()) }
  await mkdir(guide.photosDir)
  guides.push(guide)
  return guide
}

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'events-backup-'))
  const guide = await open()
  await insertEvent(guide, 'From the backup', await storePhoto(guide))
  good = newFile()
  await createBackup({ ...guide, file: good })
})
afterEach(async () => {
  for (const guide of guides.splice(0)) await guide.close()
})
afterAll(() => rm(dir, { recursive: true, force: true }))

const newFile = () => join(dir, `${randomUUID()}.tar.gz`)

async function storePhoto({ photosDir }: Guide): Promise<string> {
  const name = randomUUID().replaceAll('-', '')
  for (const variant of PHOTO_VARIANTS)
    await writeFile(join(photosDir, photoFileName(name, variant)), `${variant} of ${name}`)
  return name
}

/** An event with two schedules and a tag, all or nothing. */
async function insertEvent(
  { pool }: { pool: Pick<Pool, 'query'> },
  title: string,
  photo: string | null = null,
) {
  const id = randomUUID()
  await pool.query(
    `with event as (
       insert into events (id, title, description, email, location_name, latitude, longitude, timetable, photo)
       values ($1, $2, $3, 'ana@example.com', 'Praia', 38.963101, -9.4170000000000016, '{"list":[{"start_time":1}]}', jsonb_build_object('name', $4::text))
       returning id
     ), tag as (insert into tags (id, key, name) values (gen_random_uuid(), $1::text, $2) returning id),
     event_tag as (insert into event_tags (event_id, tag_id) select event.id, tag.id from event, tag)
     insert into schedules (id, event_id, start_at, end_at, is_all_day)
     select gen_random_uuid(), event.id, now(), now() + n * interval '1 hour', false
     from event, generate_series(1, 2) n`,
    [id, title, 'Linha um\nlinha\tdois \\N \\. “aspas” 🌊', photo],
  )
  return id
}

/** Everything that a restore must bring back, or must have left alone: rows as text and pictures as bytes. */
async function contentsOf({ pool, photosDir }: Guide): Promise<Record<string, string[]>> {
  const tables = `select table_name as name from information_schema.tables where table_schema = 'public'`
  const contents: Record<string, string[]> = {}
  for (const { name } of (await pool.query<{ name: string }>(tables)).rows) {
    const { rows } = await pool.query<{ row: string }>(`select ${name}::text as row from ${name} order by 1`)
    contents[name] = rows.map(({ row }) => row)
  }
  const files = (await readdir(photosDir)).toSorted()
  contents.pictures = await Promise.all(
    files.map(async (name) => `${name} ${await readFile(join(photosDir, name), 'latin1')}`),
  )
  return contents
}

async function titles({ pool }: Guide): Promise<string[]> {
  return (await pool.query<{ title: string }>('select title from events order by 1')).rows.map(
    ({ title }) => title,
  )
}

/** Constraints, indexes, triggers and migrations: all that is not rows. */
function rulesOf({ pool }: Guide): Promise<unknown[]> {
  const queries = [
    `select conrelid::regclass::text, conname, pg_get_constraintdef(oid) from pg_constraint
      where connamespace = 'public'::regnamespace order by 1, 2`,
    `select indexdef from pg_indexes where schemaname = 'public' order by 1`,
    'select tgname, tgenabled from pg_trigger where not tgisinternal order by 1',
    'select hash, created_at from drizzle.__drizzle_migrations order by created_at',
  ]
  return Promise.all(queries.map(async (query) => (await pool.query(query)).rows as unknown[]))
}

const waiting = async ({ pool }: Guide) =>
  (
    await pool.query<{ key: string }>('select dedupe_key as key from jobs where done_at is null order by 1')
  ).rows.map(({ key }) => key)
const lineage = async ({ pool }: Guide) =>
  (await pool.query<{ lineage: string }>('select lineage from change_counter')).rows[0]?.lineage

async function archive(entries: Record<string, string>): Promise<string> {
  const tar = pack()
  for (const [name, content] of Object.entries(entries)) tar.entry({ name }, content)
  tar.finalize()
  const file = newFile()
  await pipeline(tar, createGzip(), createWriteStream(file))
  return file
}

describe('a backup', () => {
  it('brings back every row and picture, to the last character', async () => {
    const guide = await open()
    const eventId = await insertEvent(guide, 'Noite de fado', await storePhoto(guide))
    await guide.pool.query(`insert into contact_forms (id, first_name, last_name, email, topic, message)
      select gen_random_uuid(), 'Ana', 'Ondas', 'ana@example.com', 'Other', repeat('ã\n', 400000) from generate_series(1, 3)`)
    await guide.pool.query(
      `with person as (insert into users (id, email, name) values (gen_random_uuid(), 'ana@example.com', 'Ana') returning id),
      session as (
        insert into sessions (id, user_id, expires_at, method)
        select gen_random_uuid(), id, now(), 'google' from person returning id, user_id
      ), subscription as (
        insert into push_subscriptions (id, endpoint, p256dh, auth, user_id, session_id)
        select gen_random_uuid(), 'https://push.example/1', 'key', 'secret', user_id, id from session returning id
      )
      insert into push_subscription_events (subscription_id, event_id) select id, $1 from subscription`,
      [eventId],
    )
    const file = newFile()
    expect(await createBackup({ ...guide, file })).toMatchObject({ pictures: 4 })
    const other = await open()
    await restoreBackup({ ...other, file })
    const [before, after] = [await contentsOf(guide), await contentsOf(other)]
    expect(after).toEqual({ ...before, change_counter: after.change_counter })
    expect(before.push_subscription_events).toHaveLength(1)
    expect(before.pictures).toHaveLength(4)
  })

  it(
    'is read by its owner only, never written over another, and leaves nothing when it fails',
    FULL,
    async () => {
      const guide = await open()
      const folder = join(dir, 'backups')
      const file = join(folder, 'backup.tar.gz')
      await expect(createBackup({ ...guide, file })).rejects.toThrow(`${file} cannot be written (ENOENT).`)
      await mkdir(folder)
      await createBackup({ ...guide, file })
      expect((await stat(file)).mode & 0o777).toBe(0o600)
      const content = await readFile(file)
      await expect(createBackup({ ...guide, file })).rejects.toThrow('is already there')
      expect(await readFile(file)).toEqual(content)
      const empty = await open({ isEmpty: true })
      await expect(createBackup({ ...empty, file: join(folder, 'empty') })).rejects.toThrow(
        'nothing to back up',
      )
      expect(await readdir(folder)).toEqual(['backup.tar.gz'])
    },
  )
})

describe('a restore', () => {
  it('replaces what is there only with --replace, and mends pictures on the disk', async () => {
    const guide = await open()
    await insertEvent(guide, 'Was here', await storePhoto(guide))
    const before = await contentsOf(guide)
    await expect(restoreBackup({ ...guide, file: good })).rejects.toThrow('is not empty')
    expect(await contentsOf(guide)).toEqual(before)
    await restoreBackup({ ...guide, file: good, replace: true })
    expect(await titles(guide)).toEqual(['From the backup'])
    const pictures = (await contentsOf(guide)).pictures
    await writeFile(
      join(guide.photosDir, pictures?.find((one) => !before.pictures?.includes(one))?.split(' ')[0] ?? ''),
      '',
    )
    await restoreBackup({ ...guide, file: good, replace: true })
    expect((await contentsOf(guide)).pictures).toEqual(pictures)
  })

  it('leaves the tables as the migrations would, also those of the next version', FULL, async () => {
    const [guide, fresh] = [await open({ isEmpty: true }), await open()]
    await restoreBackup({ ...guide, file: good })
    expect(await rulesOf(guide)).toEqual(await rulesOf(fresh))
    const folder = join(dir, 'next')
    await writeNextVersion(folder, `alter table tags add column icon text default 'wave' not null`)
    await restoreBackup({ ...guide, file: good, folder, replace: true })
    expect(await titles(guide)).toEqual(['From the backup'])
    expect((await guide.pool.query('select icon from tags')).rows).toEqual([{ icon: 'wave' }])
  })

  it('sends nothing a second time, and makes replicas sync anew', FULL, async () => {
    const guide = await open()
    await guide.pool.query(`insert into jobs (id, kind, dedupe_key, payload, run_at, done_at)
      select gen_random_uuid(), kind, key, '{"id":"ana"}', now() + wait * interval '1 day', done_at::timestamptz
      from (values ('web-push', 'waiting reminder', -1, null),
        ('mail', 'mail to retry', 1, null), ('mail', 'waiting mail', -1, null), ('push', 'waiting push', -1, null),
        ('week', 'past week', -1, null), ('week', 'week to come', 1, null), ('mail', 'sent mail', -1, '2026-01-01'))
        as job (kind, key, wait, done_at)`)
    const before = await waiting(guide)
    const file = newFile()
    await createBackup({ ...guide, file })
    const other = await open()
    const lineages = [await lineage(other)]
    expect(await restoreBackup({ ...other, file })).toMatchObject({ waitingMails: 2 })
    expect(await waiting(other)).toEqual(['week to come'])
    lineages.push(await lineage(other))
    await restoreBackup({ ...other, file, replace: true, sendWaiting: true })
    expect(await waiting(other)).toEqual(before)
    lineages.push(await lineage(other))
    expect(new Set(lineages).size).toBe(lineages.length)
    // The same after pg_restore.
    expect(await settle(other.pool, false)).toBe(2)
    expect(await waiting(other)).toEqual(['week to come'])
  })
})

describe('a file that is no good changes nothing', () => {
  let guide: Guide
  let before: Record<string, string[]>
  beforeEach(async () => {
    guide = await open()
    await insertEvent(guide, 'Was here', await storePhoto(guide))
    before = await contentsOf(guide)
  })
  afterEach(async () => expect(await contentsOf(guide)).toEqual(before))

  async function refused(file: string, reason: string): Promise<void> {
    await expect(restoreBackup({ ...guide, file, replace: true })).rejects.toThrow(reason)
  }

  async function manifest(changes: object = {}): Promise<string> {
    const { rows } = await guide.pool.query<{ hash: string }>('select hash from drizzle.__drizzle_migrations')
    const migrations = rows.map(({ hash }) => hash)
    const whole = { format: 'events-guide-backup', version: 3, madeAt: '', migrations, tables: [] }
    return JSON.stringify({ ...whole, ...changes })
  }

  it('when it is damaged, cut off or something else', async () => {
    const bytes = await readFile(good)
    const middle = Math.floor(bytes.length / 2)
    const flipped = Buffer.from(bytes)
    flipped[middle] = (flipped[middle] ?? 0) ^ 1
    const broken = [bytes.subarray(0, middle), bytes.subarray(0, -1), flipped, 'not a backup', '']
    for (const content of broken) {
      const file = newFile()
      await writeFile(file, content)
      await refused(file, 'is not a whole backup')
    }
    await refused(newFile(), 'There is no file')
  })

  it('when it is a foreign archive, leads elsewhere, or another version made it', FULL, async () => {
    const newer = { 'manifest.json': await manifest({ migrations: ['f'.repeat(64)] }) }
    await refused(await archive(newer), 'made by a newer or another version')
    const foreign: Record<string, string>[] = [
      { 'readme.txt': 'hello' },
      { 'manifest.json': '{}' },
      { 'manifest.json': await manifest(), 'photos/../../evil.jpg': 'x' },
      { 'manifest.json': await manifest(), 'tables/tags': 'x\n' },
    ]
    for (const entries of foreign) await refused(await archive(entries), 'is not a whole backup')
  })
})
