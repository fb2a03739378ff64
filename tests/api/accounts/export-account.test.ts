import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TEST_NOW, buildTestApp } from '@tests/support/server/app'
import type { TestApp } from '@tests/support/server/app'
import { at, call, publish, review, submit } from '@tests/support/server/calls'
import { jpeg } from '@tests/support/server/images'
import type { Session } from '@/contract/accounts/auth'
import type { AccountExport } from '@/contract/accounts/profile'
import type { SecondFactor } from '@/contract/accounts/second-factor'
import {
  passkeys,
  pushSubscriptions,
  recoveryCodes,
  reminders,
  sessions,
  totpSecrets,
} from '@/server/platform/database/schema'
import { LIMITS } from '@/server/http/limits/limits'

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp()
})
afterAll(() => test.close())

const get = (path: string, token: string) => call(test, 'GET', path, { token })
const exported = async (token: string) => (await get('/profile/export', token)).data as AccountExport

const write = (email: string, message: string) =>
  call(test, 'POST', '/contact-form', {
    key: randomUUID(),
    body: { first_name: 'Ana', last_name: 'Ondas', email, topic: 'Other', message },
  })
const subscribe = (userId: string, sessionId: string | null = null) =>
  test.db.insert(pushSubscriptions).values({
    id: randomUUID(),
    endpoint: `https://push.example/${userId}`,
    p256dh: 'key of the browser',
    auth: 'secret of the browser',
    userId,
    sessionId,
    createdAt: new Date(TEST_NOW),
  })

/** Reminds the browser of an account of a date; resolves with the event. */
async function remind(userId: string): Promise<string> {
  const eventId = await publish(test)
  const [browser] = await test.db.select().from(pushSubscriptions).where(eq(pushSubscriptions.userId, userId))
  const told = { place: { slug: '', latitude: 0, longitude: 0 } }
  const date = { subscriptionId: browser?.id ?? '', eventId, day: '2026-06-20', told, changeSeq: 0 }
  await test.db.insert(reminders).values({ ...date, kinds: ['evening', 'change'], pending: ['evening'] })
  return eventId
}

