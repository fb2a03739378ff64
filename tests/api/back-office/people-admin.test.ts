import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp, type SignedIn, type TestApp } from '@tests/support/server/app'
import { byAdmin } from '@tests/support/server/back-office'
import { call } from '@tests/support/server/calls'
import { submission } from '@tests/support/server/submissions'
import type { Session } from '@/contract/accounts/auth'
import type { BackOfficeUser } from '@/contract/back-office/back-office-people'
import { activities, pushSubscriptions, sessions, users } from '@/server/platform/database/schema'
import { createLogger } from '@/server/platform/process/logger'

interface LogEntry {
  event: string
  accountId?: string
  administratorId?: string
  reason?: string
}

let log: LogEntry[] = []
let test: TestApp
let admin: SignedIn
let person: SignedIn
beforeAll(async () => {
  test = await buildTestApp({
    log: createLogger('error', { write: (line) => log.push(JSON.parse(line) as LogEntry) }),
  })
})
beforeEach(async () => {
  admin = await test.signIn({ role: 'ADMIN' })
  person = await test.signIn()
  test.mails.sent.length = 0
  log = []
})
afterAll(() => test.close())

const act = (what: 'suspend' | 'reinstate', { id } = person) =>
  call(test, 'POST', `/backoffice/users/${id}/${what}`, { token: admin.token })
const changeRole = (role: 'ADMIN' | 'USER', { id } = person, { token } = admin, app = test) =>
  call(app, 'PUT', `/backoffice/users/${id}/role`, { token, body: { role } })
const login = ({ email, password }: SignedIn) =>
  call(test, 'POST', '/auth/login', { body: { email, password } })
const statusOfProfile = async ({ token }: Pick<SignedIn, 'token'>) =>
  (await call(test, 'GET', '/profile/me', { token })).status
const refreshed = async (refresh_token: string) =>
  (await call(test, 'POST', '/auth/refresh', { body: { refresh_token } })).status
const mailsTo = ({ email }: SignedIn) => test.mails.sent.filter(({ to }) => to === email)
const actionsOn = async (id: string) =>
  (await test.db.select().from(activities).where(eq(activities.subjectId, id))).map(({ action }) => action)
const emailsFound = async (search: string) => {
  const { data } = await byAdmin(test, 'GET', `/users?search=${encodeURIComponent(search)}`)
  return (data as { items: BackOfficeUser[] }).items.map(({ email }) => email).toSorted()
}
const endSessions = ({ id } = person) =>
  call(test, 'DELETE', `/backoffice/users/${id}/sessions`, { token: admin.token })
const logged = (event: string) => log.filter((entry) => entry.event === event)

describe('the search for a user', () => {
  it('finds names and addresses by any part of them, forgiving case, accents and apostrophes', async () => {
    const mark = randomUUID().slice(0, 8)
    await test.db.insert(users).values([
      { id: randomUUID(), email: `a-${mark}@example.com`, name: `João D’Ávila ${mark}` },
      { id: randomUUID(), email: `b-${mark}@example.com`, name: `100% Ondas ${mark}` },
      {
        id: randomUUID(),
        email: `c-${mark}@example.com`,
        name: `Ｓøren Weiß ŁUCJA 2ª Сергей Κώστας ${mark}`,
      },
    ])
    expect(await emailsFound(`JOAO d'avila ${mark}`)).toEqual([`a-${mark}@example.com`])
    expect(await emailsFound(` B-${mark.toUpperCase()}@ `)).toEqual([`b-${mark}@example.com`])
    expect(await emailsFound(mark)).toHaveLength(3)
    for (const text of ['soren weiss lucja 2a', 'сергеи κωστας', 'SØREN', 'S\u200Boren weiß'])
      expect(await emailsFound(text), text).toContain(`c-${mark}@example.com`)
    // A wildcard is a character.
    expect(await emailsFound(`%${mark}`)).toEqual([])
    expect(await emailsFound(`100% o`)).toEqual([`b-${mark}@example.com`])
    expect(await emailsFound('')).toContain(`a-${mark}@example.com`)
  })
})

