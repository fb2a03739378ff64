import { randomBytes, randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENDPOINTS } from '@/contract/endpoints'
import type { Endpoint } from '@/contract/endpoint'
import { LIMITS, type Limit } from '@/server/http/limits/limits'
import { buildTestApp, type TestApp } from '@tests/support/server/app'
import { call, publish, type ApiResponse } from '@tests/support/server/calls'
import { submission } from '@tests/support/server/submissions'

const HOUR_MS = 3_600_000

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp({ limits: LIMITS })
})
// All limits have new windows.
beforeEach(() => test.clock.advance({ hours: 2 }))
afterAll(() => test.close())

const submitFrom = (from: string, token?: string) =>
  call(test, 'POST', '/events', {
    body: submission({ email: `${randomUUID()}@example.com` }),
    remoteAddress: from,
    ...(token !== undefined && { token }),
  })

const messages = (max: number): Limit[] => [
  { of: ['sendSupportMessage'], by: 'caller', max, windowMs: HOUR_MS },
]

const sendMessage = (on: TestApp, forwardedFor = '') =>
  call(on, 'POST', '/contact-form', {
    body: { first_name: 'A', last_name: 'B', email: 'a@example.com', topic: 'Other', message: 'Hi' },
    headers: { 'x-forwarded-for': forwardedFor },
    remoteAddress: '198.51.100.30',
  })

async function oneByOne<T>(count: number, make: (number: number) => Promise<T>): Promise<T[]> {
  const made: T[] = []
  for (let number = 0; number < count; number += 1) made.push(await make(number))
  return made
}

/** How many of these were taken. */
function taken(responses: readonly ApiResponse[]): number {
  return responses.filter(({ status }) => status < 300).length
}

const told = ({ status, text }: ApiResponse) => `${status} ${text.replace(/"request_id":"[^"]*"/, '')}`

const anywhere = () => `2001:db8:1:${randomBytes(2).toString('hex')}::${randomBytes(2).toString('hex')}`

const logIn = (email: string, password: string, from: string) =>
  call(test, 'POST', '/auth/login', { body: { email, password }, remoteAddress: from })

describe('the table of limits', () => {
  it('has all calls but reads for everybody, the back office, and a few that cost the caller’s own rows', () => {
    const limited = new Set<string>(LIMITS.flatMap(({ of }) => of))
    const counted = Object.entries(ENDPOINTS as Record<string, Endpoint>).filter(
      ([, { method, auth, permission }]) =>
        (method !== 'GET' || auth === 'required') && permission !== 'back-office.use',
    )
    expect(
      counted
        .map(([name]) => name)
        .filter((name) => !limited.has(name))
        .toSorted(),
    ).toEqual([
      'endSession',
      'getOwnEvent',
      'getProfile',
      'getSecondFactor',
      'listOwnEvents',
      'listSessions',
      'logout',
      'updateProfile',
    ])
  })
})

describe('limits', () => {
  it('count an account over all its addresses, and apart from its network', async () => {
    const { token } = await test.signIn()
    const responses = await oneByOne(41, (number) => submitFrom(`192.0.${number}.1`, token))
    expect(taken(responses)).toBe(40)
    expect((await submitFrom('192.0.0.1')).status).toBe(201)
  })

  it('say when their window ends, and end with it', async () => {
    const on = await buildTestApp({ limits: messages(1) })
    await sendMessage(on)
    on.clock.advance({ minutes: 40 })
    const { error, headers } = await sendMessage(on)
    expect([error?.code, headers['retry-after']]).toEqual(['TOO_MANY_REQUESTS', '1200'])
    on.clock.advance({ minutes: 20 })
    expect((await sendMessage(on)).status).toBe(201)
    await on.close()
  })

  it('let none of many at the same time slip through', async () => {
    const on = await buildTestApp({ limits: messages(3) })
    expect(taken(await Promise.all(Array.from({ length: 40 }, () => sendMessage(on))))).toBe(3)
    await on.close()
  })
})

describe('whoever guesses an organiser’s link', () => {
  it('learns nothing from 120 tries an hour, and the organiser elsewhere is let in', async () => {
    const published = await publish(test)
    const guess = (number: number) =>
      call(test, 'POST', `/events/${number % 2 === 0 ? published : randomUUID()}/manage`, {
        body: { token: number % 3 === 0 ? 'x' : randomBytes(32).toString('base64url') },
        remoteAddress: '198.51.100.77',
      })
    const responses = await oneByOne(121, guess)
    expect(responses.at(-1)?.status).toBe(429)
    // An event that is there and one that is not are the same to them.
    expect(new Set(responses.slice(0, -1).map(told)).size).toBe(1)
    expect(responses[0]?.status).toBe(404)
  })
})