describe('the export of an account', () => {
  it('has everything that is stored about a person', async () => {
    const { id, email, token } = await test.signIn()
    const photo = (await jpeg()).toString('base64')
    const first = await submit(test, { email: 'work@example.com', photo }, { token })
    const device = { device_id: 'phone', device_token: `token of ${id}` }
    await call(test, 'POST', '/user/set-apple-device', { token, body: device })
    await review(test, first, { action: 'reject', reason: 'Too far away' })
    await submit(test, {}, { token })
    await write(email.toUpperCase(), 'Where can I park?')
    await subscribe(id)
    const event_id = await remind(id)

    const account = await exported(token)
    expect(account).toEqual({
      exported_at: at(TEST_NOW),
      profile: (await get('/profile/me', token)).data,
      sessions: ((await get('/profile/sessions', token)).data as { items: unknown }).items,
      events: expect.any(Array),
      devices: [{ device_id: 'phone', created_at: at(TEST_NOW) }],
      notifications: [
        {
          title: 'Your event was not published',
          body: expect.stringContaining('Sunset Sessions'),
          created_at: at(TEST_NOW),
        },
      ],
      support_messages: [
        {
          first_name: 'Ana',
          last_name: 'Ondas',
          email: email.toUpperCase(),
          topic: 'Other',
          message: 'Where can I park?',
          created_at: at(TEST_NOW),
        },
      ],
      activities: [],
      account_changes: [],
      push_subscriptions: [
        {
          endpoint: `https://push.example/${id}`,
          reminders: [{ event_id, day: '2026-06-20', before: ['evening', 'change'] }],
          created_at: at(TEST_NOW),
        },
      ],
    })
    // The one that the list leaves out is there, too, each as it is read alone.
    expect(account.events).toHaveLength(2)
    for (const event of account.events)
      expect(event).toEqual((await get(`/my-events/${event.id}`, token)).data)
    expect(account.events.find((event) => event.id === first)).toMatchObject({
      email: 'work@example.com',
      review_reason: 'Too far away',
      has_photo: true,
    })
  })

  it('has nothing of anybody else, and no secret', async () => {
    const [ana, rui] = [await test.signIn(), await test.signIn()]
    await submit(test, { title: 'Of Rui', email: ana.email }, { token: rui.token })
    await submit(test, { title: 'Of a visitor', email: ana.email })
    await write(rui.email, 'A message of Rui')
    await subscribe(rui.id)
    const ofRui = await remind(rui.id)
    const { text } = await get('/profile/export', ana.token)
    for (const ofOthers of ['Rui', 'visitor', rui.email, rui.id, ofRui]) expect(text).not.toContain(ofOthers)
    const own = await exported(rui.token)
    expect([own.events.length, own.support_messages.length, own.push_subscriptions.length]).toEqual([1, 1, 1])
    const secrets = (await get('/profile/export', rui.token)).text
    for (const secret of ['argon2', 'of the browser', rui.token, rui.refreshToken])
      expect(secrets).not.toContain(secret)
  })

  it('has what an administrator did, and what was done to an account, with nobody’s name', async () => {
    const [boss, ana] = [await test.signIn({ role: 'ADMIN' }), await test.signIn()]
    const act = (what: string) =>
      call(test, 'POST', `/backoffice/users/${ana.id}/${what}`, { token: boss.token })
    const event = await submit(test, { title: 'Kite school' })
    const body = { action: 'reject', reason: 'No wind' }
    await call(test, 'POST', `/backoffice/events/${event}/review`, { token: boss.token, body })
    await act('suspend')
    await act('reinstate')
    const when = { created_at: at(TEST_NOW) }

    expect((await exported(boss.token)).activities).toEqual([
      { action: 'user.reinstated', subject_id: ana.id, details: {}, ...when },
      { action: 'user.suspended', subject_id: ana.id, details: {}, ...when },
      {
        action: 'event.rejected',
        subject_id: event,
        subject_label: 'Kite school',
        details: { reason: 'No wind' },
        ...when,
      },
    ])
    const { email, password } = ana
    const { data } = await call(test, 'POST', '/auth/login', { body: { email, password } })
    const { text } = await get('/profile/export', (data as Session).access_token.token)
    const account = (JSON.parse(text) as { data: AccountExport }).data
    expect(account.account_changes).toEqual([
      { action: 'user.reinstated', ...when },
      { action: 'user.suspended', ...when },
    ])
    expect(account.activities).toEqual([])
    for (const ofOthers of [boss.id, boss.email]) expect(text).not.toContain(ofOthers)
  })

  it('has the second factors of an administrator as their page shows them, and no secret of them', async () => {
    const boss = await test.signIn({ role: 'ADMIN' })
    expect(await exported(boss.token)).not.toHaveProperty('second_factors')
    const createdAt = new Date(TEST_NOW)
    await test.db.insert(totpSecrets).values({ userId: boss.id, secret: 'secret of the app', createdAt })
    expect(await exported(boss.token)).not.toHaveProperty('second_factors')
    await test.db.update(totpSecrets).set({ confirmedAt: createdAt }).where(eq(totpSecrets.userId, boss.id))
    await test.db.insert(recoveryCodes).values([
      { hash: 'hash of one', userId: boss.id, createdAt },
      { hash: 'hash of a used one', userId: boss.id, createdAt, usedAt: createdAt },
    ])
    const key = { publicKey: 'key of the laptop', signatureCount: 0, transports: [], createdAt }
    await test.db
      .insert(passkeys)
      .values({ credentialId: 'laptop', name: 'Laptop', userId: boss.id, lastUsedAt: createdAt, ...key })
    const shown = (await get('/backoffice/second-factor', boss.token)).data as SecondFactor
    const { totp, passkeys: listed, recovery_codes_left } = shown
    expect([totp, listed.length, recovery_codes_left]).toEqual([true, 1, 1])
    const { text } = await get('/profile/export', boss.token)
    const account = (JSON.parse(text) as { data: AccountExport }).data
    expect(account.second_factors).toEqual({ totp, passkeys: listed, recovery_codes_left })
    for (const secret of ['of the app', 'hash of', 'key of']) expect(text).not.toContain(secret)
  })

  it('is complete for somebody with more events than are read at a time, the newest first', async () => {
    const { id, token } = await test.signIn()
    await test.db.execute(sql`
      insert into events (id, title, description, email, user_id, location_name, latitude, longitude, timetable, created_at)
      select gen_random_uuid(), 'Number ' || n, 'Many', 'a@example.com', ${id}, 'Praia', 38.9, -9.4, '{"list":[]}',
        timestamptz '2026-06-01' + n * interval '1 minute'
      from generate_series(1, 450) n`)
    const { events } = await exported(token)
    expect(events.map(({ title }) => title)).toEqual(
      Array.from({ length: 450 }, (_, n) => `Number ${450 - n}`),
    )
  })

  it('is not stored by anything between, and only for who is signed in', async () => {
    const person = await test.signIn()
    const response = await get('/profile/export', person.token)
    expect(response.headers['cache-control']).toBe('no-store')
    await test.db.update(sessions).set({ revokedAt: new Date() }).where(eq(sessions.userId, person.id))
    expect((await get('/profile/export', person.token)).status).toBe(401)
    expect((await call(test, 'GET', '/profile/export')).status).toBe(401)
  })

  it('is made ten times an hour for one account', async () => {
    const limited = await buildTestApp({ limits: LIMITS })
    try {
      const [one, other] = [await limited.signIn(), await limited.signIn()]
      const statuses = []
      for (let number = 0; number < 11; number += 1)
        statuses.push((await call(limited, 'GET', '/profile/export', { token: one.token })).status)
      expect(statuses.indexOf(429)).toBe(10)
      expect((await call(limited, 'GET', '/profile/export', { token: other.token })).status).toBe(200)
    } finally {
      await limited.close()
    }
  })
})
