import { randomUUID } from 'node:crypto'
import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TEST_NOW, buildTestApp, type SignedIn, type TestApp } from '@tests/support/server/app'
import { syncProgramme } from '@tests/support/server/back-office'
import { call, publish, review, submit, type ApiResponse } from '@tests/support/server/calls'
import { jpeg } from '@tests/support/server/images'
import { mailedToken } from '@tests/support/server/links-in-mails'
import { rowsWith } from '@tests/support/server/rows-with'
import { submission } from '@tests/support/server/submissions'
import type { Session } from '@/contract/accounts/auth'
import { lockAccount } from '@/server/platform/database/accounts/person-data'
import {
  changeCounter,
  events,
  identities,
  importSources,
  pushSubscriptions,
  sessions,
  users,
} from '@/server/platform/database/schema'

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp()
})
beforeEach(() => {
  test.clock.set(TEST_NOW)
  test.mails.sent.length = 0
})
afterAll(() => test.close())

const remove = (token: string, body: object = {}) => call(test, 'POST', '/profile/delete', { token, body })
const outcome = ({ status, error }: ApiResponse) =>
  [status, error?.code, ...(error?.fields ?? []).map(({ path, code }) => `${path}: ${code}`)].filter(
    (part) => part !== undefined,
  )
const statusOfProfile = async (token: string) => (await call(test, 'GET', '/profile/me', { token })).status
const eventOf = async (id: string) => (await test.db.select().from(events).where(eq(events.id, id)))[0]
const logIn = ({ email, password }: SignedIn) =>
  call(test, 'POST', '/auth/login', { body: { email, password } })
/** Makes the session look as if a provider had opened it now. */
const openedBy = (method: 'apple' | 'google', { id }: { id: string }) =>
  test.db.update(sessions).set({ method }).where(eq(sessions.userId, id))

const IMPORT_DEFAULTS = {
  location_name: 'Ericeira',
  latitude: 38.9631,
  longitude: -9.417,
  tag_keys: ['music'],
}

/** Makes an account that has something everywhere. */
async function somebodyBusy() {
  const person = await test.signIn({ email: `busy-${randomUUID()}@example.com` })
  const { id, email, token } = person
  const headers = { 'accept-language': 'pt' }
  await test.db
    .update(users)
    .set({ name: `Name ${id.slice(0, 8)}`, locale: 'pt' })
    .where(eq(users.id, id))
  const photo = (await jpeg('#123456')).toString('base64')
  const published = await publish(test, { email, title: 'Stays in the guide', photo }, { token })
  const other = (await jpeg('#654321')).toString('base64')
  const onReview = await submit(test, { email: 'work@example.com', photo: other }, { token })
  const rejected = await submit(test, { email, title: `Title ${id.slice(0, 8)}` }, { token, headers })
  await review(test, rejected, { action: 'reject', reason: 'Too far away' })
  const typed = await submit(test, { email: email.toUpperCase(), title: 'Typed by a visitor' })
  const ofColleague = await submit(test, { email }, { token: (await test.signIn()).token })
  await call(test, 'POST', '/user/set-apple-device', {
    token,
    body: { device_id: `phone of ${id}`, device_token: `token of ${id}` },
  })
  await call(test, 'POST', '/contact-form', {
    key: randomUUID(),
    body: { first_name: 'Busy', last_name: 'Bee', email, topic: 'Other', message: 'Hello?' },
  })
  await call(test, 'POST', '/auth/register', { body: { email, password: 'somebody-else-1', name: 'Nobody' } })
  await call(test, 'POST', '/user/password/reset', { body: { email } })
  await test.db.insert(importSources).values({
    id: randomUUID(),
    name: 'club.ics',
    mapping: { defaults: { ...IMPORT_DEFAULTS, email: email.toUpperCase() } },
  })
  await test.db.insert(identities).values({ provider: 'google', subject: `subject of ${id}`, userId: id })
  await test.db.insert(pushSubscriptions).values({
    id: randomUUID(),
    endpoint: `https://push.example/${id}`,
    p256dh: 'key',
    auth: 'auth',
    userId: id,
  })
  return { ...person, published, onReview, rejected, typed, ofColleague }
}

