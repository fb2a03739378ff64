import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp, type SignedIn, type TestApp } from '@tests/support/server/app'
import { call } from '@tests/support/server/calls'
import type { Session } from '@/contract/accounts/auth'
import { sessions } from '@/server/platform/database/schema'

let test: TestApp
let admin: SignedIn
let person: SignedIn
beforeAll(async () => {
  test = await buildTestApp()
})
beforeEach(async () => {
  admin = await test.signIn({ role: 'ADMIN' })
  person = await test.signIn()
  test.mails.sent.length = 0
})
afterAll(() => test.close())

const changeRole = (role: 'ADMIN' | 'USER', id = person.id) =>
  call(test, 'PUT', `/backoffice/users/${id}/role`, { token: admin.token, body: { role } })
const act = (what: 'suspend' | 'reinstate') =>
  call(test, 'POST', `/backoffice/users/${person.id}/${what}`, { token: admin.token })
const statusOf = async ({ token }: Pick<SignedIn, 'token'>) =>
  (await call(test, 'GET', '/profile/me', { token })).status
const refreshed = async (refreshToken: string) =>
  (await call(test, 'POST', '/auth/refresh', { body: { refresh_token: refreshToken } })).status
const login = ({ email, password }: SignedIn) =>
  call(test, 'POST', '/auth/login', { body: { email, password } })
const mailsTo = ({ email }: SignedIn) => test.mails.sent.filter(({ to }) => to === email)

describe('another role', () => {
  it('ends the sessions of whoever is promoted: none without a second factor becomes an administrator’s', async () => {
    expect(await statusOf(person)).toBe(200)
    await changeRole('ADMIN')
    expect(await statusOf(person)).toBe(401)
    expect(await refreshed(person.refreshToken)).toBe(401)
    expect(await statusOf(admin)).toBe(200)
  })

  it('ends the sessions of whoever is demoted, so that none wakes up with the next promotion', async () => {
    await changeRole('ADMIN')
    const { access_token, refresh_token } = (await login(person)).data as Session
    const old = { token: access_token.token }
    expect(await statusOf(old)).toBe(200)
    await changeRole('USER')
    expect(await statusOf(old)).toBe(401)
    await changeRole('ADMIN')
    expect(await statusOf(old)).toBe(401)
    expect(await refreshed(refresh_token.token)).toBe(401)
  })

  it('leaves no session to a sign-in at the same time', async () => {
    for (let round = 0; round < 8; round += 1) {
      const someone = await test.signIn()
      const [promoted, signedIn] = await Promise.all([changeRole('ADMIN', someone.id), login(someone)])
      expect(promoted.status).toBe(200)
      expect([200, 401]).toContain(signedIn.status)
      const open = await test.db.select().from(sessions).where(eq(sessions.userId, someone.id))
      const after = open.filter(({ revokedAt }) => revokedAt === null)
      // A provider that joined after the promotion has to pass the same steps as any administrator.
      const { expiresAt, createdAt } = after[0] ?? {}
      const hours = ((expiresAt?.getTime() ?? 0) - (createdAt?.getTime() ?? 0)) / 3_600_000
      expect([0, 12]).toContain(hours)
    }
  })
})

describe('a suspension', () => {
  it('is told to the person once, with whom to write to and without a reason', async () => {
    await Promise.all([act('suspend'), act('suspend')])
    await test.jobs.runDue()
    expect(mailsTo(person)).toHaveLength(1)
    expect(mailsTo(person)[0]).toMatchObject({
      subject: 'Your account has been suspended',
      text: expect.stringContaining('If you think this is a mistake, write to hello@'),
    })
  })

  it('that is over is told once, too, and each new one again', async () => {
    const subjects = []
    for (const what of ['suspend', 'reinstate', 'reinstate', 'suspend'] as const) {
      await act(what)
      await test.jobs.runDue()
    }
    subjects.push(...mailsTo(person).map(({ subject }) => subject))
    expect(subjects).toEqual([
      'Your account has been suspended',
      'You can sign in to your account again',
      'Your account has been suspended',
    ])
    expect(mailsTo(person)[1]?.text).toContain('http://mail.test/login')
  })
})
