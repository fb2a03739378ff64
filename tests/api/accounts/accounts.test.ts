import { randomUUID } from 'node:crypto'
import argon2 from '@node-rs/argon2'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { TEST_NOW, buildTestApp, type TestApp } from '@tests/support/server/app'
import { call } from '@tests/support/server/calls'
import { mailedToken } from '@tests/support/server/links-in-mails'
import type { Session } from '@/contract/accounts/auth'
import { jobs, mailTokens, registrations, users } from '@/server/platform/database/schema'
import { linkTokenHash } from '@/server/jobs/mails/link-tokens'

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp()
})
beforeEach(() => {
  test.clock.set(TEST_NOW)
  // The real thing, counted.
  vi.spyOn(argon2, 'hash')
  vi.spyOn(argon2, 'verify')
})
afterAll(() => test.close())

const PASSWORD = 'ribeira-dilhas-0712'
const OTHER_PASSWORD = 'coxos-ao-amanhecer'

const newAddress = () => `${randomUUID()}@example.com`
const post = (path: string, body: object, headers?: Record<string, string>) =>
  call(test, 'POST', path, { body, ...(headers && { headers }) })
const register = (email: string, password = PASSWORD, name = 'Ana Ondas') =>
  post('/auth/register', { email, password, name })
const login = (email: string, password = PASSWORD) => post('/auth/login', { email, password })
const confirm = (token: string, password?: string) => post('/auth/confirm-email', { token, password })
const requestReset = (email: string) => post('/user/password/reset', { email })
const isValid = async (token: string) =>
  ((await post('/user/password/reset/validate-token', { token })).data as { valid: boolean }).valid
const reset = (token: string, password: string) =>
  post('/user/password/reset/confirm', { token, new_password: password })
const statusOfProfile = async (token: string) => (await call(test, 'GET', '/profile/me', { token })).status

/** An address gets one mail a day about its account: the others are put off. */
async function runDueOnMornings(days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    if (day > 0) test.clock.advance({ hours: 23 })
    await test.jobs.runDue()
  }
}

/** Registers, and returns the token of the mail. */
async function pending(email = newAddress()): Promise<string> {
  await register(email)
  return mailedToken(test, email, 'confirm')
}

/** A registered person with a confirmed address. */
async function member(): Promise<string> {
  const email = newAddress()
  await confirm(await pending(email))
  return email
}

describe('the life of an account', () => {
  it('goes from registration over a reset password to a new one', async () => {
    const email = newAddress()
    const registered = await register(email.toUpperCase())
    expect(registered).toMatchObject({ status: 201, text: '{"data":{}}' })
    expect((await login(email)).error?.code).toBe('EMAIL_NOT_CONFIRMED')
    const link = await mailedToken(test, email, 'confirm')
    expect(await confirm(link, PASSWORD)).toMatchObject({ status: 200, text: '{"data":{}}' })
    const session = (await login(email)).data as Session
    expect(session.user).toMatchObject({ email, name: 'Ana Ondas', role: 'USER' })

    expect((await requestReset(email)).status).toBe(200)
    const token = await mailedToken(test, email, 'reset')
    expect(await isValid(token)).toBe(true)
    expect((await reset(token, OTHER_PASSWORD)).status).toBe(200)
    expect(await isValid(token)).toBe(false)
    expect((await login(email)).error?.code).toBe('INVALID_CREDENTIALS')
    expect((await login(email, OTHER_PASSWORD)).status).toBe(200)
  })
})

