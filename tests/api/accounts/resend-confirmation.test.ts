import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TEST_NOW, buildTestApp } from '@tests/support/server/app'
import type { TestApp } from '@tests/support/server/app'
import { call } from '@tests/support/server/calls'
import { mailedToken } from '@tests/support/server/links-in-mails'
import { jobs } from '@/server/platform/database/schema'
import { LIMITS } from '@/server/http/limits/limits'

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp()
})
beforeEach(async () => {
  test.clock.set(TEST_NOW)
  test.mails.sent.length = 0
  await test.db.delete(jobs)
})
afterAll(() => test.close())

const newAddress = () => `${randomUUID()}@example.com`
const post = (path: string, body: object) => call(test, 'POST', path, { body })
const resend = (secret: string) => post('/auth/register/resend', { registration_secret: secret })
const confirm = (token: string, secret: string) =>
  post('/auth/confirm-email', { token, registration_secret: secret })

async function register(email: string): Promise<string> {
  const body = { email, password: 'ribeira-dilhas-0712', name: 'Ana Ondas' }
  return ((await post('/auth/register', body)).data as { registration_secret: string }).registration_secret
}

async function subjectsTo(address: string): Promise<string[]> {
  await test.jobs.runDue()
  return test.mails.sent.filter(({ to }) => to === address).map(({ subject }) => subject)
}

describe('POST /auth/register/resend', () => {
  it('sends the mail of a registration again, whose link confirms it', async () => {
    const email = newAddress()
    const secret = await register(email)
    const lost = await mailedToken(test, email, 'confirm')
    test.clock.advance({ days: 1 })
    expect(await resend(secret)).toMatchObject({ status: 200, text: '{"data":{}}' })
    const found = await mailedToken(test, email, 'confirm')
    expect(found).not.toBe(lost)
    expect(await confirm(found, secret)).toMatchObject({ status: 200, data: {} })
  })

  it('enqueues one mail in ten minutes, however often it is asked for', async () => {
    const secret = await register(newAddress())
    const count = async () => (await test.db.select({ n: sql<number>`count(*)::int` }).from(jobs))[0]?.n
    await Promise.all([resend(secret), resend(secret), resend(secret)])
    expect(await count()).toBe(2)
    test.clock.advance({ minutes: 10 })
    await resend(secret)
    expect(await count()).toBe(3)
  })

  it('sends no more mails a day than anybody could cause by registering', async () => {
    const email = newAddress()
    const secret = await register(email)
    for (let round = 0; round < 5; round += 1) {
      await resend(secret)
      test.clock.advance({ minutes: 11 })
      await test.jobs.runDue()
    }
    expect(await subjectsTo(email)).toEqual(Array(2).fill('Confirm your email address'))
    // The third waits for the morning.
    test.clock.advance({ days: 1 })
    expect(await subjectsTo(email)).toHaveLength(3)
  })

  it('responds the same, with the same work, to a secret that is unknown or confirmed', async () => {
    const waiting = await register(newAddress())
    const email = newAddress()
    const confirmed = await register(email)
    await confirm(await mailedToken(test, email, 'confirm'), confirmed)
    const seen = []
    for (const secret of [waiting, confirmed, 'never was']) {
      const before = (await test.db.select().from(jobs)).length
      const { status, text, headers } = await resend(secret)
      const mails = (await test.db.select().from(jobs)).length - before
      seen.push({ status, text, headers: Object.keys(headers).toSorted(), mails })
    }
    expect(seen[0]).toMatchObject({ status: 200, mails: 1 })
    expect(seen[1]).toEqual(seen[0])
    expect(seen[2]).toEqual(seen[0])
    test.mails.sent.length = 0
    await test.jobs.runDue()
    expect(test.mails.sent.map(({ to }) => to)).not.toContain(email)
  })

  it('informs the owner of an address that has an account', async () => {
    const { email } = await test.signIn()
    const secret = await register(email)
    await resend(secret)
    expect(await subjectsTo(email)).toEqual(Array(2).fill('You already have an account'))
  })

  it('is for twenty mails an hour from one network', async () => {
    const limited = await buildTestApp({ limits: LIMITS })
    try {
      const body = { registration_secret: 'never was' }
      const statuses = []
      for (let number = 0; number < 21; number += 1)
        statuses.push((await call(limited, 'POST', '/auth/register/resend', { body })).status)
      expect(statuses.indexOf(429)).toBe(20)
    } finally {
      await limited.close()
    }
  })
})