describe('a role', () => {
  it('is given and taken, at once, and both are recorded', async () => {
    const listed = async () => {
      const { data } = await login(person)
      const { token } = (data as Session).access_token
      return (await call(test, 'GET', '/backoffice/users', { token })).status
    }
    expect((await changeRole('ADMIN')).data).toMatchObject({ id: person.id, role: 'ADMIN' })
    expect(await listed()).toBe(200)
    expect((await changeRole('USER')).data).toMatchObject({ role: 'USER' })
    expect(await listed()).toBe(403)
    expect(await actionsOn(person.id)).toEqual(['user.promoted', 'user.demoted'])
    expect(logged('role.changed')).toMatchObject([
      { accountId: person.id, administratorId: admin.id, role: 'ADMIN' },
      { accountId: person.id, administratorId: admin.id, role: 'USER' },
    ])
  })

  it('is left to one of two administrators who demote each other at once', async () => {
    const own = await buildTestApp()
    try {
      for (let round = 0; round < 6; round += 1) {
        await own.db.delete(users)
        const [first, second] = [await own.signIn({ role: 'ADMIN' }), await own.signIn({ role: 'ADMIN' })]
        const responses = await Promise.all([
          changeRole('USER', second, first, own),
          changeRole('USER', first, second, own),
        ])
        // The second is signed out, or an administrator no more, by the time it is theirs.
        expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
        expect(responses.filter(({ status }) => [401, 403].includes(status))).toHaveLength(1)
        const left = await own.db.select({ role: users.role }).from(users).orderBy(users.role)
        expect(left.map(({ role }) => role).toSorted()).toEqual(['ADMIN', 'USER'])
      }
    } finally {
      await own.close()
    }
  })
})