describe('POST /auth/register', () => {
  it('responds the same, with the same work, whether or not the address is known', async () => {
    const known = await member()
    const unconfirmed = newAddress()
    await register(unconfirmed)
    const seen = []
    for (const email of [newAddress(), known, unconfirmed]) {
      vi.mocked(argon2.hash).mockClear()
      vi.mocked(argon2.verify).mockClear()
      const before = (await test.db.select().from(jobs)).length
      const response = await register(email, OTHER_PASSWORD)
      seen.push({
        status: response.status,
        text: response.text,
        headers: Object.keys(response.headers).toSorted(),
        hashes: vi.mocked(argon2.hash).mock.calls.length,
        verifications: vi.mocked(argon2.verify).mock.calls.length,
        mails: (await test.db.select().from(jobs)).length - before,
      })
    }
    expect(seen[0]).toMatchObject({ status: 201, hashes: 1, verifications: 0, mails: 1 })
    expect(seen[0]?.text).toBe('{"data":{}}')
    expect(seen[1]).toEqual(seen[0])
    expect(seen[2]).toEqual(seen[0])
  })

  it('informs the owner of a known address by mail, and changes nothing', async () => {
    const email = await member()
    test.clock.advance({ days: 1 })
    await register(email, OTHER_PASSWORD, 'Somebody Else')
    await test.jobs.runDue()
    const mail = test.mails.sent.findLast(({ to }) => to === email)
    expect(mail?.subject).toBe('You already have an account')
    expect(mail?.text).toContain('http://mail.test/login')
    expect(mail?.text).not.toContain('token=')
    expect((await login(email, OTHER_PASSWORD)).data).toBeUndefined()
    expect((await login(email)).data).toMatchObject({ user: { name: 'Ana Ondas' } })
  })

  it.each(['before', 'after'])('confirms no password of somebody else who registered %s', async (when) => {
    const email = newAddress()
    const byAnonymous = () => register(email, OTHER_PASSWORD, 'Somebody Else')
    if (when === 'before') await byAnonymous()
    await register(email)
    const [own] = await test.db
      .select()
      .from(registrations)
      .where(and(eq(registrations.email, email), eq(registrations.name, 'Ana Ondas')))
    if (when === 'after') await byAnonymous()
    await runDueOnMornings(2)
    const links = test.mails.sent
      .filter(({ to }) => to === email)
      .map(({ text }) => /confirm-email-token=([\w-]+)/.exec(text)?.[1] ?? '')
    const hashes = await test.db.select().from(mailTokens)
    const isOwn = (token: string) =>
      hashes.some(
        ({ tokenHash, registrationId }) => tokenHash === linkTokenHash(token) && registrationId === own?.id,
      )
    expect(links).toHaveLength(2)
    const others = links.find((link) => !isOwn(link)) ?? ''
    expect((await confirm(others, PASSWORD)).error).toMatchObject({
      code: 'VALIDATION_FAILED',
      fields: [{ path: 'password', code: 'registration_password_wrong' }],
    })
    expect((await confirm(links.find(isOwn) ?? '', PASSWORD)).status).toBe(200)
    // The address is confirmed, and the other registration is gone with its link.
    expect((await confirm(others, OTHER_PASSWORD)).status).toBe(404)
    expect((await login(email, OTHER_PASSWORD)).status).toBe(401)
    expect((await login(email)).data).toMatchObject({ user: { name: 'Ana Ondas' } })
  })

  it('reveals to nobody who has an account by signing in afterwards', async () => {
    const known = await member()
    const seen = []
    for (const email of [newAddress(), known]) {
      await register(email, OTHER_PASSWORD)
      await test.jobs.runDue()
      vi.mocked(argon2.verify).mockClear()
      const { status, text } = await login(email, OTHER_PASSWORD)
      seen.push({ status, text, verifications: vi.mocked(argon2.verify).mock.calls.length })
    }
    expect(seen[0]).toMatchObject({ status: 403, verifications: 2 })
    expect(seen[1]).toEqual(seen[0])
    expect((await login(known)).status).toBe(200)
  })

  it('refuses a password that everybody tries, before it looks at the address', async () => {
    const known = await member()
    for (const email of [newAddress(), known])
      expect((await register(email, 'Password1')).error).toMatchObject({
        code: 'VALIDATION_FAILED',
        fields: [{ path: 'password', code: 'password_too_common' }],
      })
  })
})

describe('POST /auth/confirm-email', () => {
  it('leaves the link for another try when the password is wrong', async () => {
    const email = newAddress()
    const token = await pending(email)
    expect((await confirm(token, OTHER_PASSWORD)).error?.fields).toMatchObject([
      { path: 'password', code: 'registration_password_wrong' },
    ])
    expect((await login(email)).error?.code).toBe('EMAIL_NOT_CONFIRMED')
    expect((await confirm(token, PASSWORD)).status).toBe(200)
  })

  it('opens one account, once', async () => {
    const email = newAddress()
    const token = await pending(email)
    const responses = await Promise.all([confirm(token), confirm(token, PASSWORD), confirm(token, PASSWORD)])
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 404, 404])
    expect(await test.db.select().from(users).where(eq(users.email, email))).toHaveLength(1)
    expect((await confirm(token, PASSWORD)).error?.code).toBe('NOT_FOUND')
  })

  it('refuses a link after 48 hours, and one that never was', async () => {
    const old = await pending()
    test.clock.advance({ hours: 48, seconds: 1 })
    for (const token of [old, 'never was'])
      expect((await confirm(token, PASSWORD)).error?.code).toBe('NOT_FOUND')
  })

  it('does not take a link that was made to reset a password, nor the other way round', async () => {
    const email = await member()
    await requestReset(email)
    const forReset = await mailedToken(test, email, 'reset')
    expect((await confirm(forReset)).status).toBe(404)
    const other = newAddress()
    await register(other)
    expect(await isValid(await mailedToken(test, other, 'confirm'))).toBe(false)
    expect(await isValid(forReset)).toBe(true)
  })
})

