import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addressOf, createTestDatabase } from '@tests/support/server/database'
import type { TestDatabase } from '@tests/support/server/database'
import { MIGRATIONS, writeNextVersion } from '@tests/support/server/next-version'
import { migrateCommand } from '@/server/administration/migrate-command'

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

async function run(args: string[] = []) {
  let [out, err] = ['', '']
  const code = await migrateCommand({
    args,
    env: { DATABASE_URL: await addressOf(database) },
    folder,
    out: (text) => void (out += text),
    err: (text) => void (err += text),
  })
  return { code, out, err }
}

const rows = async (statement: string) => (await database.pool.query(statement)).rows as unknown[]

describe('npm run migrate', () => {
  it('does what is pending, and says which; then nothing', async () => {
    await writeNextVersion(folder, 'create table tides (day date primary key)')
    expect(await run()).toEqual({ code: 0, out: 'The tables are up to date: 9999_next.\n', err: '' })
    expect(await run()).toEqual({ code: 0, out: 'The tables are up to date.\n', err: '' })
    expect(await rows('select * from tides')).toEqual([])
    expect((await run(['--now'])).code).toBe(2)
  })

  it(
    'gives up for a table that is in use, so that who waits behind it goes on',
    { tags: ['full'] },
    async () => {
      await writeNextVersion(folder, 'alter table tags add column icon text')
      const user = await database.pool.connect()
      await user.query('begin; lock table tags in share mode')
      expect(await run()).toMatchObject({
        code: 1,
        err: expect.stringContaining('try again later') as string,
      })
      await user.query('commit')
      user.release()
      expect((await run()).code).toBe(0)
      expect(await rows('select icon from tags')).toEqual([])
    },
  )

  it('refuses a database that is not of this program', async () => {
    await database.pool.query(`update drizzle.__drizzle_migrations set hash = 'of another'`)
    expect(await run()).toMatchObject({
      code: 1,
      err: expect.stringContaining('of another program') as string,
    })
  })
})
