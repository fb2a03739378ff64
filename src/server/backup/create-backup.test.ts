import { mkdir, readFile, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { photoFileName } from '@/domain/events/event'
import { BackupError } from './manifest'
import { createBackup } from './commands'
import { contentsOf, insertEvent, openHarness, storePhoto } from './database.fixture'
import type { TestDatabase, DatabaseHarness } from './database.fixture'
import { restoreBackup } from './restore-backup'

const FULL = { tags: ['full'] }

const SLOW = 60_000

const now = () => new Date(Date.UTC(2027, 1, 3, 4, 5, 6))

let harness: DatabaseHarness
let backups = 0

beforeAll(async () => {
  harness = await openHarness()
}, SLOW)

afterAll(() => harness.close(), SLOW)

describe('a backup', { timeout: SLOW }, () => {
  it('brings back every row and picture, to the last character', async () => {
    const database = await harness.open()
    await insertEvent(database.pool, 'Noite de fado', await storePhoto(database.photos, 'fado'))
    await insertEvent(database.pool, 'Sem foto')
    await database.pool.query(`insert into jobs (id, kind, dedupe_key, payload)
      values (gen_random_uuid(), 'mail', 'a', '{"deep":{"list":[1,"\\u00e3"]}}')`)
    // The text is more than one part of the file holds.
    await database.pool.query(`insert into contact_forms (id, first_name, last_name, email, topic, message)
      select gen_random_uuid(), 'Ana', 'Ondas', 'ana@example.com', 'Other', repeat('ã\n', 400000)
      from generate_series(1, 3)`)
    const { file, summary } = await backUp(database)
    expect(summary).toMatchObject({ madeAt: '2027-02-03T04:05:06.000Z', pictures: 4 })

    const other = await harness.open()
    const restored = await restoreBackup({ ...other, file, sendWaiting: true })
    expect(restored).toEqual({ ...summary, waitingMails: 1 })
    const [before, after] = [await contentsOf(database), await contentsOf(other)]
    expect(after).toEqual({ ...before, change_counter: after.change_counter })
    expect(before.events?.join()).toContain('Linha um')
    expect(before.pictures).toHaveLength(4)
  })

  it('brings back what belongs to accounts', FULL, async () => {
    const database = await harness.open()
    const eventId = await insertEvent(database.pool, 'Again')
    await database.pool.query(
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
    const { file } = await backUp(database)
    const other = await harness.open()
    await restoreBackup({ ...other, file })
    const [before, after] = [await contentsOf(database), await contentsOf(other)]
    for (const table of ['events', 'sessions', 'push_subscriptions', 'push_subscription_events']) {
      expect(before[table]).not.toEqual([])
      expect(after[table]).toEqual(before[table])
    }
  })

  it('holds one instant of the database while others go on writing', FULL, async () => {
    const database = await harness.open()
    const writer = startWriter(database)
    await writer.nextCommit()
    const before = writer.written()
    // The writer commits at least once between every two tables.
    const { file } = await backUp(database, { beforeTable: writer.nextCommit })
    const after = writer.written()
    await writer.stop()
    expect(after).toBeGreaterThan(before + 10)

    const other = await harness.open()
    await restoreBackup({ ...other, file })
    const { rows } = await other.pool.query(`select
      (select count(*)::int from events) as events, (select count(*)::int from schedules) as schedules,
      (select count(*)::int from event_tags) as event_tags, (select count(*)::int from tags) as tags,
      (select value::int from change_counter) as counted`)
    const [{ events, schedules, event_tags, tags, counted } = { events: 0 }] = rows as Record<
      string,
      number
    >[]
    expect(events).toBeGreaterThanOrEqual(before)
    expect(events).toBeLessThanOrEqual(after)
    expect({ schedules, event_tags, tags, counted }).toEqual({
      schedules: 2 * Number(events),
      event_tags: events,
      tags: events,
      counted: events,
    })
    expect(await other.photos.list()).toHaveLength(Number(events))
  })

  it('begins anew when an event goes away with its photo before that is copied', FULL, async () => {
    const database = await harness.open()
    const doomed = await storePhoto(database.photos, 'doomed')
    await insertEvent(database.pool, 'Doomed', doomed)
    await insertEvent(database.pool, 'Kept', await storePhoto(database.photos, 'kept'))
    let hasDeleted = false
    const open = async (fileName: string) => {
      if (!hasDeleted) {
        hasDeleted = true
        await database.pool.query('delete from events where photo_hash = $1', [doomed])
        await database.photos.remove(doomed)
      }
      return database.photos.open(fileName)
    }
    const { file } = await backUp({ ...database, photos: { ...database.photos, open } })
    const other = await harness.open()
    await restoreBackup({ ...other, file })
    expect((await other.pool.query('select title from events')).rows).toEqual([{ title: 'Kept' }])
  })

  it('has the picture of an organiser, and is none without it', FULL, async () => {
    const database = await harness.open()
    const photo = await storePhoto(database.photos, 'clube')
    await database.pool.query(
      `with account as (insert into users (id, email, name) values (gen_random_uuid(), 'ana@example.com', 'Ana') returning id)
       insert into organisers (id, user_id, slug, name, photo_hash) select gen_random_uuid(), id, 'clube', 'Clube', $1 from account`,
      [photo],
    )
    const { file } = await backUp(database)
    const other = await harness.open()
    await restoreBackup({ ...other, file })
    expect(await contentsOf(other)).toMatchObject({ pictures: (await contentsOf(database)).pictures })
    await rm(join(database.photosDir, photoFileName(photo, '800')))
    await expect(backUp(database)).rejects.toThrow(`organiser clube: photo ${photo}`)
  })

  it('is none while a photo of an event is missing, and says whose', FULL, async () => {
    const database = await harness.open()
    const photo = await storePhoto(database.photos, 'lost')
    const event = await insertEvent(database.pool, 'Lost', photo)
    await rm(join(database.photosDir, photoFileName(photo, '800')))
    const attempt = backUp(database)
    await expect(attempt).rejects.toThrow(BackupError)
    await expect(attempt).rejects.toThrow(event)
    expect(await leftovers()).toEqual([])
  })

  it('is read by its owner only, and never written over another', FULL, async () => {
    const database = await harness.open()
    const { file } = await backUp(database)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const content = await readFile(file)
    await expect(createBackup({ ...database, file })).rejects.toThrow('is already there')
    expect(await readFile(file)).toEqual(content)
  })

  it('says when it cannot be written, and leaves nothing', FULL, async () => {
    const database = await harness.open()
    const file = join(harness.dir, 'not-there', 'backup.tar.gz')
    await expect(createBackup({ ...database, file })).rejects.toThrow(`${file} cannot be written (ENOENT).`)
    await mkdir(join(harness.dir, 'not-there'))
    await createBackup({ ...database, file })
    expect(await readdir(join(harness.dir, 'not-there'))).toEqual(['backup.tar.gz'])
  })

  it('is refused for a database without tables, and for one that another program made', FULL, async () => {
    await expect(backUp(await harness.open({ migrated: false }))).rejects.toThrow('nothing to back up')
    const foreign = await harness.open()
    await foreign.pool.query(`update drizzle.__drizzle_migrations set hash = 'another'`)
    await expect(backUp(foreign)).rejects.toThrow('of another program')
    expect(await leftovers()).toEqual([])
  })

  it('needs to know of no sequence, because ids are made by the server', FULL, async () => {
    const { pool } = await harness.open()
    expect((await pool.query(`select * from pg_sequences where schemaname = 'public'`)).rows).toEqual([])
  })
})

async function backUp(database: TestDatabase, more: Partial<Parameters<typeof createBackup>[0]> = {}) {
  backups += 1
  const file = join(harness.dir, `backup-${backups}.tar.gz`)
  return { file, summary: await createBackup({ ...database, file, now, ...more }) }
}

async function leftovers(): Promise<string[]> {
  return (await readdir(harness.dir)).filter((name) => name.endsWith('.partial'))
}

/** Adds events with their photos as fast as it can, each with a count in the same transaction, until it is stopped. */
function startWriter({ pool, photos }: TestDatabase) {
  const stopping = new AbortController()
  let count = 0
  const waiting: (() => void)[] = []
  const write = async () => {
    const client = await pool.connect()
    while (!stopping.signal.aborted) {
      const photo = await storePhoto(photos, `number ${count}`)
      await client.query('begin')
      await insertEvent(client, `Event ${count}`, photo)
      await client.query('update change_counter set value = value + 1')
      await client.query('commit')
      count += 1
      for (const resolve of waiting.splice(0)) resolve()
    }
    client.release()
  }
  const writing = write()
  return {
    nextCommit: () => new Promise<void>((resolve) => void waiting.push(resolve)),
    written: () => count,
    stop: async () => {
      stopping.abort()
      await writing
    },
  }
}
