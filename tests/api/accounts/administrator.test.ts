import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '@tests/support/server/app'
import { call } from '@tests/support/server/calls'
import { mailedToken } from '@tests/support/server/links-in-mails'
import type { Session } from '@/contract/accounts/auth'
import { ensureAdministrator } from '@/server/administration/administrators'
import { users } from '@/server/platform/database/schema'
import { createSecurityLog } from '@/server/http/security/security-log'
import { createLogger } from '@/server/platform/process/logger'

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp()
})
afterAll(() => test.close())

const OTHERS_PASSWORD = 'chosen-by-somebody-else'
const GIVEN = 'waves-at-ribeira-dilhas'

const ensure = (email: string | undefined, password: string | undefined, isFirstStart = false) =>
  ensureAdministrator(test.db, {
    email,
    password,
    isFirstStart,
    now: new Date(test.clock.nowMs()),
    securityLog: createSecurityLog(createLogger('silent'), test.clock),
  })
const login = (email: string, password: string) =>
  call(test, 'POST', '/auth/login', { body: { email, password } })
const mayUseBackOffice = async (token: string) =>
  (await call(test, 'GET', '/backoffice/users', { token })).status === 200
const register = (email: string) =>
  call(test, 'POST', '/auth/register', { body: { email, password: OTHERS_PASSWORD, name: 'Somebody Else' } })

describe('the administrator of the environment', () => {
  it('is not the person who registered that address before, password and link included', async () => {
    const email = 'boss@example.com'
    await register(email)
    const link = await mailedToken(test, email, 'confirm')
    const made = await ensure(email, undefined)
    expect(made).toEqual({ email, password: expect.any(String) })
    expect((await login(email, OTHERS_PASSWORD)).data).toBeUndefined()
    expect((await call(test, 'POST', '/auth/confirm-email', { body: { token: link } })).status).toBe(404)
    const session = (await login(email, made?.password ?? '')).data as Session
    expect(await mayUseBackOffice(session.access_token.token)).toBe(true)
  })

  it('may be somebody who has an account: its password stays unless another is given', async () => {
    const { email, password, token } = await test.signIn()
    expect(await ensure(email, undefined)).toBeUndefined()
    // The sessions from before it was an administrator's have ended.
    expect(await mayUseBackOffice(token)).toBe(false)
    const session = (await login(email, password)).data as Session
    expect(await mayUseBackOffice(session.access_token.token)).toBe(true)
  })

  it('stays signed in over a restart, and not over a change of the password', async () => {
    const email = 'keeper@example.com'
    expect(await ensure(email, GIVEN)).toBeUndefined()
    const session = (await login(email, GIVEN)).data as Session
    await ensure(email, GIVEN)
    expect(await mayUseBackOffice(session.access_token.token)).toBe(true)
    await ensure(email, 'another-good-password')
    expect(await mayUseBackOffice(session.access_token.token)).toBe(false)
    expect((await login(email, GIVEN)).status).toBe(401)
    expect((await login(email, 'another-good-password')).status).toBe(200)
  })

  it('is made once by several servers that start at the same time', async () => {
    const email = 'together@example.com'
    await Promise.all([1, 2, 3].map(() => ensure(email, GIVEN)))
    expect(await test.db.select().from(users).where(eq(users.email, email))).toHaveLength(1)
    expect((await login(email, GIVEN)).status).toBe(200)
  })

  it('is created at the first start also when none is configured', async () => {
    expect(await ensure(undefined, undefined)).toBeUndefined()
    expect(await ensure(undefined, undefined, true)).toMatchObject({ password: expect.any(String) })
  })
})
