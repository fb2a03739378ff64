import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { buildTestApp, type TestApp } from '@tests/support/server/app'
import { call, publish, titles } from '@tests/support/server/calls'
import { OtherSecretsError, agreeOnSecrets } from '@/server/platform/database/agree-on-secrets'
import { openChangeChannel, type Change, type ChangeChannel } from '@/server/platform/database/change-channel'
import { jobs } from '@/server/platform/database/schema'

let one: TestApp
let other: TestApp
let channel: ChangeChannel
let received: Change[] = []
let warnings: string[] = []
let listening: Client | undefined
const times = { retryMs: 1, echoMs: 50 }
const log = { info: () => {}, warn: (_fields: object, message: string) => void warnings.push(message) }

beforeAll(async () => {
  one = await buildTestApp()
  other = await buildTestApp({ beside: one })
  channel = await openChangeChannel(one.pool.options, {
    pool: one.pool,
    log,
    onConnected: async (client) => void (listening = client),
    times,
  })
  channel.subscribe((change) => {
    received.push(change)
    if (change === 'programme') other.clearCaches()
  })
})
afterEach(() => {
  received = []
  warnings = []
})
afterAll(async () => {
  await channel.close()
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
    expect(warnings).toEqual([expect.stringContaining('are not heard')])
    expect(await shown()).toEqual([])
    await publish(one, { title: 'Heard again' })
    await vi.waitFor(async () => expect(await shown()).toEqual(['Heard again']))
  })

  it('is heard again, by another connection, when the one that listened has gone deaf, and the log says so', async () => {
    await vi.waitFor(() => expect(channel.isListening()).toBe(true))
    const deaf = listening
    await deaf?.query('unlisten *')
    await vi.waitFor(() => expect(warnings).toEqual([expect.stringContaining('are not heard')]))
    await vi.waitFor(() => expect([channel.isListening(), listening === deaf]).toEqual([true, false]))
  })
})

it('servers on one database have the same secrets while more than one runs', async () => {
  const [first, second] = [await one.pool.connect(), await one.pool.connect()]
  const own = { JWT_SECRET: 'that of the first', VAPID_PRIVATE_KEY: 'a key' }
  const another = { ...own, VAPID_PRIVATE_KEY: 'another key' }
  await agreeOnSecrets(first, own)
  await agreeOnSecrets(second, own)
  await expect(agreeOnSecrets(second, another)).rejects.toThrow(OtherSecretsError)
  await expect(agreeOnSecrets(second, another)).rejects.toThrow(
    /^VAPID_PRIVATE_KEY is not that of the servers/,
  )
  for (const client of [first, second]) await client.query('select pg_advisory_unlock_all()')
  await agreeOnSecrets(second, another)
  for (const client of [first, second]) client.release(true)
})
