import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  buildTestApp,
  TEST_NOW,
  TEST_VAPID_KEYS,
  testWebPush,
  type SignedIn,
  type TestApp,
} from '@tests/support/server/app'
import { byAdmin, runReviewJobs } from '@tests/support/server/back-office'
import { call, review, submit } from '@tests/support/server/calls'
import {
  startPushReceiver,
  type BrowserSubscription,
  type PushReceiver,
} from '@tests/support/services/push-receiver'
import { devices, jobs, notifications, pushSubscriptions } from '@/server/platform/database/schema'
import type { Push } from '@/server/platform/push/apple-push'

// A review in the back office, and what reaches the browsers: a push service on loopback that decrypts what it gets.

let receiver: PushReceiver
let test: TestApp
/** What Apple's sender was given; its own test shows what it makes of that. */
const toDevices: Push[] = []
const outcomes: ('gone' | 'retry')[] = []

beforeAll(async () => {
  receiver = await startPushReceiver()
  test = await buildTestApp({
    webPush: testWebPush({ extraOrigin: receiver.origin, nowMs: () => test.clock.nowMs() }),
    push: {
      send: async (push) => (toDevices.push(push), outcomes.shift() ?? 'delivered'),
      close: async () => {},
    },
  })
})
beforeEach(async () => {
  test.clock.set(TEST_NOW)
  await test.db.delete(pushSubscriptions)
  await runReviewJobs(test)
  for (const list of [receiver.received, receiver.responses, toDevices, outcomes]) list.length = 0
})
afterAll(async () => {
  await test.close()
  await receiver.close()
})

const subscribe = (
  browser: BrowserSubscription,
  {
    token,
    locale = 'en',
    ...more
  }: { token?: string; locale?: string; event_id?: string; replaces?: string },
) =>
  call(test, 'POST', '/push/subscriptions', {
    ...(token === undefined ? {} : { token }),
    headers: { 'accept-language': locale },
    body: { ...browser, ...more },
  })
async function approve(...ids: string[]) {
  for (const id of ids) expect((await review(test, id, { action: 'approve' })).status).toBe(200)
  await runReviewJobs(test)
}
const submitAs = ({ token, email }: SignedIn) => submit(test, { email }, { token })
/** A browser that is to be told of a visitor's submission. */
async function waiting() {
  const id = await submit(test)
  const browser = receiver.subscribe()
  await subscribe(browser, { event_id: id })
  return { id, browser }
}
const isStored = async ({ endpoint }: BrowserSubscription) =>
  (await test.db.$count(pushSubscriptions, eq(pushSubscriptions.endpoint, endpoint))) > 0
const signOut = ({ refreshToken }: SignedIn) =>
  call(test, 'POST', '/auth/logout', { body: { refresh_token: refreshToken } })
/** Expects that a browser was told of these reviews since the last look, in whatever order, and nobody of another. */
function expectTold(name: string, ...ids: string[]) {
  const told = receiver.received
    .splice(0)
    .map((one) => [one.name, (one.payload as { event_id: string }).event_id].join())
  expect(told.toSorted()).toEqual(ids.map((id) => [name, id].join()).toSorted())
}
describe('a visitor’s browser', () => {
  it('is told of its submission once, in its language, with nothing private, and of no other', async () => {
    const id = await submit(test, { title: 'Noite de Fado', email: 'ana@example.com' })
    expect((await call(test, 'GET', '/push/key')).data).toEqual({ public_key: TEST_VAPID_KEYS.publicKey })
    const subscribed = await subscribe(receiver.subscribe('ana'), { event_id: id, locale: 'pt' })
    expect([subscribed.status, subscribed.data]).toEqual([201, {}])
    await approve(id, await submit(test))
    await runReviewJobs(test)
    expect(receiver.received).toEqual([
      {
        name: 'ana',
        payload: { status: 'PUBLISHED', event_id: id, locale: 'pt', account: false },
        vapid: { aud: receiver.origin, sub: 'mailto:guide@example.com', exp: expect.any(Number) },
        publicKey: TEST_VAPID_KEYS.publicKey,
        ttl: 7 * 86_400,
        urgency: 'normal',
        topic: expect.stringMatching(/^[\w-]{32}$/),
      },
    ])
  })

  it('is told of a rejection without its reason', async () => {
    const { id } = await waiting()
    await review(test, id, { action: 'reject', reason: 'We know this one already' })
    await runReviewJobs(test)
    const payload = { status: 'REJECTED', event_id: id, locale: 'en', account: false }
    expect(receiver.received).toMatchObject([{ payload }])
  })

  it('cannot subscribe for what is somebody’s, reviewed or unknown, nor for nothing', async () => {
    const [owned, decided] = [await submitAs(await test.signIn()), await submit(test)]
    await approve(decided)
    for (const event_id of [owned, decided, randomUUID(), undefined])
      expect((await subscribe(receiver.subscribe(), { ...(event_id && { event_id }) })).error?.code).toBe(
        'NOT_FOUND',
      )
    expect(await test.db.$count(pushSubscriptions)).toBe(0)
  })
})

