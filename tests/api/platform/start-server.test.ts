import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addressOf, createTestDatabase, type TestDatabase } from '@tests/support/server/database'
import type { Overview } from '@/contract/back-office/back-office-overview'
import type { Session } from '@/contract/accounts/auth'
import { readConfig } from '@/server/config/read-config'
import { STARTING_TAGS } from '@/site/starting-tags'
import { startServer } from '@/server/start-server'

const FULL = { tags: ['full'] }

let dir = ''
let guide: TestDatabase
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'events-start-'))
  guide = await createTestDatabase()
})
afterEach(async () => {
  await guide.close()
  await rm(dir, { recursive: true })
})

describe('a server', () => {
  it('gives a new installation its first tags, in both languages, and never again', FULL, async () => {
    const address = await addressOf(guide)
    const tagsAfterStart = async (environment: Record<string, string> = {}) => {
      await (await start(address, environment)).stop()
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

  it('works off its jobs, hears of other servers, and knows its disk', async () => {
    const dataDir = join(dir, 'whole')
    const settings = { DATA_DIR: dataDir, ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password }
    const server = await start(await addressOf(guide), settings)
    const call = callsTo(server.address)
    const rowsOf = async (query: string) => (await guide.pool.query<{ kind?: string }>(query)).rows

    await call('/contact-form', { body: SUPPORT_MESSAGE })
    const finished = async () => rowsOf('select kind from jobs where done_at is not null order by kind')
    await expect.poll(finished, SOON).toEqual([{ kind: 'mail' }])

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

const JWT_SECRET = 'the secret of all servers of this database'

function start(databaseUrl: string, more: Record<string, string> = {}) {
  const environment = {
    DATA_DIR: join(dir, 'server'),
    DATABASE_URL: databaseUrl,
    JWT_SECRET,
    PORT: '0',
    DEMO: 'off',
    ...more,
  }
  return startServer({
    config: readConfig(environment),
    log: pino({ level: 'silent' }),
    distDir: undefined,
    onNewAdministrator: () => undefined,
    onLost: () => undefined,
  })
}
