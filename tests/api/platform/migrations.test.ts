import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '@tests/support/server/database'
import { MIGRATIONS, writeNextVersion } from '@tests/support/server/next-version'
import { assertMigrated, migrateDatabase } from '@/server/platform/database/migrate'

// A migration leaves what people have in a database of an older version.

const [ANA, PENDING, EVENT] = [1, 2, 3].map((n) => `00000000-0000-4000-8000-00000000000${n}`)
const ADDED = `alter table events add column subtitle text default 'none' not null`

let database: TestDatabase
let folder: string
beforeEach(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'events-migrations-'))
})
afterEach(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

const run = (statement: string, values: unknown[] = []) => database.pool.query(statement, values)
const rows = async (statement: string) => (await run(statement)).rows as unknown[]
const notes = () => rows('select hash, created_at from drizzle.__drizzle_migrations order by id')

/** What people have: tables of rows. */
const contents = () =>
  Promise.all(
    ['users', 'registrations', 'mail_tokens', 'events', 'schedules'].map((table) =>
      rows(`select * from ${table} order by id`),
    ),
  )

it('migrations are in order of their time: the migrator leaves out one that is older than the last that it has run', async () => {
  const { entries } = JSON.parse(await readFile(join(MIGRATIONS, 'meta/_journal.json'), 'utf8')) as {
    entries: { tag: string; when: number }[]
  }
  expect(entries.toSorted((a, b) => a.when - b.when).map(({ tag }) => tag)).toEqual(
    entries.map(({ tag }) => tag).toSorted(),
  )
})

describe('a database that people use', () => {
  beforeEach(async () => {
    await run(
      `insert into users (id, email, name, password_hash, locale) values ($1, 'ana@example.com', 'Ana', 'hash of Ana', 'pt')`,
      [ANA],
    )
    await run(
      `insert into registrations (id, email, name, password_hash, locale) values ($1, 'rui@example.com', 'Rui', 'hash of Rui', 'en')`,
      [PENDING],
    )
    await run(
      `insert into mail_tokens (id, user_id, registration_id, purpose, token_hash, expires_at) values
        (gen_random_uuid(), $1, null, 'reset', 'of Ana', now()), (gen_random_uuid(), null, $2, 'confirm', 'of Rui', now())`,
      [ANA, PENDING],
    )
    await run(
      `insert into events (id, title, description, email, user_id, location_name, latitude, longitude, timetable)
      values ($1, 'Fair', 'Three days', 'ana@example.com', $2, 'Jogo da Bola', 38.9, -9.4, '{"list": []}')`,
      [EVENT, ANA],
    )
    await run(
      `insert into schedules (id, event_id, start_at, end_at, is_all_day)
      values (gen_random_uuid(), $1, '2026-10-23T23:00Z', '2026-10-26T23:59:59Z', true)`,
      [EVENT],
    )
  })

  it('has all that they have after an upgrade, and what that adds', async () => {
    const before = await contents()
    await writeNextVersion(folder, ADDED)
    await migrateDatabase(database.pool, { folder })
    expect(await contents()).toMatchObject(before)
    expect(await rows('select title, subtitle from events')).toEqual([{ title: 'Fair', subtitle: 'none' }])
  })

  it('is refused when it is of a newer version, and nothing has changed then', async () => {
    await run(
      `insert into drizzle.__drizzle_migrations (hash, created_at) select 'of a newer one', max(created_at) + 1 from drizzle.__drizzle_migrations`,
    )
    const before = [await contents(), await notes()]
    await writeNextVersion(folder, ADDED)
    await expect(migrateDatabase(database.pool, { folder })).rejects.toThrow('of a newer version')
    expect([await contents(), await notes()]).toEqual(before)
  })
})

it('several servers that start at once migrate it once', async () => {
  await writeNextVersion(folder, ADDED)
  const migrate = () => migrateDatabase(database.pool, { folder })
  await Promise.all([migrate(), migrate(), migrate()])
  expect(await rows('select subtitle from events')).toEqual([])
})

it('a server that changes no tables starts on those of its own version and of a newer one, and on no older', async () => {
  await assertMigrated(database.pool)
  await run(
    `insert into drizzle.__drizzle_migrations (hash, created_at) values ('of a newer one', ${Date.now()})`,
  )
  await assertMigrated(database.pool)
  await run('delete from drizzle.__drizzle_migrations where id = 1')
  await expect(assertMigrated(database.pool)).rejects.toThrow('run "npm run migrate" first')
})