describe('the browser of an account', () => {
  it('is told of all its submissions, and of nobody else’s', async () => {
    const maria = await test.signIn()
    await subscribe(receiver.subscribe('maria'), { token: maria.token })
    const ids = [await submitAs(maria), await submitAs(maria)]
    await approve(...ids, await submitAs(await test.signIn()), await submit(test))
    expect(receiver.received[0]?.payload).toMatchObject({ account: true })
    expectTold('maria', ...ids)
  })

  it('is told of nothing of it once its session is over, though of what a visitor there wants', async () => {
    const [maria, visitors] = [await test.signIn(), await submit(test)]
    const [own, shared] = [receiver.subscribe('own'), receiver.subscribe('shared')]
    await subscribe(shared, { event_id: visitors })
    await subscribe(shared, { token: maria.token })
    const other = (await call(test, 'POST', '/auth/login', { body: maria })).data as {
      access_token: { token: string }
    }
    await subscribe(own, { token: other.access_token.token })
    const id = await submitAs(maria)
    await review(test, id, { action: 'approve' })
    await signOut(maria)
    await runReviewJobs(test)
    expectTold('own', id)
    test.clock.advance({ days: 50 })
    await test.maintenance.run()
    expect([await isStored(own), await isStored(shared)]).toEqual([false, true])
    await approve(visitors)
    expectTold('shared', visitors)
  })

  it('is still told after the password was changed in it, and another browser is not', async () => {
    const maria = await test.signIn()
    const elsewhere = (await call(test, 'POST', '/auth/login', { body: maria })).data as {
      access_token: { token: string }
    }
    await subscribe(receiver.subscribe('here'), { token: maria.token })
    await subscribe(receiver.subscribe('elsewhere'), { token: elsewhere.access_token.token })
    const id = await submitAs(maria)
    const body = { old_password: maria.password, new_password: 'another horse battery' }
    expect((await call(test, 'PUT', '/profile/password', { token: maria.token, body })).status).toBe(200)
    await approve(id)
    expectTold('here', id)
  })

  it('is taken over by who signs in there next, and no account’s once a visitor subscribes there', async () => {
    const browser = receiver.subscribe('shared')
    const [first, second] = [await submit(test), await submit(test)]
    await subscribe(browser, { event_id: first })
    const [maria, rui] = [await test.signIn(), await test.signIn()]
    for (const { token } of [maria, rui]) await subscribe(browser, { token })
    const his = await submitAs(rui)
    await approve(await submitAs(maria), his, first)
    expectTold('shared', his, first)
    await subscribe(browser, { event_id: second })
    await approve(await submitAs(rui), second)
    expectTold('shared', second)
  })
})

describe('a push service that does not accept a message', () => {
  it.each([404, 410])('with %i has forgotten the browser, and so do we', async (status) => {
    const { id, browser } = await waiting()
    receiver.responses.push({ status })
    await approve(id)
    expect(await isStored(browser)).toBe(false)
  })

  it('is left alone as long as Retry-After says', async () => {
    const { id } = await waiting()
    receiver.responses.push({ status: 429, headers: { 'retry-after': '3600' } })
    await approve(id)
    const before = receiver.requests()
    test.clock.advance({ minutes: 59 })
    await test.jobs.runDue()
    expect(receiver.requests()).toBe(before)
    test.clock.advance({ minutes: 2 })
    await test.jobs.runDue()
    expect(receiver.received).toHaveLength(1)
  })
})

it('no job speaks of an event once that is deleted', async () => {
  const { id: sent } = await waiting()
  const { id: unsent } = await waiting()
  await approve(sent)
  await review(test, unsent, { action: 'reject' })
  for (const id of [sent, unsent]) await byAdmin(test, 'DELETE', `/events/${id}`)
  const left = await test.db.select().from(jobs).where(eq(jobs.kind, 'web-push'))
  expect(JSON.stringify(left)).not.toMatch(new RegExp(`${sent}|${unsent}`))
  await runReviewJobs(test)
  expect(receiver.received).toHaveLength(1)
})

/** An event of a person with devices of these tokens, which was just approved. */
async function reviewed(...tokens: string[]) {
  const owner = await test.signIn()
  for (const token of tokens) await setDevice(owner, token)
  const id = await submit(test, { title: 'Noite de Fado', email: owner.email }, { token: owner.token })
  await review(test, id, { action: 'approve' })
  return { owner, id }
}
const setDevice = ({ token }: SignedIn, deviceToken: string) =>
  call(test, 'POST', '/user/set-apple-device', {
    token,
    body: { device_id: `phone ${deviceToken}`, device_token: deviceToken },
  })
const devicesOf = ({ id }: SignedIn) => test.db.select().from(devices).where(eq(devices.userId, id))

describe('a device with the app', () => {
  it('is told once, as each of its owner’s', async () => {
    const { id } = await reviewed('aa01', 'aa02')
    await runReviewJobs(test)
    await test.jobs.runDue()
    expect(toDevices.map(({ deviceToken }) => deviceToken).toSorted()).toEqual(['aa01', 'aa02'])
    expect(toDevices[0]).toMatchObject({
      title: 'Your event has been published',
      body: '“Noite de Fado” is now in the guide.',
      data: { event_id: id, status: 'PUBLISHED' },
    })
  })

  it('that is gone is deleted, without its notification; one that Apple does not accept is tried again', async () => {
    const { owner } = await reviewed('bb01', 'bb02')
    outcomes.push('gone', 'retry')
    await runReviewJobs(test)
    test.clock.advance({ hours: 1 })
    await test.jobs.runDue()
    expect(toDevices).toHaveLength(3)
    expect(await devicesOf(owner)).toHaveLength(1)
    expect(await test.db.$count(notifications, eq(notifications.userId, owner.id))).toBe(2)
  })

  it('that has a new owner, or a suspended one, is told nothing', async () => {
    await reviewed('cc01')
    await setDevice(await test.signIn(), 'cc01')
    const { owner } = await reviewed('cc02')
    await byAdmin(test, 'POST', `/users/${owner.id}/suspend`)
    await runReviewJobs(test)
    expect(toDevices).toEqual([])
    expect(await devicesOf(owner)).toHaveLength(1)
  })
})
