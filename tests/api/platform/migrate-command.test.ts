import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addressOf, createTestDatabase } from '@tests/support/server/database'
import type { TestDatabase } from '@tests/support/server/database'
import { MIGRATIONS, writeNextVersion } from '@tests/support/server/next-version'
import { migrateCommand } from '@/server/administration/migrate-command'
import { migrateDatabase } from '@/server/platform/database/migrate'
import { assertMigrated } from '@/server/platform/database/schema-version'

// `npm run migrate`, on a database of this version that a later one, made here, is deployed on.

let database: TestDatabase
let folder: string
beforeEach(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'events-migrations-'))
  await cp(MIGRATIONS, folder, { recursive: true })
})
afterEach(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

async function run(args: string[] = [], pause: () => Promise<unknown> = async () => undefined) {
  let [out, err] = ['', '']
  const code = await migrateCommand({
    args,
    env: { DATABASE_URL: await addressOf(database) },
    folder,
    pause,
    out: (text) => void (out += text),
    err: (text) => void (err += text),
  })
  return { code, out, err }
}

const rows = async (statement: string) => (await database.pool.query(statement)).rows as unknown[]

/** Whether the index of the tests below is there, and of use. */
const valid = () =>
  rows(`select indisvalid as valid from pg_index where indexrelid = to_regclass('events_by_title')`)

describe('npm run migrate', () => {
  it('does what is pending, and says which; then nothing', async () => {
    await writeNextVersion(folder, 'create table tides (day date primary key)')
    expect(await run()).toEqual({ code: 0, out: 'The tables are up to date: 9999_next.\n', err: '' })
    expect(await run()).toEqual({ code: 0, out: 'The tables are up to date.\n', err: '' })
    expect(await rows('select * from tides')).toEqual([])
    expect((await run(['--now'])).code).toBe(2)
  })

  it('leaves what running servers cannot live with alone, until it is told that they are stopped', async () => {
    await writeNextVersion(
      folder,
      '-- breaking: the old version writes this column\nalter table tags drop column names',
    )
    expect(await run()).toEqual({
      code: 1,
      out: '',
      err: expect.stringContaining('  9999_next: the old version writes this column\nStop them') as string,
    })
    expect(await rows('select names from tags')).toEqual([])
    expect((await run(['--breaking'])).code).toBe(0)
    await expect(rows('select names from tags')).rejects.toThrow('names')
  })

  it(
    'gives a table that is in use back to who waits for it, and tries again',
    { timeout: 30_000, tags: ['full'] },
    async () => {
      await writeNextVersion(folder, 'alter table tags add column icon text')
      const user = await database.pool.connect()
      await user.query('begin; lock table tags in share mode')
      const released = await run([], () => user.query('commit'))
      user.release()
      expect(released).toMatchObject({ code: 0, err: 'A table is in use: attempt 1 of 20 is given up.\n' })
      expect(await rows('select icon from tags')).toEqual([])
    },
  )

  it('refuses a database that is not of this program', async () => {
    await database.pool.query(`update drizzle.__drizzle_migrations set hash = 'of another'`)
    expect(await run()).toMatchObject({
      code: 1,
      err: expect.stringContaining('not those of this program') as string,
    })
  })
})

describe('an index that is built while people write', () => {
  const index = `CREATE INDEX CONCURRENTLY "events_by_title" ON "events" ("title")`

  it('is built outside a transaction, by one of several servers that start, and again when it was broken off', async () => {
    await writeFile(join(folder, '0099_titles.concurrent.sql'), index)
    const migrate = () => migrateDatabase(database.pool, { folder })
    await Promise.all([migrate(), migrate(), migrate()])
    expect(await valid()).toEqual([{ valid: true }])
    await database.pool.query(
      `update pg_index set indisvalid = false where indexrelid = to_regclass('events_by_title')`,
    )
    await migrate()
    expect(await valid()).toEqual([{ valid: true }])
  })

  it('has a file that may hold nothing else', async () => {
    await writeFile(join(folder, '0099_titles.concurrent.sql'), 'vacuum events')
    await expect(migrateDatabase(database.pool, { folder })).rejects.toThrow('may only have CREATE INDEX')
  })
})

it('a server that changes no tables starts on those of its own version and of a newer one, and on no older', async () => {
  await assertMigrated(database.pool)
  await database.pool.query(
    `insert into drizzle.__drizzle_migrations (hash, created_at) values ('of a newer one', ${Date.now()})`,
  )
  await assertMigrated(database.pool)
  await database.pool.query('delete from drizzle.__drizzle_migrations where id = 1')
  await expect(assertMigrated(database.pool)).rejects.toThrow('run "npm run migrate" first')
})
