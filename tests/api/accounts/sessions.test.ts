import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TEST_NOW, buildTestApp, type SignedIn, type TestApp } from '@tests/support/server/app'
import { call } from '@tests/support/server/calls'
import type { Session, OwnSession } from '@/contract/accounts/auth'

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp()
})
beforeEach(() => test.clock.set(TEST_NOW))
afterAll(() => test.close())

const refresh = async (token: string) =>
  (await call(test, 'POST', '/auth/refresh', { body: { refresh_token: token } })).status
const logout = (body: object, token?: string) =>
  call(test, 'POST', '/auth/logout', { body, ...(token !== undefined && { token }) })
const list = async (token: string) =>
  ((await call(test, 'GET', '/profile/sessions', { token })).data as { items: OwnSession[] }).items
const statusOfProfile = async (token: string) => (await call(test, 'GET', '/profile/me', { token })).status
/** Signs in the same person on another device. */
async function alsoOn(userAgent: string, { email, password }: SignedIn): Promise<Session> {
  const headers = { 'user-agent': userAgent }
  return (await call(test, 'POST', '/auth/login', { body: { email, password }, headers })).data as Session
}

describe('POST /auth/logout', () => {
  it('ends the session of a refresh token, at once also for its access token', async () => {
    const { token, refreshToken } = await test.signIn()
    expect(await logout({ refresh_token: refreshToken })).toMatchObject({ status: 200, data: {} })
    expect(await statusOfProfile(token)).toBe(401)
    expect(await refresh(refreshToken)).toBe(401)
  })

  it('ends the session of a refresh token’s digest, with which nothing else can be done', async () => {
    const { token, refreshToken } = await test.signIn()
    const digest = createHash('sha256').update(refreshToken).digest('base64url')
    expect(await refresh(digest)).toBe(401)
    expect(await statusOfProfile(digest)).toBe(401)
    expect(await statusOfProfile(token)).toBe(200)
    expect(await logout({ refresh_token_digest: digest })).toMatchObject({ status: 200, data: {} })
    expect(await statusOfProfile(token)).toBe(401)
    expect(await refresh(refreshToken)).toBe(401)
    expect(await logout({ refresh_token_digest: digest })).toMatchObject({ status: 200, data: {} })
    expect((await logout({ refresh_token_digest: 'short' })).status).toBe(422)
  })

  it('ends the session of an access token alone', async () => {
    const { token, refreshToken } = await test.signIn()
    expect((await logout({}, token)).status).toBe(200)
    expect(await refresh(refreshToken)).toBe(401)
  })

  it('takes a token that was replaced meanwhile: its response may have been lost', async () => {
    const { refreshToken } = await test.signIn()
    const response = await call(test, 'POST', '/auth/refresh', { body: { refresh_token: refreshToken } })
    const next = (response.data as Session).refresh_token.token
    await logout({ refresh_token: refreshToken })
    expect(await refresh(next)).toBe(401)
  })

  it('responds the same when it had ended, or never was, and leaves other sessions alone', async () => {
    const person = await test.signIn()
    const other = await alsoOn('Another', person)
    const body = { refresh_token: person.refreshToken }
    const responses = [
      await logout(body),
      await logout(body),
      await logout({ refresh_token: 'x' }),
      await logout({}),
    ]
    expect(responses.map(({ status, text }) => [status, text])).toEqual(
      responses.map(() => [200, '{"data":{}}']),
    )
    expect(await statusOfProfile(other.access_token.token)).toBe(200)
  })
})

describe('GET /profile/sessions', () => {
  it('lists where a person is signed in, the one used last first', async () => {
    const person = await test.signIn()
    test.clock.advance({ minutes: 1 })
    const phone = await alsoOn('A phone\u0007\u00AD of  mine', person)
    const now = test.clock.nowMs() / 1000
    const items = await list(phone.access_token.token)
    expect(items).toEqual([
      {
        id: expect.any(String),
        created_at: now,
        last_used_at: now,
        expires_at: now + 30 * 86_400,
        user_agent: 'A phone of mine',
        current: true,
      },
      expect.objectContaining({ created_at: now - 60, current: false }),
    ])
  })

  it('moves with each refresh, and leaves out what has ended', async () => {
    const person = await test.signIn()
    const ended = await alsoOn('Ended', person)
    await logout({ refresh_token: ended.refresh_token.token })
    test.clock.advance({ minutes: 10 })
    await refresh(person.refreshToken)
    const items = await list(person.token)
    expect(items.map(({ last_used_at, current }) => [last_used_at, current])).toEqual([
      [test.clock.nowMs() / 1000, true],
    ])
  })
})

describe('DELETE /profile/sessions', () => {
  it('signs out on one device', async () => {
    const person = await test.signIn()
    const lost = await alsoOn('The lost one', person)
    const found = (await list(person.token)).find(({ current }) => !current)
    const path = `/profile/sessions/${found?.id}`
    expect((await call(test, 'DELETE', path, { token: person.token })).status).toBe(200)
    expect(await statusOfProfile(lost.access_token.token)).toBe(401)
    expect(await refresh(lost.refresh_token.token)).toBe(401)
    expect((await call(test, 'DELETE', path, { token: person.token })).error?.code).toBe('NOT_FOUND')
    expect(await statusOfProfile(person.token)).toBe(200)
  })

  it('does not reach what is another person’s', async () => {
    const [person, other] = [await test.signIn(), await test.signIn()]
    const [theirs] = await list(other.token)
    for (const id of [theirs?.id, randomUUID()])
      expect((await call(test, 'DELETE', `/profile/sessions/${id}`, { token: person.token })).status).toBe(
        404,
      )
    expect(await statusOfProfile(other.token)).toBe(200)
  })

  it('signs out everywhere else', async () => {
    const person = await test.signIn()
    const others = [await alsoOn('One', person), await alsoOn('Two', person)]
    const another = await test.signIn()
    expect((await call(test, 'DELETE', '/profile/sessions', { token: person.token })).status).toBe(200)
    for (const { access_token: access } of others) expect(await statusOfProfile(access.token)).toBe(401)
    expect(await list(person.token)).toHaveLength(1)
    expect(await statusOfProfile(another.token)).toBe(200)
  })
})

describe('the reply with a session', () => {
  it('says what time it is here, at each way in', async () => {
    const person = await test.signIn()
    test.clock.advance({ minutes: 5 })
    const now = Math.floor(test.clock.nowMs() / 1000)
    const { email, password, refreshToken } = person
    const loggedIn = await call(test, 'POST', '/auth/login', { body: { email, password } })
    const refreshed = await call(test, 'POST', '/auth/refresh', { body: { refresh_token: refreshToken } })
    const body = { old_password: password, new_password: 'coxos-ao-amanhecer' }
    const changed = await call(test, 'PUT', '/profile/password', { token: person.token, body })
    expect(loggedIn.data).toMatchObject({ server_time: now })
    expect(refreshed.data).toMatchObject({ server_time: now })
    expect(changed.data).toMatchObject({ session: { server_time: now } })
  })
})
