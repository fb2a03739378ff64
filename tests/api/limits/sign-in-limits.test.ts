import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp } from '@tests/support/server/app'
import type { SignedIn, TestApp } from '@tests/support/server/app'
import { call } from '@tests/support/server/calls'
import { solved } from '@tests/support/server/proofs'
import { LIMITS } from '@/server/http/limits/limits'

/** A tenth of what an account may be tried from everywhere: each try costs time on purpose. */
const FEWER = LIMITS.login?.map((limit) => (limit.by === 'email' ? { ...limit, max: 11 } : limit)) ?? []

let test: TestApp
const pauses: number[] = []
let owner: SignedIn
let networks = 0

beforeAll(async () => {
  test = await buildTestApp({
    limits: { ...LIMITS, login: FEWER },
    pause: async (ms) => void pauses.push(ms),
  })
})
beforeEach(async () => {
  pauses.length = 0
  test.clock.advance({ hours: 1 })
  owner = await test.signIn({ role: 'ADMIN' })
  // The counts of signing in end here.
  test.clock.advance({ hours: 1 })
})
afterAll(() => test.close())

/** A network of its own, with wider ones of its own. */
const nextNetwork = () => `10.${(networks += 1)}.0.1`

/** Networks of one customer of a provider. */
const inOneSite = (number: number) => `2001:db8:7:${number.toString(16)}::1`

interface Attempt {
  email?: string
  password?: string
  from?: string
  headers?: Record<string, string>
}

const logIn = ({ email = owner.email, password = 'a guess', from = nextNetwork(), headers = {} }: Attempt) =>
  call(test, 'POST', '/auth/login', { body: { email, password }, remoteAddress: from, headers })

/** Logs in with the proof of work, when the server asks for it. */
async function persistentLogIn(attempt: Attempt) {
  const from = attempt.from ?? nextNetwork()
  const first = await logIn({ ...attempt, from })
  if (first.error?.code !== 'PROOF_REQUIRED') return first
  return logIn({ ...attempt, from, headers: { ...attempt.headers, ...(await solved(first.error)) } })
}

/** Anonymous clients guess from so many networks, ten times from each. */
async function besiege(count: number): Promise<void> {
  for (let network = 0; network < count; network += 1) {
    const from = nextNetwork()
    for (let guess = 0; guess < 10; guess += 1) await logIn({ from })
  }
}

/** The cookie that the browser sends back. */
async function deviceCookie(from = nextNetwork(), headers: Record<string, string> = {}): Promise<string> {
  const response = await persistentLogIn({ password: owner.password, from, headers })
  expect(response.status).toBe(200)
  return (response.headers['set-cookie'] ?? '').split(';')[0] ?? ''
}

describe('guessing the password of an account', () => {
  it('from one network takes a proof of work after ten times, and its owner elsewhere notices nothing', async () => {
    const from = nextNetwork()
    for (let number = 1; number <= 10; number += 1) expect((await logIn({ from })).status).toBe(401)
    const response = await logIn({ from })
    expect([response.status, response.error?.code]).toEqual([429, 'PROOF_REQUIRED'])
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
    expect((await logIn({ password: owner.password })).status).toBe(200)
  })

  it('is counted for one address, however many invisible characters are in it', async () => {
    const from = nextNetwork()
    const codes = []
    for (let guess = 0; guess < 11; guess += 1)
      codes.push((await logIn({ from, email: '\u200B'.repeat(guess) + owner.email })).error?.code)
    expect(codes.filter((code) => code === 'INVALID_CREDENTIALS')).toHaveLength(10)
    expect(codes.at(-1)).toBe('PROOF_REQUIRED')
  })

  it('from many networks takes a proof of work, but never shuts its owner out: neither on a known device …', async () => {
    const cookie = await deviceCookie()
    await besiege(2)
    expect((await logIn({ password: owner.password })).error?.code).toBe('PROOF_REQUIRED')
    const response = await logIn({ password: owner.password, headers: { cookie } })
    expect(response.status).toBe(200)
    expect(pauses).toEqual([])
  })

  it('… nor on a new one, which works for a moment and waits a little', async () => {
    await besiege(2)
    const response = await persistentLogIn({ password: owner.password })
    expect(response.status).toBe(200)
    expect(pauses).toEqual([20])
  })

  it('gets harder and slower the more is guessed', async () => {
    await besiege(2)
    const costs: number[] = []
    for (let guess = 0; guess < 12; guess += 1) {
      const from = nextNetwork()
      const { error } = await logIn({ from })
      costs.push(error?.challenge?.parameters.cost ?? 0)
      await logIn({ from, headers: await solved(error) })
    }
    expect([costs[0], costs.at(-1)]).toEqual([1000, 2000])
    expect(pauses).toEqual(Array.from({ length: 12 }, (_, guess) => (guess + 1) * 20))
  })

  it('of many accounts from one network ends with 429, but not for a device that signed in there before', async () => {
    const from = nextNetwork()
    const cookie = await deviceCookie(from)
    const statuses: number[] = []
    for (let number = 0; number < 31; number += 1)
      statuses.push((await logIn({ email: `${randomUUID()}@example.com`, from })).status)
    expect(statuses.indexOf(429)).toBe(29)
    expect((await logIn({ password: owner.password, from })).error?.code).toBe('TOO_MANY_REQUESTS')
    expect((await logIn({ password: owner.password, from, headers: { cookie } })).status).toBe(200)
  })

  it('from a whole provider takes a proof of work and refuses nobody', async () => {
    await Promise.all(
      Array.from({ length: 120 }, (_, number) =>
        logIn({ email: `${randomUUID()}@example.com`, from: inOneSite(number) }),
      ),
    )
    const email = `${randomUUID()}@example.com`
    const response = await persistentLogIn({ email, from: inOneSite(900) })
    expect(response.error?.code).toBe('INVALID_CREDENTIALS')
    expect((await logIn({ email, from: inOneSite(901) })).error?.code).toBe('PROOF_REQUIRED')
  })
})