describe('another role', () => {
  it('ends the sessions of whoever is promoted: none without a second factor becomes an administrator’s', async () => {
    expect(await statusOfProfile(person)).toBe(200)
    await changeRole('ADMIN')
    expect(await statusOfProfile(person)).toBe(401)
    expect(await refreshed(person.refreshToken)).toBe(401)
    expect(await statusOfProfile(admin)).toBe(200)
  })

  it('ends the sessions of whoever is demoted, so that none wakes up with the next promotion', async () => {
    await changeRole('ADMIN')
    const { access_token, refresh_token } = (await login(person)).data as Session
    expect(await statusOfProfile(access_token)).toBe(200)
    await changeRole('USER')
    expect(await statusOfProfile(access_token)).toBe(401)
    await changeRole('ADMIN')
    expect(await statusOfProfile(access_token)).toBe(401)
    expect(await refreshed(refresh_token.token)).toBe(401)
  })

  it('leaves no session to a sign-in at the same time', async () => {
    for (let round = 0; round < 8; round += 1) {
      const someone = await test.signIn()
      const [promoted, signedIn] = await Promise.all([changeRole('ADMIN', someone), login(someone)])
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

describe('a suspended account', () => {
  it('is told so once, with whom to write to and without a reason', async () => {
    await Promise.all([act('suspend'), act('suspend')])
    await test.jobs.runDue()
    expect(mailsTo(person)).toMatchObject([
      {
        subject: 'Your account has been suspended',
        text: expect.stringContaining('If you think this is a mistake, write to hello@'),
      },
    ])
  })

  it('is told once, too, that it is over, and each new suspension again', async () => {
    for (const what of ['suspend', 'reinstate', 'reinstate', 'suspend'] as const) {
      await act(what)
      await test.jobs.runDue()
    }
    expect(mailsTo(person).map(({ subject }) => subject)).toEqual([
      'Your account has been suspended',
      'You can sign in to your account again',
      'Your account has been suspended',
    ])
    expect(mailsTo(person)[1]?.text).toContain('http://mail.test/login')
  })

  it('is signed out everywhere at once, and told of nothing any more', async () => {
    const [session] = await test.db.select().from(sessions).where(eq(sessions.userId, person.id))
    const row = { id: randomUUID(), userId: person.id, sessionId: session?.id, locale: 'en' }
    const endpoint = `https://push.example.com/${row.id}`
    await test.db.insert(pushSubscriptions).values({ ...row, endpoint, p256dh: 'key', auth: 'secret' })
    const subscribed = () =>
      test.db.select().from(pushSubscriptions).where(eq(pushSubscriptions.endpoint, endpoint))
    expect(await subscribed()).toHaveLength(1)
    const { status, data } = await act('suspend')
    expect([status, (data as BackOfficeUser).suspended_at]).toEqual([200, test.clock.nowMs() / 1000])
    expect(await statusOfProfile(person)).toBe(401)
    expect(await refreshed(person.refreshToken)).toBe(401)
    expect(await subscribed()).toEqual([])
    expect(await actionsOn(person.id)).toEqual(['user.suspended'])
    expect(logged('account.suspended')).toMatchObject([{ accountId: person.id, administratorId: admin.id }])
  })

  it('cannot sign in, and only who knows its password learns why', async () => {
    await act('suspend')
    const refused = await login(person)
    expect([refused.status, refused.error?.code]).toEqual([403, 'ACCOUNT_SUSPENDED'])
    expect((await login({ ...person, password: 'not the password' })).error?.code).toBe('INVALID_CREDENTIALS')
    expect(logged('sign-in.failed').map(({ reason }) => reason)).toEqual([
      'account suspended',
      'wrong password or address',
    ])
  })

  it('cannot write with an access token whose session is open', async () => {
    // The account decides, whatever has opened the session.
    await test.db.update(users).set({ suspendedAt: new Date() }).where(eq(users.id, person.id))
    const { token } = person
    const sent = await call(test, 'POST', '/events', { token, key: randomUUID(), body: submission() })
    expect(sent.status).toBe(401)
  })

  it('signs in again once it is reinstated', async () => {
    await act('suspend')
    expect((await act('reinstate')).data).not.toHaveProperty('suspended_at')
    expect((await login(person)).status).toBe(200)
    // Earlier sessions stay ended.
    expect(await statusOfProfile(person)).toBe(401)
    expect(await actionsOn(person.id)).toEqual(['user.suspended', 'user.reinstated'])
    expect(logged('account.reinstated')).toHaveLength(1)
  })

  it('is never one’s own', async () => {
    expect((await act('suspend', admin)).error?.code).toBe('CONFLICT')
    expect(await statusOfProfile(admin)).toBe(200)
  })
})

describe('the sessions of a person', () => {
  it('are ended by an administrator', async () => {
    await login(person)
    expect((await endSessions()).data).toEqual({ ended: 2 })
    expect(await statusOfProfile(person)).toBe(401)
    expect((await endSessions()).data).toEqual({ ended: 0 })
    expect(await actionsOn(person.id)).toEqual(['user.sessions-ended'])
    expect(logged('session.ended')).toMatchObject([{ accountId: person.id, administratorId: admin.id }])
    expect((await endSessions({ ...person, id: randomUUID() })).status).toBe(404)
  })
})

const list = async (path: string) =>
  (await byAdmin(test, 'GET', path)).data as { items: Record<string, unknown>[]; has_more: boolean }

/** Later than whatever the database makes, on any day. */
const inTheEnd = (minutes: number) => new Date(Date.UTC(2200, 0, 1, 0, minutes))

describe('users in the back office', () => {
  it('are listed, the newest first, without anything of their passwords', async () => {
    const { data: before } = await byAdmin(test, 'GET', '/users/count-by-role')
    const ids = [randomUUID(), randomUUID(), randomUUID()]
    await test.db.insert(users).values(
      ids.map((id, index) => ({
        id,
        email: `${id}@example.com`,
        name: `Person ${index}`,
        passwordHash: 'secret',
        createdAt: inTheEnd(index),
        updatedAt: inTheEnd(5),
      })),
    )
    const first = await list('/users?per_page=2')
    expect([first.items.map(({ id }) => id), first.has_more]).toEqual([[ids[2], ids[1]], true])
    expect((await list('/users?per_page=2&page=2')).items[0]?.id).toBe(ids[0])
    const fields = ['created_at', 'email', 'id', 'name', 'role', 'updated_at']
    expect(Object.keys(first.items[0] ?? {}).toSorted()).toEqual(fields)
    const { users: count } = before as { users: number }
    expect((await byAdmin(test, 'GET', '/users/count-by-role')).data).toEqual({
      ...(before as object),
      users: count + 3,
    })
  })

  it('are 20 on a page by default', async () => {
    const many = Array.from({ length: 21 }, () => ({ id: randomUUID(), email: randomUUID(), name: 'Many' }))
    await test.db.insert(users).values(many)
    const page = await list('/users')
    expect([page.items.length, page.has_more]).toEqual([20, true])
  })
})
