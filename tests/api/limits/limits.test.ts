import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp } from '@tests/support/server/app'
import type { TestApp } from '@tests/support/server/app'
import { update } from '@tests/support/server/back-office'
import { call, publish } from '@tests/support/server/calls'
import { agedFormToken } from '@tests/support/server/form-tokens'
import { solved } from '@tests/support/server/proofs'
import { submission } from '@tests/support/server/submissions'
import { LIMITS } from '@/server/http/limits/limits'
import type { Limit } from '@/server/http/limits/limits'

const HOUR_MS = 3_600_000

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp({ limits: LIMITS })
})
// All limits have new windows.
beforeEach(() => test.clock.advance({ hours: 2 }))
afterAll(() => test.close())

interface Writer {
  from: string
  headers?: Record<string, string>
  token?: string
}

const send = ({ from, ...options }: Writer, on: TestApp = test) =>
  call(on, 'POST', '/events', {
    body: submission({ email: `${randomUUID()}@example.com` }),
    remoteAddress: from,
    ...options,
  })

const claiming = (address: string, on: TestApp, path = '/contact-form') =>
  call(on, 'POST', path, {
    body: {
      first_name: 'A',
      last_name: 'B',
      email: `${randomUUID()}@example.com`,
      topic: 'Other',
      message: 'Hi',
    },
    headers: { 'x-forwarded-for': address },
    remoteAddress: '198.51.100.30',
  })

/** A server with one limit, for messages to the team. */
async function withLimit(limit: Limit, trustProxy: false | number | string = false): Promise<TestApp> {
  return buildTestApp({ limits: { sendSupportMessage: [limit] }, config: { trustProxy } })
}

/** How many of these were taken. */
function taken(responses: readonly { status: number }[]): number {
  return responses.filter(({ status }) => status === 201).length
}

async function oneByOne<T>(count: number, make: (number: number) => Promise<T>): Promise<T[]> {
  const made: T[] = []
  for (let number = 0; number < count; number += 1) made.push(await make(number))
  return made
}

describe('limits', () => {
  it('count submissions of an account over all its addresses', async () => {
    const { token } = await test.signIn()
    const from = (number: number) => send({ from: `192.0.${number}.1`, token })
    expect(taken(await oneByOne(31, from))).toBe(30)
  })

  it('say when their window ends, and end with it', async () => {
    const on = await withLimit({ by: 'network', max: 1, windowMs: HOUR_MS })
    await claiming('', on)
    on.clock.advance({ minutes: 40 })
    const { error, headers } = await claiming('', on)
    expect([error?.code, headers['retry-after']]).toEqual(['TOO_MANY_REQUESTS', '1200'])
    on.clock.advance({ minutes: 20 })
    expect((await claiming('', on)).status).toBe(201)
    await on.close()
  })

  it('leave reading alone', async () => {
    for (let number = 0; number < 200; number += 1)
      expect((await call(test, 'GET', '/events')).status).toBe(200)
  })

  it('do not let a flood at the same time slip through', async () => {
    const on = await withLimit({ by: 'network', max: 3, windowMs: HOUR_MS })
    const responses = await Promise.all(Array.from({ length: 40 }, () => claiming('10.0.0.1', on)))
    expect(taken(responses)).toBe(3)
    await on.close()
  })
})

describe('the organiser’s link', () => {
  const { photo: _, ...content } = update()
  it.each([
    ['POST', 120, {}],
    ['PUT', 30, { ...content, revision: 2 }],
  ] as const)('is neither guessed by a script nor used for a flood: %s', async (method, max, body) => {
    const id = await publish(test)
    const guess = (number: number) =>
      call(test, method, `/events/${id}/manage`, {
        key: randomUUID(),
        body: { ...body, token: `guess ${number}` },
        remoteAddress: '198.51.100.77',
      })
    const statuses = (await oneByOne(max + 1, guess)).map(({ status }) => status)
    expect(new Set(statuses.slice(0, -1))).toEqual(new Set([404]))
    expect(statuses.at(-1)).toBe(429)
  })
})

describe('what does not count', () => {
  it('is a write of which nothing was stored, through no fault of its sender', async () => {
    const on = await withLimit({ by: 'network', max: 2, windowMs: HOUR_MS })
    await on.db.execute(sql`alter table contact_forms rename to gone`)
    const failed = await oneByOne(5, () => claiming('', on))
    expect(failed.every(({ status }) => status >= 500)).toBe(true)
    await on.db.execute(sql`alter table gone rename to contact_forms`)
    expect(taken(await oneByOne(4, () => claiming('', on)))).toBe(2)
    await on.close()
  })

  it('is a registration or another mail that we failed to store', async () => {
    const limit = { by: 'network', max: 1, windowMs: HOUR_MS } as const
    const on = await buildTestApp({ limits: { register: [limit], requestPasswordReset: [limit] } })
    const email = `${randomUUID()}@example.com`
    const register = { email, password: 'ribeira-dilhas-0712', name: 'Ana Ondas' }
    const bodies = { '/auth/register': register, '/user/password/reset': { email } }
    const statusesOf = async () => {
      const statuses: number[] = []
      for (const [path, body] of Object.entries(bodies))
        for (let time = 0; time < 2; time += 1) statuses.push((await call(on, 'POST', path, { body })).status)
      return statuses
    }
    await on.db.execute(sql`alter table jobs rename to gone`)
    expect(await statusesOf()).toEqual([500, 500, 500, 500])
    await on.db.execute(sql`alter table gone rename to jobs`)
    expect(await statusesOf()).toEqual([201, 429, 200, 429])
    await on.close()
  })

  it('is a good refresh token, however many unknown ones its neighbours send', async () => {
    const { refreshToken } = await test.signIn()
    const refresh = (token: string) =>
      call(test, 'POST', '/auth/refresh', { body: { refresh_token: token }, remoteAddress: '192.0.2.77' })
    const garbage = await oneByOne(121, (number) => refresh(`garbage ${number}`))
    expect(new Set(garbage.slice(0, 120).map(({ status }) => status))).toEqual(new Set([401]))
    expect(garbage.at(-1)?.status).toBe(429)
    expect((await refresh(refreshToken)).status).toBe(200)
  })
})