describe('a deleted account', () => {
  it('leaves its published events, and of its person nothing at all', async () => {
    const person = await somebodyBusy()
    const { id, email, token, password, published, onReview, rejected, typed, ofColleague } = person
    const before = await syncProgramme(test)
    const page = await call(test, 'GET', `/events/${published}`)

    expect(await remove(token, { password })).toMatchObject({ status: 200, data: {} })

    expect((await rowsWith(test, email)).map((row) => row.split(':')[0])).toEqual(['jobs'])
    await test.jobs.runDue()
    for (const trace of [email, id, `Name ${id.slice(0, 8)}`, `Title ${id.slice(0, 8)}`, 'work@example.com'])
      expect(await rowsWith(test, trace)).toEqual([])
    expect(await eventOf(published)).toMatchObject({ status: 'PUBLISHED', userId: null, email: '' })
    for (const gone of [onReview, rejected]) expect(await eventOf(gone)).toBeUndefined()
    expect(await eventOf(typed)).toMatchObject({ userId: null, email: '' })
    expect((await eventOf(ofColleague))?.email).toBe('')
    // The public sees no difference.
    expect((await call(test, 'GET', `/events/${published}`)).data).toEqual(page.data)
    expect(await syncProgramme(test, before.cursor)).toMatchObject({
      items: [],
      removed: [],
      cursor: before.cursor,
    })
  })

  it('is told so by one mail, in its language, and gets no other that was waiting', async () => {
    const { email, token, password } = await somebodyBusy()
    await remove(token, { password })
    await test.jobs.runDue()
    test.clock.advance({ days: 2 })
    await test.jobs.runDue()
    const mails = test.mails.sent.filter(({ to }) => to.toLowerCase() === email)
    expect(mails.map(({ subject }) => subject)).toEqual(['A sua conta foi eliminada'])
    const [mail] = mails
    for (const body of [mail?.text, mail?.html]) {
      expect(body).toContain('Se não foi por sua iniciativa')
      expect(body).not.toMatch(/token=|https?:/)
    }
    expect(test.mails.sent.map(({ to }) => to)).not.toContain('work@example.com')
  })

  it('signs out everywhere at once', async () => {
    const person = await test.signIn()
    const other = (await logIn(person)).data as Session
    const reset = await (async () => {
      await call(test, 'POST', '/user/password/reset', { body: { email: person.email } })
      return mailedToken(test, person.email, 'reset')
    })()
    await remove(person.token, { password: person.password })
    for (const token of [person.token, other.access_token.token])
      expect(await statusOfProfile(token)).toBe(401)
    for (const refresh_token of [person.refreshToken, other.refresh_token.token])
      expect((await call(test, 'POST', '/auth/refresh', { body: { refresh_token } })).status).toBe(401)
    expect(outcome(await logIn(person))).toEqual([401, 'INVALID_CREDENTIALS'])
    const link = await call(test, 'POST', '/user/password/reset/validate-token', { body: { token: reset } })
    expect(link.data).toEqual({ valid: false })
  })
})

