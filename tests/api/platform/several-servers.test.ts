import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { buildTestApp, type TestApp } from '@tests/support/server/app'
import { call, publish, titles } from '@tests/support/server/calls'
import { openChangeChannel, type Change } from '@/server/platform/database/change-channel'
import { jobs } from '@/server/platform/database/schema'

let one: TestApp
let other: TestApp
let close: () => Promise<void>
let received: Change[] = []
let warnings: string[] = []

beforeAll(async () => {
  one = await buildTestApp()
  other = await buildTestApp({ beside: one })
  close = await openChangeChannel(one.pool.options, {
    log: { warn: (_fields: object, message: string) => void warnings.push(message) },
    onChange(change) {
      received.push(change)
      if (change === 'programme') other.clearCaches()
    },
    retryMs: 1,
  })
})
afterEach(() => {
  received = []
  warnings = []
})
afterAll(async () => {
  await close()
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
    const job = { id: randomUUID(), kind: 'mail', dedupeKey: 'heard', payload: {} }
    await one.db.insert(jobs).values({ ...job, runAt: new Date(), createdAt: new Date() })
    await vi.waitFor(() => expect(received).toContain('jobs'))
    expect(received).not.toContain('programme')
  })

  it('while the connection was away counts as changed when it is back, and the log says so', async () => {
    await one.db.execute(
      sql`select pg_terminate_backend(pid) from pg_stat_activity where query ilike '%listen %' and datname = current_database() and pid <> pg_backend_pid()`,
    )
    await vi.waitFor(() => expect(received).toEqual(expect.arrayContaining(['programme', 'jobs'])))
    expect(warnings).toEqual([expect.stringContaining('are not heard')])
    await publish(one, { title: 'Heard again' })
    await vi.waitFor(async () => expect(await shown()).toEqual(['Heard again']))
  })
})
