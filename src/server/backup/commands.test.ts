import { chmod, chown, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findRunningEngine } from '@/server/platform/database/reach'
import { startEmbeddedEngine } from '@/server/platform/database/engine/start-engine'
import type { EmbeddedEngine } from '@/server/platform/database/engine/start-engine'
import { migrateDatabase } from '@/server/platform/database/migrate'
import { openDiskPhotoStore } from '@/server/platform/photos/stores/disk-store'
import { backupCommand, restoreCommand } from './commands'
import { insertEvent, storePhoto } from './database.fixture'

const FULL = { tags: ['full'] }

const SLOW = 120_000
/** An account that is nobody's. */
const ACCOUNT = 54_321
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

let dir = ''
let dataDir = ''
let output: string[] = []

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'backup-commands-'))
  await chmod(dir, 0o755)
  dataDir = join(dir, 'data')
  await whileServing(async ({ pool }) => {
    await migrateDatabase(pool)
    const photo = await storePhoto(await openDiskPhotoStore(dataDir), 'fado')
    await insertEvent(pool, 'Noite de fado', photo)
  })
}, SLOW)

afterAll(() => rm(dir, { recursive: true, force: true }))

describe('npm run backup', { timeout: SLOW }, () => {
  it('works while the server runs, and when it does not', FULL, async () => {
    const running = join(dir, 'running.tar.gz')
    await whileServing(async ({ engine, pool }) => {
      expect(await findRunningEngine(dataDir)).toEqual(engine.connection)
      expect(await run(backupCommand, running)).toBe(0)
      expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    })
    expect(await findRunningEngine(dataDir)).toBeUndefined()
    expect(await run(backupCommand, join(dir, 'stopped.tar.gz'))).toBe(0)
    expect(output[0]).toMatch(
      /^Wrote .*stopped\.tar\.gz: \d+ rows in \d+ tables, 4 pictures\. It holds personal data/,
    )
    expect(await findRunningEngine(dataDir)).toBeUndefined()
  })

  it('makes no database where there is none', FULL, async () => {
    const empty = join(dir, 'empty')
    expect(await run(backupCommand, join(dir, 'empty.tar.gz'), { DATA_DIR: empty })).toBe(1)
    expect(output).toEqual([`There is no database in ${empty}: there is nothing to back up.\n`])
    expect(await readdir(dir)).not.toContain('empty')
  })

  it('does not say that there is none where it could not look', FULL, async () => {
    const noDirectory = join(dir, 'a-file')
    await writeFile(noDirectory, '')
    expect(await run(backupCommand, join(dir, 'file.tar.gz'), { DATA_DIR: noDirectory })).toBe(1)
    expect(output.join()).toContain('ENOTDIR')
    expect(output.join()).not.toContain('There is no database')
  })

  it('works with the database of an address, and says when that cannot be reached', FULL, async () => {
    await whileServing(async ({ engine }) => {
      const { host = '', user = '', database } = engine.connection
      const url = `postgres://${user}@/${database}?host=${encodeURIComponent(host)}`
      expect(await run(backupCommand, join(dir, 'address.tar.gz'), { DATABASE_URL: url })).toBe(0)
    })
    const url = 'postgres://ana:secret@127.0.0.1:9/guide'
    expect(await run(backupCommand, join(dir, 'nobody.tar.gz'), { DATABASE_URL: url })).toBe(1)
    expect(output.join()).toContain('ECONNREFUSED')
    expect(output.join()).not.toContain('secret')
  })

  it('says how it is called', FULL, async () => {
    for (const args of [[], ['a', 'b'], ['--unknown', 'a'], ['--replace', 'a']]) {
      expect(await run(backupCommand, args)).toBe(2)
      expect(output).toEqual(['Usage: npm run backup -- <file>\n'])
    }
  })
})

describe('npm run restore', { timeout: SLOW }, () => {
  it('makes a whole guide out of a file and an empty directory', async () => {
    const file = join(dir, 'whole.tar.gz')
    expect(await run(backupCommand, file)).toBe(0)
    const env = { DATA_DIR: join(dir, 'new-home') }
    expect(await run(restoreCommand, file, env)).toBe(0)
    expect((await stat(env.DATA_DIR)).mode & 0o077).toBe(0)
    expect(output[0]).toMatch(
      /^Restored .*whole\.tar\.gz of \d{4}-.*: \d+ rows in \d+ tables, 4 pictures\.\n$/,
    )
    await whileServing(async ({ pool }) => {
      expect((await pool.query('select title from events')).rows).toEqual([{ title: 'Noite de fado' }])
    }, env.DATA_DIR)
    expect(await run(restoreCommand, file, env)).toBe(1)
    expect(output).toEqual(['The database is not empty. To throw away what it holds, add --replace.\n'])
    expect(await run(restoreCommand, [file, '--replace'], env)).toBe(0)
  })

  it.runIf(process.getuid?.() === 0)('by root is for the account that owns the directory', FULL, async () => {
    const home = join(dir, 'home-of-an-account')
    await mkdir(home)
    await chown(home, ACCOUNT, ACCOUNT)
    expect(await run(restoreCommand, join(dir, 'whole.tar.gz'), { DATA_DIR: home })).toBe(0)
    const entries = await readdir(home, { recursive: true })
    const owners = await Promise.all(
      entries.map(async (entry) => [entry, (await stat(join(home, entry))).uid]),
    )
    expect(owners.filter(([, uid]) => uid !== ACCOUNT)).toEqual([])
  })

  it('says how many mails were waiting, and whether they are sent', FULL, async () => {
    await whileServing(async ({ pool }) => {
      await pool.query(`insert into jobs (id, kind, dedupe_key, payload)
        select gen_random_uuid(), 'mail', n, '{}' from generate_series(1, 3) n`)
    })
    const file = join(dir, 'waiting.tar.gz')
    expect(await run(backupCommand, file)).toBe(0)
    const env = { DATA_DIR: join(dir, 'waiting-home') }
    expect(await run(restoreCommand, file, env)).toBe(0)
    expect(output[0]).toContain('made, and are not sent again: 3 (--send-waiting sends them).\n')
    expect(await run(restoreCommand, [file, '--replace', '--send-waiting'], env)).toBe(0)
    expect(output[0]).toContain('made, and are sent when the server starts: 3.\n')
  })

  it('refuses while the server runs', FULL, async () => {
    await whileServing(async () => {
      expect(await run(restoreCommand, join(dir, 'whole.tar.gz'))).toBe(1)
      expect(output).toEqual(['A server is using the database: stop it first.\n'])
    })
  })

  it('says how it is called', FULL, async () => {
    expect(await run(restoreCommand, [])).toBe(2)
    expect(output).toEqual(['Usage: npm run restore -- <file> [--replace] [--send-waiting]\n'])
  })
})

async function run(
  command: typeof backupCommand,
  args: string | string[],
  env: Record<string, string> = {},
): Promise<number> {
  output = []
  const print = (text: string) => void output.push(text)
  return command({ args: [args].flat(), env: { DATA_DIR: dataDir, ...env }, out: print, err: print })
}

/** Does with the database what the server does, for the time of `work`. */
async function whileServing(
  work: (parts: { engine: EmbeddedEngine; pool: Pool }) => Promise<void>,
  home = dataDir,
): Promise<void> {
  const engine = await startEmbeddedEngine({ dataDir: home, log: silent })
  const pool = new Pool(engine.connection)
  // The pool does not wait until its connections are closed; the engine may be there first.
  pool.on('error', () => undefined)
  try {
    await work({ engine, pool })
  } finally {
    await pool.end()
    await engine.stop()
  }
}
