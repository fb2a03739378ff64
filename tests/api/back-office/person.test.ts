import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '@tests/support/server/app'
import { byAdmin } from '@tests/support/server/back-office'
import { call, publish, submit } from '@tests/support/server/calls'
import { readExport } from '@tests/support/server/export'
import { rowsWith } from '@tests/support/server/rows-with'
import type { Person } from '@/contract/back-office/back-office-people'
import { activities, events, weekSubscribers } from '@/server/platform/database/schema'

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp()
})
beforeEach(() => {
  test.mails.sent.length = 0
})
afterAll(() => test.close())

const personOf = async (who: string) =>
  (await byAdmin(test, 'GET', `/person?who=${encodeURIComponent(who)}`)).data as Person
const erase = (who: string) => byAdmin(test, 'POST', '/person/erase', { who })
const recorded = async (action: (typeof activities.$inferSelect)['action']) =>
  test.db.select().from(activities).where(eq(activities.action, action))

/** What somebody without an account leaves behind. */
async function visitor() {
  const email = `visitor-${randomUUID()}@example.com`
  const published = await publish(test, { email, title: 'Stays in the guide' })
  const waiting = await submit(test, { email: email.toUpperCase(), title: 'Waits for its review' })
  const message = { first_name: 'Ana', last_name: 'Sousa', email, topic: 'Other', message: 'Where is it?' }
  await call(test, 'POST', '/contact-form', { key: randomUUID(), body: message })
  const subscriber = { id: randomUUID(), email, locale: 'pt', confirmedAt: new Date(test.clock.nowMs()) }
  await test.db.insert(weekSubscribers).values(subscriber)
  return { email, published, waiting, subscriberId: subscriber.id }
}

describe('the page of a person', () => {
  it('is found by an address without an account, however it is written', async () => {
    const { email, published, waiting, subscriberId } = await visitor()
    const person = await personOf(email.toUpperCase())
    expect(person).toMatchObject({ email, user: null, sessions: [], week_mail: { id: subscriberId } })
    expect(person.events.items.map(({ id }) => id).toSorted()).toEqual([published, waiting].toSorted())
    expect(person.messages).toMatchObject([{ message: 'Where is it?', is_done: false }])
    expect(person.mails.map(({ template }) => template)).toContain('submission-received')
  })

  it('is found by the id and by the address of an account, with its sessions', async () => {
    const { id, email, token } = await test.signIn()
    await submit(test, { email: 'work@example.com' }, { token })
    const person = await personOf(id)
    expect(person).toMatchObject({ email, user: { id, email }, events: { total: 1 } })
    expect(person.sessions).toHaveLength(1)
    expect(await personOf(email)).toEqual(person)
  })
})

it('the search finds a pasted id, and addresses that have no account', async () => {
  const { id } = await test.signIn()
  const found = (await byAdmin(test, 'GET', `/users?search=${id.toUpperCase()}`)).data
  expect(found).toMatchObject({ items: [{ id }] })
  const { email } = await visitor()
  const addresses = async (search: string) => (await byAdmin(test, 'GET', `/addresses?search=${search}`)).data
  expect(await addresses(email.slice(0, 20).toUpperCase())).toEqual({ items: [{ email }] })
  const account = await test.signIn()
  await submit(test, { email: account.email })
  expect(await addresses(account.email)).toEqual({ items: [] })
})

it('an export has what an address left, and is recorded without it', async () => {
  const { email, published } = await visitor()
  const response = await test.app.inject({
    method: 'POST',
    url: '/api/v1/backoffice/person/export',
    headers: { authorization: `Bearer ${await test.admin()}` },
    payload: { who: email },
  })
  const { data } = await readExport(response.rawPayload)
  expect(JSON.stringify(data)).toContain(published)
  expect(JSON.stringify(data)).toContain('Where is it?')
  expect(JSON.stringify(await recorded('person.exported'))).not.toContain(email)
})

describe('an erased person', () => {
  it('without an account leaves published events without the address, and nothing else', async () => {
    const { email, published, waiting } = await visitor()
    expect((await erase(email)).status).toBe(200)
    await test.jobs.runDue()
    expect(await rowsWith(test, email)).toEqual([])
    const stored = await test.db.select().from(events).where(eq(events.id, published))
    expect(stored).toMatchObject([{ status: 'PUBLISHED', email: '' }])
    expect(await test.db.$count(events, eq(events.id, waiting))).toBe(0)
    expect(test.mails.sent.filter(({ to }) => to === email)).toEqual([])
    expect((await erase(email)).status).toBe(404)
  })

  it('with an account is told by a last mail, and the log does not say who it was', async () => {
    const { id, email, token } = await test.signIn()
    await submit(test, { email }, { token })
    expect((await erase(id)).status).toBe(200)
    expect((await call(test, 'GET', '/profile/me', { token })).status).toBe(401)
    await test.jobs.runDue()
    expect(test.mails.sent.filter(({ to }) => to === email)).toHaveLength(1)
    for (const trace of [id, email]) expect(await rowsWith(test, trace)).toEqual([])
    expect((await recorded('person.erased')).at(-1)).toMatchObject({ subjectLabel: '', details: {} })
  })

  it('is never oneself', async () => {
    const admin = await test.signIn({ role: 'ADMIN' })
    const body = { who: admin.email }
    const refused = await call(test, 'POST', '/backoffice/person/erase', { token: admin.token, body })
    expect(refused.error?.code).toBe('CONFLICT')
  })
})

it('a subscriber of the week by mail is removed, and that is recorded', async () => {
  const { email, subscriberId } = await visitor()
  expect((await byAdmin(test, 'DELETE', `/week-subscribers/${subscriberId}`)).status).toBe(200)
  expect((await personOf(email)).week_mail).toBeNull()
  expect((await recorded('week-mail.removed')).map(({ subjectId }) => subjectId)).toEqual([subscriberId])
  expect((await byAdmin(test, 'DELETE', `/week-subscribers/${subscriberId}`)).status).toBe(404)
})