describe('moving about in a wide network', () => {
  it('over the /64s of one /48 meets a limit of four networks', async () => {
    const responses = await oneByOne(30, (number) => send({ from: `2001:db8:1:${number.toString(16)}::1` }))
    expect(taken(responses)).toBe(20)
    expect(responses.at(-1)?.error?.code).toBe('TOO_MANY_REQUESTS')
  })

  it('over a /24 likewise, and leaves other networks alone', async () => {
    const responses = await oneByOne(30, (number) => send({ from: `203.0.113.${number}` }))
    expect(taken(responses)).toBe(20)
    expect((await send({ from: '203.0.114.1' })).status).toBe(201)
  })

  it('over the /48s of one provider costs work, and refuses nobody else there', async () => {
    const on = await withLimit(
      {
        by: 'network',
        max: 1,
        windowMs: HOUR_MS,
        beyondWider: ['refuse', 'proof'],
      },
      1,
    )
    const from = (number: number) => claiming(`2001:db8:${number.toString(16)}::1`, on)
    const responses = await oneByOne(21, from)
    expect(taken(responses)).toBe(20)
    expect(responses.at(-1)?.error?.code).toBe('PROOF_REQUIRED')
    await on.close()
  })
})

describe('the address of a client', () => {
  it('is not what the client claims', async () => {
    const on = await withLimit({ by: 'network', max: 3, windowMs: HOUR_MS })
    expect(taken(await oneByOne(6, (number) => claiming(`10.0.${number}.1`, on)))).toBe(3)
    await on.close()
  })

  it.each([
    ['one proxy', 1, (number: number) => `10.0.${number}.1, 203.0.113.9`],
    ['two proxies', 2, (number: number) => `10.0.${number}.1, 203.0.113.9, 10.9.9.9`],
    [
      'named proxies',
      '198.51.100.0/24, 10.9.9.9',
      (number: number) => `10.0.${number}.1, 203.0.113.9, 10.9.9.9`,
    ],
    ['its port', 1, (number: number) => `203.0.113.9:${1000 + number}`],
    ['its port in brackets', 1, (number: number) => `[2001:db8::9]:${1000 + number}`],
    ['another notation', 1, (number: number) => (number % 2 === 0 ? '203.0.113.9' : '::ffff:203.0.113.9')],
  ])('is the one that our own proxy has written: %s', async (_name, trustProxy, header) => {
    const on = await withLimit({ by: 'network', max: 3, windowMs: HOUR_MS }, trustProxy)
    expect(taken(await oneByOne(6, (number) => claiming(header(number), on)))).toBe(3)
    await on.close()
  })

  it.each(['unknown', '_hidden', '1.2.3', 'x'.repeat(3000), '1.2.3.4:port', '[::1', '203.0.113.9, '])(
    'that is none is refused: %j',
    async (header) => {
      const on = await withLimit({ by: 'network', max: 1, windowMs: HOUR_MS }, 1)
      const responses = await oneByOne(3, () => claiming(header, on))
      const codes = responses.map(({ status, error }) => error?.code ?? status)
      expect(codes).toEqual(
        header.startsWith('203')
          ? [201, 'TOO_MANY_REQUESTS', 'TOO_MANY_REQUESTS']
          : ['MALFORMED_REQUEST', 'MALFORMED_REQUEST', 'MALFORMED_REQUEST'],
      )
      expect((await claiming('203.0.113.77', on)).status).toBe(201)
      await on.close()
    },
  )
})

const message = (on: TestApp, headers: Record<string, string> = {}) =>
  call(on, 'POST', '/contact-form', {
    body: { first_name: 'A', last_name: 'B', email: 'a@example.com', topic: 'Other', message: 'Hi' },
    headers,
  })

describe('all visitors together', () => {
  it('have to work for a write beyond the first limit, but not on a device that is known for longer', async () => {
    const on = await withLimit({
      by: 'everyone',
      of: 'newcomers',
      max: 2,
      windowMs: HOUR_MS,
      beyond: 'proof',
    })
    const known = await agedFormToken(on)
    on.clock.advance({ hours: 2 })
    const young = await agedFormToken(on)
    expect(taken(await oneByOne(4, () => message(on, { 'form-token': young })))).toBe(2)
    const { status, error, headers } = await message(on)
    expect([status, error?.code, headers['retry-after']]).toEqual([429, 'PROOF_REQUIRED', '60'])
    expect((await message(on, { 'form-token': known })).status).toBe(201)
    const proof = await solved(error)
    const both = await Promise.all([message(on, proof), message(on, proof)])
    expect(both.map((one) => one.error?.code ?? one.status).toSorted()).toEqual([201, 'PROOF_REQUIRED'])
    await on.close()
  })

  it('are refused beyond the last limit, accounts are not', async () => {
    const limit = { by: 'everyone', of: 'visitors', max: 2, windowMs: HOUR_MS } as const
    const on = await buildTestApp({ limits: { submitEvent: [limit] } })
    expect(taken(await oneByOne(4, (number) => send({ from: `10.${number}.0.1` }, on)))).toBe(2)
    const { token } = await on.signIn()
    expect((await send({ from: '10.5.0.1', token }, on)).status).toBe(201)
    await on.close()
  })
})
