import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { restoreCommand } from '@/server/backup/commands'
import { createBackup } from '@/server/backup/create-backup'
import { insertEvent, openHarness } from '@/server/backup/database.fixture'
import type { TestDatabase, DatabaseHarness } from '@/server/backup/database.fixture'
import { restoreBackup } from '@/server/backup/restore-backup'
import { readConfig } from '@/server/config/read-config'
import { STARTING_TAGS } from '@/site/starting-tags'
import { startServer } from './start-server'

const SLOW = 60_000

let harness: DatabaseHarness
let file = ''

beforeAll(async () => {
  harness = await openHarness()
  const guide = await harness.open()
  await insertEvent(guide.pool, 'From the backup')
  file = join(harness.dir, 'backup.tar.gz')
  await createBackup({ ...guide, file })
}, SLOW)

afterAll(() => harness.close(), SLOW)

describe('a server', { timeout: SLOW }, () => {
  it(
    'is in the way of a restore for as long as it runs, whatever the address calls it',
    { tags: ['full'] },
    async () => {
      const guide = await harness.open()
      await insertEvent(guide.pool, 'Was here')
      const server = await start(await addressOf(guide, 'application_name=village'))
      for (const name of ['village', 'events-guide']) {
        expect(await restore(await addressOf(guide, `application_name=${name}`))).toEqual({
          code: 1,
          output: 'A server is using the database: stop it first.\n',
        })
      }
      expect(await titles(guide)).toEqual(['Was here'])
      await server.stop()
      expect(await restore(await addressOf(guide, 'application_name=events-guide'))).toMatchObject({
        code: 0,
      })
      expect(await titles(guide)).toEqual(['From the backup'])
    },
  )

  it(
    'that starts during a restore waits for it, and then serves what it brought',
    { tags: ['full'] },
    async () => {
      const guide = await harness.open({ migrated: false })
      const log = listeningLog()
      let starting: ReturnType<typeof start> | undefined
      const beforeLoad = async () => {
        starting = start(await addressOf(guide), log.log)
        await log.logged('waiting')
      }
      await restoreBackup({ ...guide, file, beforeLoad })
      const server = await starting
      const response = await fetch(`${server?.address}/api/v1/events/tags`)
      expect(await response.json()).toMatchObject({ data: { items: [{ name: 'From the backup' }] } })
      await server?.stop()
    },
  )

  it('that changes no tables refuses a database without them, in one sentence', async () => {
    const guide = await harness.open({ migrated: false })
    await expect(start(await addressOf(guide), undefined, { MIGRATE: 'off' })).rejects.toThrow(
      /^The tables of the database are of an older version, and MIGRATE is off: run "npm run migrate" first\.$/,
    )
    await (await start(await addressOf(await harness.open()), undefined, { MIGRATE: 'off' })).stop()
  })

  it('gives a new installation its first tags, in both languages, and never again', async () => {
    const guide = await harness.open()
    const address = await addressOf(guide)
    const tagsAfterStart = async (environment: Record<string, string> = {}) => {
      await (await start(address, undefined, environment)).stop()
      const { rows } = await guide.pool.query<{ key: string; names: object }>('select key, names from tags')
      return rows
    }
    const first = await tagsAfterStart({
      ADMIN_EMAIL: 'admin@guide.example',
      ADMIN_PASSWORD: 'waves-at-the-reef',
    })
    expect(first).toHaveLength(STARTING_TAGS.length)
    expect(first).toContainEqual({ key: 'music', names: { pt: 'Música' } })
    await guide.pool.query('delete from tags')
    expect(await tagsAfterStart()).toEqual([])
  })
})

async function addressOf({ pool }: TestDatabase, options = ''): Promise<string> {
  const { rows } = await pool.query<{ name: string }>('select current_database() as name')
  const { host = '', port, user = '' } = harness.engine.connection
  return `postgres://${user}@/${rows[0]?.name}?host=${encodeURIComponent(host)}&port=${port ?? 5432}&${options}`
}

const JWT_SECRET = 'the secret of all servers of this database'

function start(databaseUrl: string, log = pino({ level: 'silent' }), more: Record<string, string> = {}) {
  const environment = {
    DATA_DIR: join(harness.dir, 'server'),
    DATABASE_URL: databaseUrl,
    JWT_SECRET,
    PORT: '0',
    DEMO: 'off',
    ...more,
  }
  return startServer({
    config: readConfig(environment),
    log,
    distDir: undefined,
    pages: undefined,
    onNewAdministrator: () => undefined,
    onLost: () => undefined,
  })
}

async function restore(databaseUrl: string): Promise<{ code: number; output: string }> {
  let output = ''
  const print = (text: string) => void (output += text)
  const env = { DATA_DIR: join(harness.dir, 'restored'), DATABASE_URL: databaseUrl }
  const code = await restoreCommand({ args: [file, '--replace'], env, out: print, err: print })
  return { code, output }
}

async function titles({ pool }: TestDatabase): Promise<string[]> {
  const { rows } = await pool.query<{ title: string }>('select title from events order by 1')
  return rows.map(({ title }) => title)
}

function listeningLog() {
  let text = ''
  const listeners: (() => void)[] = []
  const log = pino(
    { level: 'info' },
    {
      write: (line: string) => {
        text += line
        for (const listen of listeners) listen()
      },
    },
  )
  const logged = (expected: string) =>
    new Promise<void>((resolve) => {
      const listen = () => void (text.includes(expected) && resolve())
      listeners.push(listen)
      listen()
    })
  return { log, logged }
}