describe('what a caller is counted by', () => {
  it('is the /48 of an IPv6 address: who moves about in it gains nothing', async () => {
    expect(taken(await oneByOne(45, () => submitFrom(anywhere())))).toBe(40)
    expect((await submitFrom('2001:db8:2::1')).status).toBe(201)
  })

  it('is not what the client claims', async () => {
    const on = await buildTestApp({ limits: messages(3) })
    expect(taken(await oneByOne(6, (number) => sendMessage(on, `10.0.${number}.1`)))).toBe(3)
    await on.close()
  })

  it.each([
    ['one proxy', 1, (number: number) => `10.0.${number}.1, 203.0.113.9`],
    ['two proxies', 2, (number: number) => `10.0.${number}.1, 203.0.113.9, 10.9.9.9`],
    [
      'named ones',
      '198.51.100.0/24, 10.9.9.9',
      (number: number) => `10.0.${number}.1, 203.0.113.9, 10.9.9.9`,
    ],
    ['its port', 1, (number: number) => `203.0.113.9:${1000 + number}`],
  ])('is the address that our own proxy has written: %s', async (_name, trustProxy, header) => {
    const on = await buildTestApp({ limits: messages(3), config: { trustProxy } })
    expect(taken(await oneByOne(6, (number) => sendMessage(on, header(number))))).toBe(3)
    await on.close()
  })

  it('is one for all who forward nonsense', async () => {
    const on = await buildTestApp({ limits: messages(1), config: { trustProxy: 1 } })
    const headers = ['unknown', 'x'.repeat(3000), '1.2.3.4:port']
    expect(taken(await oneByOne(3, (number) => sendMessage(on, headers[number])))).toBe(1)
    await on.close()
  })
})

describe('guessing the password of an account', () => {
  it('ends after ten tries from a network, and 30 elsewhere change nothing for the owner', async () => {
    const owner = await test.signIn()
    const guess = (number: number) => logIn(owner.email, 'a guess', `10.0.${Math.floor(number / 10)}.1`)
    expect(new Set((await oneByOne(30, guess)).map(({ status }) => status))).toEqual(new Set([401]))
    const { status, headers } = await logIn(owner.email, owner.password, '10.0.2.1')
    expect([status, headers['retry-after']]).toEqual([429, '900'])
    expect((await logIn(owner.email, owner.password, '192.0.2.1')).status).toBe(200)
  })

  it('is counted for one address, however many invisible characters are in it', async () => {
    const { email } = await test.signIn()
    const responses = await oneByOne(11, (number) =>
      logIn('\u200B'.repeat(number) + email, 'guess', '10.1.0.1'),
    )
    expect(responses.map(({ status }) => status).lastIndexOf(401)).toBe(9)
    expect(responses.at(-1)?.status).toBe(429)
  })

  it('of many accounts ends after thirty tries from a network', async () => {
    const responses = await oneByOne(31, (number) => logIn(`${number}@example.com`, 'guess', '10.2.0.1'))
    expect(responses.map(({ status }) => status).indexOf(429)).toBe(30)
  })
})

describe('responses that are computed for one caller alone', () => {
  it('are bounded for a network; cached ones are not, and other networks notice nothing', async () => {
    const on = await buildTestApp({ limits: LIMITS, config: { trustProxy: 1 } })
    await on.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = on.app.server.address() as AddressInfo
    // Over a socket: a call in process is a part of a page, which has counted.
    const get = (path: string, from: string) =>
      fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'x-forwarded-for': from } })
    const flood = await oneByOne(60, (number) => get(`/api/v1/events?page=${number + 2}`, '2001:db8:9::1'))
    expect(flood.filter(({ status }) => status === 200)).toHaveLength(40)
    const refused = await get('/events.ics?tags=surf', '2001:db8:9:7::1')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10'])
    expect((await get('/api/v1/events?page=2', '2001:db8:9::1')).status).toBe(200)
    expect((await get('/events.ics?tags=surf', '2001:db8:10::1')).status).toBe(200)
    await on.close()
  })
})
