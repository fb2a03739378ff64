import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { restoreCommand } from '@/server/backup/commands'
import { createBackup } from '@/server/backup/commands'
import { insertEvent, openHarness } from '@/server/backup/database.fixture'
import type { TestDatabase, DatabaseHarness } from '@/server/backup/database.fixture'
import { restoreBackup } from '@/server/backup/restore-backup'
import type { Overview } from '@/contract/back-office/back-office-overview'
import type { Session } from '@/contract/accounts/auth'
import { readConfig } from '@/server/config/read-config'
import { STARTING_TAGS } from '@/site/starting-tags'
import { startServer } from './start-server'

const FULL = { tags: ['full'] }

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
  it('is in the way of a restore for as long as it runs, whatever the address calls it', FULL, async () => {
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
  })

  it('that starts during a restore waits for it, and then serves what it brought', FULL, async () => {
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
  })

  it('that changes no tables refuses a database without them, in one sentence', FULL, async () => {
    const guide = await harness.open({ migrated: false })
    await expect(start(await addressOf(guide), undefined, { MIGRATE: 'off' })).rejects.toThrow(
      /^The tables of the database are of an older version, and MIGRATE is off: run "npm run migrate" first\.$/,
    )
    await (await start(await addressOf(await harness.open()), undefined, { MIGRATE: 'off' })).stop()
  })

  it('gives a new installation its first tags, in both languages, and never again', FULL, async () => {
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

  it('works off its jobs, maintains, shares its limits, hears of other servers, and knows its disk', async () => {
    const guide = await harness.open()
    const dataDir = join(harness.dir, 'whole')
    const settings = { DATA_DIR: dataDir, ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password }
    const server = await start(await addressOf(guide), undefined, settings)
    const call = callsTo(server.address)
    const rowsOf = async (query: string) => (await guide.pool.query<{ kind?: string }>(query)).rows

    await call('/contact-form', { body: SUPPORT_MESSAGE })
    const finished = async () => rowsOf('select kind from jobs where done_at is not null order by kind')
    await expect.poll(finished, SOON).toEqual([{ kind: 'mail' }])
    expect((await readdir(join(dataDir, 'mail'))).filter((name) => name.endsWith('.eml'))).toHaveLength(1)
    expect(await rowsOf('select * from limit_counts')).not.toEqual([])

    const tags = async () => (await call<{ items: object[] }>('/events/tags')).items.length
    expect(await tags()).toBe(STARTING_TAGS.length)
    // It is what another server commits: the response above is cached here.
    await guide.pool.query(`delete from tags where key = 'music'`)
    await expect.poll(tags, SOON).toBe(STARTING_TAGS.length - 1)

    const { access_token: access } = await call<Session>('/auth/login', { body: ADMIN })
    const { storage } = await call<Overview>('/backoffice/overview', { token: access.token })
    expect(storage.disk?.state).toBe('fine')
    expect(await call('/push/key')).toEqual({ public_key: expect.any(String) as string })
    await server.stop()
  })
})

/** Less than a poll of jobs, and than a response is cached. */
const SOON = { timeout: 10_000, interval: 50 }
const ADMIN = { email: 'boss@guide.example', password: 'waves-at-the-reef' }
const SUPPORT_MESSAGE = {
  first_name: 'Ana',
  last_name: 'Reis',
  email: 'ana@example.com',
  topic: 'Other',
  message: 'Is anybody there?',
}

function callsTo(address: string) {
  return async <T = unknown>(path: string, { body, token }: { body?: object; token?: string } = {}) => {
    const response = await fetch(`${address}/api/v1${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        ...(body && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    expect(response.ok, path).toBe(true)
    return ((await response.json()) as { data: T }).data
  }
}

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