describe('resetting a password', () => {
  it('works once, and within one hour', async () => {
    const email = await member()
    await requestReset(email)
    const token = await mailedToken(test, email, 'reset')
    const responses = await Promise.all([reset(token, OTHER_PASSWORD), reset(token, 'another-good-one')])
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 404])

    await requestReset(email)
    const old = await mailedToken(test, email, 'reset')
    test.clock.advance({ hours: 1, seconds: 1 })
    expect(await isValid(old)).toBe(false)
    expect((await reset(old, PASSWORD)).error?.code).toBe('NOT_FOUND')
  })

  it('ends every session of the account', async () => {
    const email = await member()
    const sessions = [await login(email), await login(email)].map(({ data }) => data as Session)
    await requestReset(email)
    await reset(await mailedToken(test, email, 'reset'), OTHER_PASSWORD)
    for (const { access_token: access, refresh_token: refresh } of sessions) {
      expect(await statusOfProfile(access.token)).toBe(401)
      expect((await post('/auth/refresh', { refresh_token: refresh.token })).status).toBe(401)
    }
  })

  it('leaves no session to who signs in with the old password at the same moment', async () => {
    for (let round = 0; round < 4; round += 1) {
      const email = await member()
      await requestReset(email)
      const token = await mailedToken(test, email, 'reset')
      const [done, ...logins] = await Promise.all([reset(token, OTHER_PASSWORD), login(email), login(email)])
      expect(done.status).toBe(200)
      // Who was too late has no session from the start.
      const profiles = logins.map(({ data, status }) =>
        data === undefined ? status : statusOfProfile((data as Session).access_token.token),
      )
      expect(await Promise.all(profiles)).toEqual([401, 401])
    }
  })

  it('confirms the address too, since the link came there', async () => {
    const email = newAddress()
    await register(email)
    await requestReset(email)
    await reset(await mailedToken(test, email, 'reset'), OTHER_PASSWORD)
    expect((await login(email, OTHER_PASSWORD)).status).toBe(200)
  })

  it('can be called off, with the same response for a link that never was', async () => {
    const email = await member()
    await requestReset(email)
    const token = await mailedToken(test, email, 'reset')
    const revoked = await post('/user/password/reset/revoke-token', { token })
    const unknown = await post('/user/password/reset/revoke-token', { token: 'never-was' })
    expect([revoked.status, revoked.text]).toEqual([200, '{"data":{}}'])
    expect([unknown.status, unknown.text]).toEqual([revoked.status, revoked.text])
    expect((await reset(token, OTHER_PASSWORD)).status).toBe(404)
    expect((await login(email)).status).toBe(200)
  })
})

describe('links in mails', () => {
  it('are stored nowhere as they are', async () => {
    const email = await member()
    await requestReset(email)
    const token = await mailedToken(test, email, 'reset')
    const stored = [await test.db.select().from(mailTokens), await test.db.select().from(jobs)]
    expect(JSON.stringify(stored)).not.toContain(token)
  })
})

describe('POST /auth/login', () => {
  it('does the same work for a wrong password, an unknown address and an account without a password', async () => {
    const known = await member()
    const passwordless = newAddress()
    await test.db.insert(users).values({ id: randomUUID(), email: passwordless, name: 'Rita' })
    await login(newAddress(), 'warms up')
    const seen = []
    for (const email of [known, newAddress(), passwordless]) {
      vi.mocked(argon2.hash).mockClear()
      vi.mocked(argon2.verify).mockClear()
      const { status, text } = await login(email, 'not the password')
      seen.push({
        status,
        text,
        hashes: vi.mocked(argon2.hash).mock.calls.length,
        verifications: vi.mocked(argon2.verify).mock.calls.length,
      })
    }
    expect(seen[0]).toMatchObject({ status: 401, hashes: 0, verifications: 1 })
    expect(seen[1]).toEqual(seen[0])
    expect(seen[2]).toEqual(seen[0])
  })
})