describe('who may delete an account', () => {
  it('is whoever knows its password', async () => {
    const { token, password } = await test.signIn()
    expect(outcome(await remove(token, { password: 'not the one' }))).toEqual([
      422,
      'VALIDATION_FAILED',
      'password: password_wrong',
    ])
    expect(outcome(await remove(token))).toEqual([403, 'REAUTHENTICATION_REQUIRED'])
    expect(outcome(await remove(token, { password: '' }))).toEqual([
      422,
      'VALIDATION_FAILED',
      'password: required',
    ])
    expect(await statusOfProfile(token)).toBe(200)
    expect((await remove(token, { password })).status).toBe(200)
  })

  it.each(['apple', 'google'] as const)(
    'is whoever has just signed in by %s, for five minutes',
    async (provider) => {
      const [late, person] = [await test.signIn(), await test.signIn()]
      await test.db.update(users).set({ passwordHash: null }).where(eq(users.id, person.id))
      for (const one of [late, person]) await openedBy(provider, one)
      test.clock.advance({ minutes: 5 })
      expect((await remove(person.token)).status).toBe(200)
      test.clock.advance({ seconds: 1 })
      expect(outcome(await remove(late.token))).toEqual([403, 'REAUTHENTICATION_REQUIRED'])
    },
  )

  it('is nobody whose session was refreshed and not opened just now', async () => {
    const person = await test.signIn()
    await openedBy('google', person)
    test.clock.advance({ minutes: 10 })
    const body = { refresh_token: person.refreshToken }
    const refreshed = (await call(test, 'POST', '/auth/refresh', { body })).data as Session
    expect(outcome(await remove(refreshed.access_token.token))).toEqual([403, 'REAUTHENTICATION_REQUIRED'])
  })

  it('is not the last administrator who can sign in', async () => {
    const own = await buildTestApp()
    try {
      const [first, second] = [await own.signIn({ role: 'ADMIN' }), await own.signIn({ role: 'ADMIN' })]
      await own.db.update(users).set({ passwordHash: null }).where(eq(users.id, second.id))
      const deletes = () =>
        call(own, 'POST', '/profile/delete', { token: first.token, body: { password: first.password } })
      expect((await deletes()).status).toBe(409)
      await own.db.insert(identities).values({ provider: 'google', subject: 'second', userId: second.id })
      expect((await deletes()).status).toBe(200)
    } finally {
      await own.close()
    }
  })
})

describe('an account that is deleted while something else happens', () => {
  it('leaves no submission behind that is sent at the same time', async () => {
    const seen = new Set<number>()
    for (let round = 0; round < 12; round += 1) {
      const { id, email, token, password } = await test.signIn()
      const send = () =>
        call(test, 'POST', '/events', { token, key: randomUUID(), body: submission({ email }) })
      const [, ...sent] = await Promise.all([remove(token, { password }), send(), send(), send()])
      for (const { status } of sent) seen.add(status)
      await test.jobs.runDue()
      expect([...(await rowsWith(test, email)), ...(await rowsWith(test, id))]).toEqual([])
    }
    expect([...seen].filter((status) => status !== 201 && status !== 401)).toEqual([])
  })

  it('locks every event that it changes before the order of changes, as a review does: neither waits for the other', async () => {
    const { id, email, token } = await test.signIn()
    const own = await publish(test, {}, { token })
    const colleague = await test.signIn()
    const withAddress = await submit(test, { email: email.toUpperCase() }, { token: colleague.token })
    const anonymous = await submit(test)
    await test.db.transaction(async (tx) => {
      expect(await lockAccount(tx, id)).toMatchObject({ id })
      // Another connection finds the rows that are not locked.
      const free = await test.db
        .select({ id: events.id })
        .from(events)
        .where(inArray(events.id, [own, withAddress, anonymous]))
        .for('update', { skipLocked: true })
      expect(free).toEqual([{ id: anonymous }])
      const counter = await test.db.select().from(changeCounter).for('update', { skipLocked: true })
      expect(counter).toHaveLength(1)
    })
  })

  it.each([
    ['events', 'a submission', '/events', submission()],
    ['devices', 'a device', '/user/set-apple-device', { device_id: 'phone', device_token: 'token' }],
  ])(
    'in the middle of a write to %s leaves %s of nobody, and is no failure',
    async (table, _, path, body) => {
      const person = await test.signIn()
      // The moment that no test can meet from outside: the account is there when the request is let in, and gone at the insert.
      await test.db.execute(sql`
      create function delete_the_account() returns trigger language plpgsql as
        $$ begin delete from users where id = new.user_id; return new; end $$`)
      await test.db.execute(sql`
      create trigger goes before insert on ${sql.identifier(table)} for each row execute function delete_the_account()`)
      try {
        const response = await call(test, 'POST', path, { token: person.token, key: randomUUID(), body })
        expect(outcome(response)).toEqual([401, 'UNAUTHENTICATED'])
      } finally {
        await test.db.execute(sql`drop function delete_the_account cascade`)
      }
      const stored = await rowsWith(test, person.id)
      expect(stored.filter((row) => row.startsWith(table))).toEqual([])
    },
  )
})
