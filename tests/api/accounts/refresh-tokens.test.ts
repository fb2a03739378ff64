import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TEST_NOW, TEST_SECRET, buildTestApp, type SignedIn, type TestApp } from '@tests/support/server/app'
import { call } from '@tests/support/server/calls'
import type { Session } from '@/contract/accounts/auth'
import { users } from '@/server/platform/database/schema'
import { keysFrom } from '@/server/http/auth/signed-token'
import { refreshTokenKey, rotate } from '@/server/modules/auth/sessions'

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp()
})
beforeEach(() => test.clock.set(TEST_NOW))
afterAll(() => test.close())

const refresh = (token: string) => call(test, 'POST', '/auth/refresh', { body: { refresh_token: token } })
const statusOf = async (token: string) => (await refresh(token)).status
/** The session that a token is exchanged for; throws when it is refused. */
async function next(token: string): Promise<Session> {
  const response = await refresh(token)
  if (response.status !== 200) throw new Error(`refused: ${response.text}`)
  return response.data as Session
}
const successor = async (token: string) => (await next(token)).refresh_token.token
const mayReadProfile = async (token: string) =>
  (await call(test, 'GET', '/profile/me', { token })).status === 200

describe('a refresh token', () => {
  it('gives the same successor again for 30 s: a second tab, or a response that was lost', async () => {
    const { refreshToken } = await test.signIn()
    const first = await successor(refreshToken)
    test.clock.advance({ seconds: 30 })
    expect(await successor(refreshToken)).toBe(first)
    expect(first).not.toBe(refreshToken)
    expect(await statusOf(first)).toBe(200)
  })

  it('gives one successor to every one of several requests at once', async () => {
    const { refreshToken } = await test.signIn()
    const responses = await Promise.all(Array.from({ length: 8 }, () => refresh(refreshToken)))
    const tokens = responses.map(({ data }) => (data as Session | undefined)?.refresh_token.token)
    expect(new Set(tokens).size).toBe(1)
    expect(tokens[0]).toBeDefined()
  })

  it('whose response was lost for longer is still honoured, until its successor has been used', async () => {
    const { refreshToken } = await test.signIn()
    const lost = await successor(refreshToken)
    test.clock.advance({ hours: 20 })
    const found = await successor(refreshToken)
    expect(found).not.toBe(lost)
    test.clock.advance({ seconds: 20 })
    expect(await successor(refreshToken)).toBe(found)
    expect(await statusOf(found)).toBe(200)
    expect(await statusOf(refreshToken)).toBe(401)
  })

  it('that comes back after its successor was used ends the whole session, within 30 s too', async () => {
    const { refreshToken } = await test.signIn()
    const second = await successor(refreshToken)
    const { refresh_token: third, access_token: access } = await next(second)
    expect((await refresh(refreshToken)).error?.code).toBe('UNAUTHENTICATED')
    expect(await statusOf(third.token)).toBe(401)
    expect(await mayReadProfile(access.token)).toBe(false)
  })

  it('of a branch that was left ends the whole session', async () => {
    const { refreshToken } = await test.signIn()
    const left = await successor(refreshToken)
    test.clock.advance({ minutes: 1 })
    const taken = await successor(refreshToken)
    const last = await successor(taken)
    expect(await statusOf(left)).toBe(401)
    expect(await statusOf(last)).toBe(401)
  })

  it('is unknown to a server with another secret: everybody signs in again', async () => {
    const { refreshToken } = await test.signIn()
    const exchangeWith = (secret: string) =>
      rotate(test.db, refreshToken, {
        key: refreshTokenKey(keysFrom(secret)),
        nowSeconds: test.clock.nowMs() / 1000,
        source: { userAgent: undefined },
      })
    expect((await exchangeWith('another secret, and as long as the first')).kind).toBe('unknown')
    expect((await exchangeWith(TEST_SECRET)).kind).toBe('rotated')
  })
})

describe('a thief with a copy of a refresh token', () => {
  it('who is quicker than its owner is thrown out at the latest when both have used theirs', async () => {
    const { refreshToken } = await test.signIn()
    // The thief, and within the grace the owner: both hold the same successor.
    const stolen = await successor(refreshToken)
    test.clock.advance({ seconds: 10 })
    const owned = await successor(refreshToken)
    expect(owned).toBe(stolen)
    // A quarter of an hour later the thief refreshes first, the owner half a minute after the grace.
    test.clock.advance({ minutes: 15 })
    const byThief = await next(stolen)
    test.clock.advance({ seconds: 60 })
    const byOwner = await next(owned)
    expect(byOwner.refresh_token.token).not.toBe(byThief.refresh_token.token)
    // The other branch's token shows that there are two, whichever goes on first.
    test.clock.advance({ minutes: 15 })
    expect(await statusOf(byThief.refresh_token.token)).toBe(401)
    expect(await statusOf(byOwner.refresh_token.token)).toBe(401)
    expect(await mayReadProfile(byThief.access_token.token)).toBe(false)
  })
})

describe('a session', () => {
  it('ends after 90 days, however often it is used', async () => {
    let { refreshToken } = await test.signIn()
    for (let week = 0; week < 12; week += 1) {
      test.clock.advance({ days: 7 })
      refreshToken = await successor(refreshToken)
    }
    const last = await next(refreshToken)
    const opened = Temporal.Instant.from(TEST_NOW).epochMilliseconds / 1000
    expect(last.refresh_token.expires_at).toBe(opened + 90 * 86_400)
    test.clock.advance({ days: 6 })
    expect(await statusOf(last.refresh_token.token)).toBe(401)
  })

  it('of a user ends after 30 days without use, of an administrator after 12 hours', async () => {
    const [user, admin] = [await test.signIn(), await test.signIn({ role: 'ADMIN' })]
    test.clock.advance({ hours: 11 })
    const kept = await next(admin.refreshToken)
    expect(kept.refresh_token.expires_at).toBe(test.clock.nowMs() / 1000 + 12 * 3600)
    test.clock.advance({ hours: 12 })
    expect(await statusOf(kept.refresh_token.token)).toBe(401)
    test.clock.set(TEST_NOW)
    test.clock.advance({ days: 29, hours: 23 })
    const again = await next(user.refreshToken)
    test.clock.advance({ days: 30 })
    expect(await statusOf(again.refresh_token.token)).toBe(401)
  })

  it('follows a role that changes', async () => {
    const setRole = ({ id }: SignedIn, role: 'ADMIN' | 'USER') =>
      test.db.update(users).set({ role }).where(eq(users.id, id))
    const [promoted, demoted] = [await test.signIn(), await test.signIn({ role: 'ADMIN' })]
    await setRole(promoted, 'ADMIN')
    await setRole(demoted, 'USER')
    const kept = await successor(demoted.refreshToken)
    test.clock.advance({ hours: 13 })
    expect(await statusOf(promoted.refreshToken)).toBe(401)
    expect(await statusOf(kept)).toBe(200)
  })
})
