import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp } from '@tests/support/server/app'
import type { TestApp } from '@tests/support/server/app'
import { call } from '@tests/support/server/calls'
import type { CallOptions } from '@tests/support/server/calls'
import { agedFormToken } from '@tests/support/server/form-tokens'
import { submission } from '@tests/support/server/submissions'
import { usedTokens } from '@/server/platform/database/schema'
import { LIMITS } from '@/server/http/limits/limits'

let test: TestApp
let networks = 0
beforeAll(async () => {
  test = await buildTestApp({ limits: LIMITS })
})
// All limits have new windows.
beforeEach(() => test.clock.advance({ hours: 2 }))
afterAll(() => test.close())

/** A network of its own, with wider ones of its own. */
const nextNetwork = () => `10.${(networks += 1)}.0.1`

const LATER = {
  list: [{ start_time: '2026-12-20 19:00:00', end_time: '2026-12-20 22:00:00', is_all_day: false }],
}

const send = (remoteAddress: string, token?: string, options: CallOptions = {}) =>
  call(test, 'POST', '/events', {
    body: submission({ email: `${randomUUID()}@example.com`, timetable: LATER }),
    remoteAddress,
    ...(token === undefined ? {} : { headers: { 'form-token': token } }),
    ...options,
  })

/** How many of so many submissions one after the other were taken. */
async function taken(count: number, remoteAddress: string, token?: string): Promise<number> {
  let created = 0
  for (let number = 0; number < count; number += 1)
    if ((await send(remoteAddress, token)).status === 201) created += 1
  return created
}

describe('a form token', () => {
  it('is given to everybody, each another, and kept by no cache', async () => {
    const [one, other] = [await call(test, 'POST', '/form-tokens'), await call(test, 'POST', '/form-tokens')]
    expect(one.status).toBe(201)
    expect(one.headers['cache-control']).toBe('no-store')
    expect(one.data).toEqual({
      token: expect.any(String),
      expires_at: test.clock.nowMs() / 1000 + 14 * 86_400,
    })
    expect(other.data).not.toEqual(one.data)
  })

  it('lets ten submissions through; without one it is five an hour, and then 429 with Retry-After', async () => {
    expect(await taken(8, nextNetwork())).toBe(5)
    const network = nextNetwork()
    expect(await taken(18, network, await agedFormToken(test))).toBe(15)
    const refused = await send(network)
    expect(refused.error?.code).toBe('TOO_MANY_REQUESTS')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000)
    expect(await taken(10, network, await agedFormToken(test))).toBe(10)
  })

  it('counts as none when it is younger than a form takes to fill, forged, for something else, or too old', async () => {
    const token = await agedFormToken(test)
    const young = (await call(test, 'POST', '/form-tokens')).data as { token: string }
    const { token: access } = await test.signIn()
    for (const bad of [young.token, `${token.slice(0, -3)}AAA`, access, 'x', 'x'.repeat(5000)]) {
      const network = nextNetwork()
      expect(await taken(7, network, bad)).toBe(5)
    }
    test.clock.advance({ days: 15 })
    expect(await taken(7, nextNetwork(), token)).toBe(5)
  })

  it('is not used by a replay, nor by what is refused', async () => {
    const token = await agedFormToken(test)
    const network = nextNetwork()
    const key = randomUUID()
    const body = submission({ title: 'Sent again and again', timetable: LATER })
    for (let again = 0; again < 12; again += 1)
      expect((await send(network, token, { key, body })).status).toBe(201)
    for (let again = 0; again < 12; again += 1)
      expect((await send(network, token, { body: submission({ tag_keys: ['nowhere'] }) })).status).toBe(422)
    const [{ uses } = { uses: 0 }] = await test.db
      .select({ uses: usedTokens.uses })
      .from(usedTokens)
      .orderBy(sql`${usedTokens.expiresAt} desc`)
      .limit(1)
    expect(uses).toBe(1)
  })

  it('is good for ten of many at the same time', async () => {
    const token = await agedFormToken(test)
    const network = nextNetwork()
    const responses = await Promise.all(Array.from({ length: 30 }, () => send(network, token)))
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(15)
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201, 429]))
  })

  it('is not asked of an account, which has its own limit', async () => {
    const { token } = await test.signIn()
    const network = nextNetwork()
    for (let number = 0; number < 10; number += 1)
      expect((await send(network, undefined, { token })).status).toBe(201)
  })

  it('is for messages to the team, too', async () => {
    const message = (remoteAddress: string, headers: Record<string, string>) =>
      call(test, 'POST', '/contact-form', {
        body: {
          first_name: 'A',
          last_name: 'B',
          email: `${randomUUID()}@example.com`,
          topic: 'Other',
          message: 'Hello',
        },
        remoteAddress,
        headers,
      })
    const network = nextNetwork()
    const token = await agedFormToken(test)
    const statuses: number[] = []
    for (let number = 0; number < 8; number += 1)
      statuses.push((await message(network, number < 2 ? { 'form-token': token } : {})).status)
    expect(statuses).toEqual([201, 201, 201, 201, 201, 201, 201, 429])
  })

  it('leaves nothing behind once it has expired', async () => {
    await send(nextNetwork(), await agedFormToken(test))
    test.clock.advance({ days: 15 })
    await test.maintenance.run()
    expect(await test.db.select().from(usedTokens)).toEqual([])
  })
})
