import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp } from '@tests/support/server/app'
import type { TestApp } from '@tests/support/server/app'
import { call } from '@tests/support/server/calls'
import { mailedToken } from '@tests/support/server/links-in-mails'
import type { Session } from '@/contract/accounts/auth'
import { registrations, users } from '@/server/platform/database/schema'

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp()
})
afterAll(() => test.close())

const OTHERS_PASSWORD = 'chosen-by-somebody-else'
const OWN = 'coxos-ao-amanhecer'

const newAddress = () => `${randomUUID()}@example.com`
const post = (path: string, body: object) => call(test, 'POST', path, { body })
const login = (email: string, password: string) => post('/auth/login', { email, password })

/** Registers an address, and returns the secret that only the registering client gets. */
async function register(email: string, password: string): Promise<string> {
  const { data } = await post('/auth/register', { email, password, name: 'Somebody' })
  return (data as { registration_secret: string }).registration_secret
}
const confirm = (token: string, secret?: string) =>
  post('/auth/confirm-email', { token, registration_secret: secret })

describe('an address that somebody else registered first', () => {
  it('is not opened with the other’s password by its owner’s click: the owner chooses one', async () => {
    const email = newAddress()
    await register(email, OTHERS_PASSWORD)
    const confirmed = await confirm(await mailedToken(test, email, 'confirm'))
    expect(confirmed.status).toBe(200)
    const { password_token: token } = confirmed.data as { password_token: string }
    expect((await login(email, OTHERS_PASSWORD)).error?.code).toBe('INVALID_CREDENTIALS')
    const reset = await post('/user/password/reset/confirm', { token, new_password: OWN })
    expect(reset.status).toBe(200)
    expect((await login(email, OWN)).status).toBe(200)
    expect((await post('/user/password/reset/confirm', { token, new_password: OWN })).status).toBe(404)
  })

  it('is not opened with it either by the secret of another registration', async () => {
    const email = newAddress()
    await register(email, OTHERS_PASSWORD)
    const link = await mailedToken(test, email, 'confirm')
    const secret = await register(email, OWN)
    expect((await confirm(link, secret)).data).toEqual({ password_token: expect.any(String) })
    for (const password of [OTHERS_PASSWORD, OWN])
      expect((await login(email, password)).error?.code).toBe('INVALID_CREDENTIALS')
  })

  it('was registered before there were secrets: what was chosen then does not count', async () => {
    const email = newAddress()
    const secret = await register(email, OTHERS_PASSWORD)
    await test.db.update(registrations).set({ clientSecretHash: null }).where(eq(registrations.email, email))
    const confirmed = await confirm(await mailedToken(test, email, 'confirm'), secret)
    expect(confirmed.data).toEqual({ password_token: expect.any(String) })
  })

  it('gives a token to choose a password that ends after an hour', async () => {
    const email = newAddress()
    await register(email, OTHERS_PASSWORD)
    const { data } = await confirm(await mailedToken(test, email, 'confirm'))
    const { password_token: token } = data as { password_token: string }
    test.clock.advance({ hours: 1, seconds: 1 })
    expect((await post('/user/password/reset/validate-token', { token })).data).toEqual({ valid: false })
  })
})

describe('an address that its owner registered', () => {
  it('is opened with the password chosen then, by the client that chose it', async () => {
    const email = newAddress()
    const secret = await register(email, OWN)
    expect((await login(email, OWN)).error?.code).toBe('EMAIL_NOT_CONFIRMED')
    const confirmed = await confirm(await mailedToken(test, email, 'confirm'), secret)
    expect([confirmed.status, confirmed.text]).toEqual([200, '{"data":{}}'])
    expect(((await login(email, OWN)).data as Session).user.email).toBe(email)
  })

  it('leaves the secret nowhere', async () => {
    const email = newAddress()
    const secret = await register(email, OWN)
    const [stored] = await test.db.select().from(registrations).where(eq(registrations.email, email))
    expect(stored?.clientSecretHash).toEqual(expect.any(String))
    expect(JSON.stringify(stored)).not.toContain(secret)
  })

  it('is opened once by clicks of several clients at the same moment', async () => {
    const email = newAddress()
    const secret = await register(email, OWN)
    const link = await mailedToken(test, email, 'confirm')
    const responses = await Promise.all([confirm(link, secret), confirm(link), confirm(link, 'wrong')])
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 404, 404])
    expect(await test.db.select().from(users).where(eq(users.email, email))).toHaveLength(1)
  })
})
