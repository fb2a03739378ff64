import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '@tests/support/server/database'
import { MIGRATIONS, writeNextVersion } from '@tests/support/server/next-version'
import { migrateDatabase } from '@/server/platform/database/migrate'

let database: TestDatabase
let folder: string
beforeEach(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'events-migrations-'))
  await writeNextVersion(folder, `alter table users add column nickname text default 'none' not null`)
})
afterEach(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

const rows = async (statement: string) => (await database.pool.query(statement)).rows as unknown[]

it('migrations are in order of their time: the migrator leaves out one that is older than the last that it has run', async () => {
  const { entries } = JSON.parse(await readFile(join(MIGRATIONS, 'meta/_journal.json'), 'utf8')) as {
    entries: { tag: string; when: number }[]
  }
  expect(entries.toSorted((a, b) => a.when - b.when).map(({ tag }) => tag)).toEqual(
    entries.map(({ tag }) => tag).toSorted(),
  )
})

it('several servers that start at once migrate a database that people use once, and it has all that they have', async () => {
  await rows(
    `insert into users (id, email, name, password_hash, locale)
    values (gen_random_uuid(), 'ana@example.com', 'Ana', 'hash of Ana', 'pt')`,
  )
  const before = await rows('select * from users')
  await Promise.all([1, 2, 3].map(() => migrateDatabase(database.pool.options, folder)))
  expect(await rows('select * from users')).toEqual(
    before.map((row) => ({ ...(row as object), nickname: 'none' })),
  )
})

it('a database of a newer version is refused, and nothing has changed then', async () => {
  await rows(
    `insert into drizzle.__drizzle_migrations (hash, created_at) select 'of a newer one', max(created_at) + 1 from drizzle.__drizzle_migrations`,
  )
  await expect(migrateDatabase(database.pool.options, folder)).rejects.toThrow('of a newer version')
  await expect(rows('select nickname from users')).rejects.toThrow('does not exist')
})
