import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase } from '@tests/support/server/database'
import type { TestDatabase } from '@tests/support/server/database'
import { migrateDatabase } from '@/server/platform/database/migrate'

// A migration leaves what people have in a database of an older version.

const MIGRATIONS = 'src/server/platform/database/migrations'
const [CONFIRMED, PENDING, EVENT] = [1, 2, 3].map((n) => `00000000-0000-4000-8000-00000000000${n}`)

let database: TestDatabase
let folder: string
beforeEach(async () => {
  database = await createTestDatabase({ isEmpty: true })
  folder = await mkdtemp(join(tmpdir(), 'events-migrations-'))
})
afterEach(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

/** The tables as the first `count` migrations made them. */
async function migrateTo(count: number): Promise<void> {
  await cp(MIGRATIONS, folder, { recursive: true })
  const file = join(folder, 'meta/_journal.json')
  const journal = JSON.parse(await readFile(file, 'utf8')) as { entries: object[] }
  await writeFile(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, count) }))
  await migrate(database.db, { migrationsFolder: folder })
}

const run = (statement: string, values: unknown[] = []) => database.pool.query(statement, values)
const rows = async (statement: string) => (await run(statement)).rows as unknown[]

it('migrations are in order of their time: the migrator leaves out one that is older than the last that it has run', async () => {
  const { entries } = JSON.parse(await readFile(join(MIGRATIONS, 'meta/_journal.json'), 'utf8')) as {
    entries: { tag: string; when: number }[]
  }
  expect(entries.toSorted((a, b) => a.when - b.when).map(({ tag }) => tag)).toEqual(
    entries.map(({ tag }) => tag).toSorted(),
  )
})

describe('a database of the version before registrations had a table', () => {
  beforeEach(async () => {
    await migrateTo(3)
    await run(
      `insert into users (id, email, name, password_hash, locale, email_confirmed_at) values
        ($1, 'ana@example.com', 'Ana', 'hash of Ana', 'pt', now()), ($2, 'rui@example.com', 'Rui', 'hash of Rui', 'en', null)`,
      [CONFIRMED, PENDING],
    )
    await run(
      `insert into mail_tokens (id, user_id, purpose, token_hash, expires_at) values
        (gen_random_uuid(), $1, 'reset', 'of Ana', now()), (gen_random_uuid(), $2, 'confirm', 'of Rui', now())`,
      [CONFIRMED, PENDING],
    )
    await run(
      `insert into events (id, title, description, email, user_id, location_name, latitude, longitude, timetable)
      values ($1, 'Fair', 'Three days', 'ana@example.com', $2, 'Jogo da Bola', 38.9, -9.4, '{"list": []}')`,
      [EVENT, CONFIRMED],
    )
    await run(
      `insert into schedules (id, event_id, start_at, end_at, is_all_day) values
        (gen_random_uuid(), $1, '2026-10-23T23:00Z', '2026-10-26T23:59:59Z', true),
        (gen_random_uuid(), $1, '2026-11-01T00:00Z', '2026-11-04T23:59:59Z', true)`,
      [EVENT],
    )
    await migrateDatabase(database.pool)
  })

  it('preserves accounts, and what belongs to them', async () => {
    expect(await rows('select id, email, name, password_hash, locale from users')).toEqual([
      { id: CONFIRMED, email: 'ana@example.com', name: 'Ana', password_hash: 'hash of Ana', locale: 'pt' },
    ])
    expect(await rows('select title, user_id from events')).toEqual([{ title: 'Fair', user_id: CONFIRMED }])
  })

  it('preserves a registration that nobody has confirmed yet, with the link that does it', async () => {
    expect(await rows('select id, email, name, password_hash, locale from registrations')).toEqual([
      { id: PENDING, email: 'rui@example.com', name: 'Rui', password_hash: 'hash of Rui', locale: 'en' },
    ])
    expect(
      await rows('select token_hash, user_id, registration_id from mail_tokens order by token_hash'),
    ).toEqual([
      { token_hash: 'of Ana', user_id: CONFIRMED, registration_id: null },
      { token_hash: 'of Rui', user_id: null, registration_id: PENDING },
    ])
  })

  it('knows the days of the events that are there, for their duplicates', async () => {
    expect(await rows('select title, day::text as day from event_days order by day')).toEqual([
      { title: 'fair', day: '2026-10-24' },
      { title: 'fair', day: '2026-11-01' },
    ])
  })

  it('marks long occurrences again, and still reads them by their indexes', async () => {
    expect(await rows('select is_long from schedules order by start_at')).toEqual([
      { is_long: false },
      { is_long: true },
    ])
    const indexes = await rows(
      `select indexname from pg_indexes where tablename = 'schedules' order by indexname`,
    )
    expect(indexes).toEqual(
      ['schedules_long', 'schedules_occurrence', 'schedules_pkey', 'schedules_start'].map((indexname) => ({
        indexname,
      })),
    )
  })
})
