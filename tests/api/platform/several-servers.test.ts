import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { Pool } from 'pg'
import type { Notification } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { buildTestApp } from '@tests/support/server/app'
import type { TestApp } from '@tests/support/server/app'
import { call, publish, titles } from '@tests/support/server/calls'
import { OtherSecretsError, agreeOnSecrets } from '@/server/platform/database/agree-on-secrets'
import { createChangeChannel } from '@/server/platform/database/change-channel'
import type { Change } from '@/server/platform/database/change-channel'
import { jobs } from '@/server/platform/database/schema'
import { acquireServerLock } from '@/server/start-server'
import type { ServerLock } from '@/server/start-server'

let one: TestApp
let other: TestApp
let lock: ServerLock
let received: Change[] = []
let warnings: string[] = []
const SOON_MS = 250
const notify = (statement: string, values: string[]) => one.pool.query(statement, values)
const log = { info: () => {}, warn: (_fields: object, message: string) => void warnings.push(message) }

beforeAll(async () => {
  one = await buildTestApp()
  other = await buildTestApp({ beside: one })
  const changes = createChangeChannel(log, notify)
  changes.subscribe((change) => {
    received.push(change)
    if (change === 'programme') other.clearCaches()
  })
  lock = await acquireServerLock(one.pool.options, log, {
    retryMs: 1,
    onConnected: changes.open,
  })
})
afterEach(() => {
  received = []
  warnings = []
})
afterAll(async () => {
  await lock.release()
  await other.close()
  await one.close()
})

const shown = () => titles(other)

describe('what one server writes', () => {
  it('the other shows at once, although it had cached what was before', async () => {
    expect(await shown()).toEqual([])
    const id = await publish(one, { title: 'Fado by the sea' })
    await vi.waitFor(async () => expect(await shown()).toEqual(['Fado by the sea']))
    await call(one, 'DELETE', `/backoffice/events/${id}`, { token: await one.admin() })
    await vi.waitFor(async () => expect(await shown()).toEqual([]))
  })

  it('is heard of when it is a job, and not when it was rolled back', async () => {
    await one.db
      .transaction(async (tx) => {
        await tx.execute(sql`update change_counter set value = value`)
        throw new Error('rolled back')
      })
      .catch(() => undefined)
    await one.db.insert(jobs).values({
      id: randomUUID(),
      kind: 'mail',
      dedupeKey: 'heard',
      payload: {},
      runAt: new Date(),
      createdAt: new Date(),
    })
    await vi.waitFor(() => expect(received).toContain('jobs'))
    expect(received).not.toContain('programme')
  })

  it('while the connection was away counts as changed when it is back, and the log says both', async () => {
    await one.db.execute(
      sql`select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen %' and datname = current_database()`,
    )
    await vi.waitFor(() => expect(received).toEqual(expect.arrayContaining(['programme', 'jobs'])))
    expect(warnings).toEqual([expect.stringContaining('nor it what other servers write')])
    expect(await shown()).toEqual([])
    await publish(one, { title: 'Heard again' })
    await vi.waitFor(async () => expect(await shown()).toEqual(['Heard again']))
  })

  it('is not heard through a pooler that lends a connection for a transaction, and the log says so', async () => {
    const behind = new Pool({ ...one.pool.options, max: 1 })
    let listen: ((message: Notification) => void) | undefined
    const lent = {
      query: async (text: string, values?: string[]) => {
        const connection = await behind.connect()
        if (listen !== undefined) connection.on('notification', listen)
        await connection.query(text, values)
        connection.removeAllListeners('notification')
        connection.release()
      },
      on: (_event: string, listener: (message: Notification) => void) => void (listen = listener),
      once: () => undefined,
    }
    const channel = createChangeChannel(log, notify, SOON_MS)
    await channel.open(lent)
    await vi.waitFor(() => expect(warnings).toEqual([expect.stringContaining('session mode')]))
    expect(channel.isListening()).toBe(false)
    await behind.end()
  })
})

describe('the secrets of servers on one database', () => {
  const own = { JWT_SECRET: 'that of the first', VAPID_PRIVATE_KEY: 'a key' }
  const another = { ...own, JWT_SECRET: 'that of the second' }

  it('are the same while more than one runs, and may change when one starts alone', async () => {
    await agreeOnSecrets(one.db, own)
    await agreeOnSecrets(one.db, own)
    const second = await acquireServerLock(one.pool.options, log)
    await expect(agreeOnSecrets(one.db, another)).rejects.toThrow(OtherSecretsError)
    await expect(agreeOnSecrets(one.db, another)).rejects.toThrow(/^JWT_SECRET is not that of the servers/)
    await agreeOnSecrets(one.db, own)
    await second.release()
    await agreeOnSecrets(one.db, another)
  })

  it('are not stored', async () => {
    const { rows } = await one.db.execute(sql`select * from server_secrets`)
    expect(JSON.stringify(rows)).not.toContain('that of')
    expect(rows).toHaveLength(2)
  })
})