describe('a proof of work', () => {
  it('is good once, for this account, and for twenty minutes', async () => {
    const from = nextNetwork()
    for (let number = 0; number < 10; number += 1) await logIn({ from })
    const headers = await solved((await logIn({ from })).error)
    const other = await test.signIn()
    for (let number = 0; number < 10; number += 1) await logIn({ email: other.email, from: nextNetwork() })
    expect((await logIn({ from, headers })).error?.code).toBe('INVALID_CREDENTIALS')
    expect((await logIn({ from, headers })).error?.code).toBe('PROOF_REQUIRED')
    const late = await solved((await logIn({ from })).error)
    test.clock.advance({ minutes: 20, seconds: 1 })
    // The window of the limit has ended, too.
    for (let number = 0; number < 10; number += 1) await logIn({ from })
    expect((await logIn({ from, headers: late })).error?.code).toBe('PROOF_REQUIRED')
  })

  it('is verified: neither a made-up solution nor a challenge of one’s own counts', async () => {
    const from = nextNetwork()
    for (let number = 0; number < 10; number += 1) await logIn({ from })
    const { challenge } = (await logIn({ from })).error ?? {}
    const forge = (change: object, counter: number) =>
      Buffer.from(
        JSON.stringify({
          challenge: { ...challenge, parameters: { ...challenge?.parameters, ...change } },
          solution: { counter, derivedKey: '00'.repeat(32) },
        }),
      ).toString('base64url')
    const forged = [
      forge({}, 1),
      forge({ cost: 1 }, 1),
      forge({ keyPrefix: '' }, 0),
      'x',
      'e30',
      'x'.repeat(9000),
    ]
    for (const proof of forged)
      expect((await logIn({ from, headers: { 'proof-of-work': proof } })).error?.code).toBe('PROOF_REQUIRED')
  })
})

describe('a device cookie', () => {
  it('is out of reach of scripts and other sites, and over https of this host alone', async () => {
    const { headers } = await logIn({ password: owner.password })
    expect(headers['set-cookie']).toMatch(
      /^device=[^;]+; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Strict$/,
    )
    const secure = await buildTestApp({ config: { publicOrigin: 'https://guide.example' } })
    const { email, password } = await secure.signIn()
    const response = await call(secure, 'POST', '/auth/login', { body: { email, password } })
    expect(response.headers['set-cookie']).toMatch(
      /^__Host-device=[^;]+; .*; HttpOnly; Secure; SameSite=Strict$/,
    )
    await secure.close()
  })

  it('says nothing of the account, and is nothing without its signature or for another account', async () => {
    const cookie = await deviceCookie()
    expect(decodeURIComponent(cookie)).not.toContain(owner.email.split('@')[0])
    const another = await test.signIn()
    await besiege(2)
    const asIfKnown = (header: string) => logIn({ headers: { cookie: header } })
    expect((await asIfKnown(cookie)).error?.code).toBe('INVALID_CREDENTIALS')
    expect((await asIfKnown(`${cookie.slice(0, -4)}AAAA`)).error?.code).toBe('PROOF_REQUIRED')
    const response = await logIn({ email: another.email, password: another.password })
    const othersCookie = (response.headers['set-cookie'] ?? '').split(';')[0] ?? ''
    expect((await asIfKnown(othersCookie)).error?.code).toBe('PROOF_REQUIRED')
  })

  it('remembers the accounts of a shared computer', async () => {
    const other = await test.signIn()
    const first = await deviceCookie()
    const response = await logIn({ email: other.email, password: other.password, headers: { cookie: first } })
    const cookie = (response.headers['set-cookie'] ?? '').split(';')[0] ?? ''
    await besiege(2)
    expect((await logIn({ headers: { cookie } })).error?.code).toBe('INVALID_CREDENTIALS')
  })

  it('that somebody has stolen lets them guess ten times, and then takes a proof of work', async () => {
    const cookie = await deviceCookie()
    test.clock.advance({ hours: 1 })
    for (let number = 0; number < 10; number += 1)
      expect((await logIn({ headers: { cookie } })).status).toBe(401)
    expect((await logIn({ headers: { cookie } })).error?.code).toBe('PROOF_REQUIRED')
    expect((await logIn({ password: owner.password })).status).toBe(200)
  })

  it('is over after 180 days', async () => {
    const cookie = await deviceCookie()
    test.clock.advance({ days: 181 })
    await besiege(2)
    expect((await logIn({ headers: { cookie } })).error?.code).toBe('PROOF_REQUIRED')
  })
})

describe('a new password', () => {
  it('can be asked for by the owner, whatever others ask for, and the mails stay few', async () => {
    const requestReset = (from: string, headers: Record<string, string> = {}) =>
      call(test, 'POST', '/user/password/reset', {
        body: { email: owner.email },
        remoteAddress: from,
        headers,
      })
    const statuses: number[] = []
    for (let attempt = 0; attempt < 8; attempt += 1) statuses.push((await requestReset(nextNetwork())).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429])
    const from = nextNetwork()
    const challenged = await requestReset(from)
    expect(challenged.error?.code).toBe('PROOF_REQUIRED')
    expect((await requestReset(from, await solved(challenged.error))).status).toBe(200)
    expect((await requestReset(nextNetwork(), { cookie: await deviceCookie() })).status).toBe(200)
    await test.jobs.runDue()
    // One of others, and one of a device that is the owner's.
    expect(test.mails.sent.filter(({ to }) => to === owner.email)).toHaveLength(2)
  })
})
