import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { TEST_NOW, buildTestApp, type TestApp } from '@tests/support/server/app'
import { call } from '@tests/support/server/calls'
import { jpeg } from '@tests/support/server/images'
import { submission } from '@tests/support/server/submissions'
import { events } from '@/server/platform/database/schema'

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp({
    limits: [{ of: ['sendSupportMessage'], by: 'network', max: 3, windowMs: 3_600_000 }],
  })
})
afterEach(() => test.clock.set(TEST_NOW))
afterAll(() => test.close())

const send = (key: string, body: unknown, token?: string) =>
  call(test, 'POST', '/events', { key, body, ...(token === undefined ? {} : { token }) })

async function rows(title: string): Promise<number> {
  const [row] = await test.db
    .select({ count: sql<number>`count(*)::int` })
    .from(events)
    .where(sql`title = ${title}`)
  return row?.count ?? 0
}

describe('an Idempotency-Key', () => {
  it('replays the first response and stores one row', async () => {
    const key = randomUUID()
    const first = await send(key, submission({ title: 'Once only' }))
    const second = await send(key, submission({ title: 'Once only' }))
    expect(second.status).toBe(201)
    expect(second.data).toEqual(first.data)
    expect(await rows('Once only')).toBe(1)
  })

  it('is refused with other content, and the other content is not stored', async () => {
    const key = randomUUID()
    await send(key, submission({ title: 'Original' }))
    const response = await send(key, submission({ title: 'Forgery' }))
    expect([response.status, response.error?.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
    expect(await rows('Forgery')).toBe(0)
  })

  it('is refused under another account', async () => {
    const key = randomUUID()
    const { token } = await test.signIn()
    await send(key, submission({ title: 'Mine' }), token)
    const other = await test.signIn()
    expect((await send(key, submission({ title: 'Mine' }), other.token)).error?.code).toBe(
      'IDEMPOTENCY_KEY_REUSED',
    )
    expect((await send(key, submission({ title: 'Mine' }))).error?.code).toBe('IDEMPOTENCY_KEY_REUSED')
  })

  it('makes exactly one row of requests that arrive together', async () => {
    const key = randomUUID()
    const photo = (await jpeg('#5566ee')).toString('base64')
    const body = submission({ title: 'All at once', photo })
    const responses = await Promise.all(Array.from({ length: 8 }, () => send(key, body)))
    const accepted = responses.filter(({ status }) => status === 201)
    const others = responses.filter(({ status }) => status !== 201)
    expect(accepted.length).toBeGreaterThan(0)
    expect(new Set(accepted.map(({ data }) => (data as { id: string }).id)).size).toBe(1)
    for (const response of others) {
      expect(response.error?.code).toBe('REQUEST_IN_PROGRESS')
      expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
    }
    expect(await rows('All at once')).toBe(1)
    const files = (await readdir(join(test.dataDir, 'photos'))).filter((name) => name.endsWith('-full.jpg'))
    expect(files).toHaveLength(1)
    expect((await send(key, body)).data).toEqual(accepted[0]?.data)
  })

  it('stores nothing without its response, so that the same sent again is not there twice', async () => {
    const key = randomUUID()
    const body = submission({ title: 'Cut off' })
    await test.db.execute(sql`alter table idempotency_keys add constraint cut_off check (false) not valid`)
    expect((await send(key, body)).status).toBe(500)
    await test.db.execute(sql`alter table idempotency_keys drop constraint cut_off`)
    expect(await rows('Cut off')).toBe(0)
    expect((await send(key, body)).status).toBe(201)
    expect(await rows('Cut off')).toBe(1)
  })
})
