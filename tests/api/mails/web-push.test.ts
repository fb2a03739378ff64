import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TEST_NOW, buildTestApp } from '@tests/support/server/app'
import type { SignedIn, TestApp } from '@tests/support/server/app'
import { byAdmin, runReviewJobs } from '@tests/support/server/back-office'
import { call, review, submit } from '@tests/support/server/calls'
import { startPushReceiver } from '@tests/support/services/push-receiver'
import type { BrowserSubscription, PushReceiver } from '@tests/support/services/push-receiver'
import { TEST_VAPID_KEYS, testWebPush } from '@tests/support/services/web-push'
import { jobs, pushSubscriptionEvents, pushSubscriptions, users } from '@/server/platform/database/schema'

// A review in the back office, and what reaches the browsers: a push service on loopback that decrypts what it gets.

let receiver: PushReceiver
let test: TestApp

beforeAll(async () => {
  receiver = await startPushReceiver()
  test = await buildTestApp({
    webPush: testWebPush({ extraOrigin: receiver.origin, nowMs: () => test.clock.nowMs(), timeoutMs: 5000 }),
  })
})
beforeEach(async () => {
  test.clock.set(TEST_NOW)
  await test.db.delete(pushSubscriptions)
  await runReviewJobs(test)
  receiver.received.length = 0
  receiver.responses.length = 0
})
afterAll(async () => {
  await test.close()
  await receiver.close()
})

const subscribe = (
  browser: BrowserSubscription,
  { token, ...body }: { token?: string; event_id?: string; replaces?: string } = {},
  headers: Record<string, string> = {},
) =>
  call(test, 'POST', '/push/subscriptions', {
    ...(token === undefined ? {} : { token }),
    headers,
    body: { ...browser, ...body },
  })

const approve = async (id: string) => {
  expect((await review(test, id, { action: 'approve' })).status).toBe(200)
  await runReviewJobs(test)
}

const submitAs = ({ token, email }: SignedIn) => submit(test, { email }, { token })
/** A browser that is to be told of a submission. */
const waiting = async () => {
  const id = await submit(test)
  const browser = receiver.subscribe()
  await subscribe(browser, { event_id: id })
  return { id, browser }
}
const rowOf = async ({ endpoint }: BrowserSubscription) =>
  (await test.db.select().from(pushSubscriptions).where(eq(pushSubscriptions.endpoint, endpoint)))[0]
const webPushJobs = () => test.db.select().from(jobs).where(eq(jobs.kind, 'web-push'))
const names = () => receiver.received.map(({ name }) => name).toSorted()

describe('the key', () => {
  it('is the one that messages are signed with', async () => {
    const { data } = await call(test, 'GET', '/push/key')
    expect(data).toEqual({ public_key: TEST_VAPID_KEYS.publicKey })
  })
})

describe('a visitor’s browser', () => {
  it('is told of its submission once, in its language, with nothing private', async () => {
    const id = await submit(test, { title: 'Noite de Fado', email: 'ana@example.com' })
    const browser = receiver.subscribe('visitor')
    const reply = await subscribe(browser, { event_id: id }, { 'accept-language': 'pt' })
    expect([reply.status, reply.data]).toEqual([201, {}])
    await approve(id)
    await runReviewJobs(test)
    expect(receiver.received).toEqual([
      {
        name: 'visitor',
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
    const id = await submit(test)
    await subscribe(receiver.subscribe(), { event_id: id })
    await review(test, id, { action: 'reject', reason: 'We know this one already' })
    await runReviewJobs(test)
    expect(receiver.received.map(({ payload }) => payload)).toEqual([
      { status: 'REJECTED', event_id: id, locale: 'en', account: false },
    ])
  })

  it('is told of nothing else', async () => {
    const [mine, other] = [await submit(test), await submit(test)]
    await subscribe(receiver.subscribe(), { event_id: mine })
    await approve(other)
    expect(receiver.received).toEqual([])
  })

  it('is told of a review in a batch', async () => {
    const id = await submit(test)
    await subscribe(receiver.subscribe(), { event_id: id })
    await byAdmin(test, 'POST', '/events/review/batch', { event_ids: [id], action: 'approve' })
    await runReviewJobs(test)
    expect(receiver.received).toHaveLength(1)
  })

  it('cannot subscribe for what is somebody’s, reviewed or unknown, nor for nothing', async () => {
    const owned = await submitAs(await test.signIn())
    const reviewed = await submit(test)
    await approve(reviewed)
    for (const event_id of [owned, reviewed, randomUUID()])
      expect((await subscribe(receiver.subscribe(), { event_id })).error?.code).toBe('NOT_FOUND')
    expect((await subscribe(receiver.subscribe())).error?.code).toBe('NOT_FOUND')
    expect(await test.db.select().from(pushSubscriptions)).toEqual([])
  })

  it('is one of a few for a submission', async () => {
    const id = await submit(test)
    const statuses = []
    for (let browsers = 0; browsers < 6; browsers += 1)
      statuses.push((await subscribe(receiver.subscribe(), { event_id: id })).status)
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429])
  })

  it('is told when the endpoint was replaced', async () => {
    const id = await submit(test)
    const [before, after] = [receiver.subscribe(), receiver.subscribe('after')]
    await subscribe(before, { event_id: id })
    expect((await subscribe(after, { replaces: before.endpoint })).status).toBe(201)
    await approve(id)
    expect(names()).toEqual(['after'])
  })
})

describe('the browser of an account', () => {
  it('is told of all its submissions, and of nobody else’s', async () => {
    const maria = await test.signIn()
    await subscribe(receiver.subscribe('maria'), { token: maria.token })
    const ids = [await submitAs(maria), await submitAs(maria)]
    for (const id of [...ids, await submitAs(await test.signIn())]) await approve(id)
    expect(receiver.received.map(({ payload }) => payload)).toEqual(
      ids.map((event_id) => ({ status: 'PUBLISHED', event_id, locale: 'en', account: true })),
    )
  })

  it('is told of nothing once its session is over', async () => {
    const maria = await test.signIn()
    const browser = receiver.subscribe()
    await subscribe(browser, { token: maria.token })
    const [first, second] = [await submitAs(maria), await submitAs(maria)]
    expect((await review(test, first, { action: 'approve' })).status).toBe(200)
    const ended = await call(test, 'POST', '/auth/logout', { body: { refresh_token: maria.refreshToken } })
    expect(ended.status).toBe(200)
    await runReviewJobs(test)
    await approve(second)
    expect(receiver.received).toEqual([])
    await test.maintenance.run()
    expect(await rowOf(browser)).toBeUndefined()
  })

  it('is still told after the password was changed in it, and another browser is not', async () => {
    const maria = await test.signIn()
    const login = { email: maria.email, password: maria.password }
    const other = (await call(test, 'POST', '/auth/login', { body: login })).data as {
      access_token: { token: string }
    }
    await subscribe(receiver.subscribe('here'), { token: maria.token })
    await subscribe(receiver.subscribe('elsewhere'), { token: other.access_token.token })
    const id = await submitAs(maria)
    const changed = await call(test, 'PUT', '/profile/password', {
      token: maria.token,
      body: { old_password: maria.password, new_password: 'another horse battery' },
    })
    expect(changed.status, changed.text).toBe(200)
    await approve(id)
    expect(names()).toEqual(['here'])
  })

  it('is taken over by who signs in there next, and what a visitor subscribed there stays', async () => {
    const browser = receiver.subscribe()
    const visitors = await submit(test)
    await subscribe(browser, { event_id: visitors })
    const [maria, rui] = [await test.signIn(), await test.signIn()]
    await subscribe(browser, { token: maria.token })
    await subscribe(browser, { token: rui.token })
    for (const id of [await submitAs(maria), await submitAs(rui), visitors]) await approve(id)
    expect(receiver.received.map(({ payload }) => (payload as { account: boolean }).account)).toEqual([
      true,
      false,
    ])
  })

  it('is not told of the account when a visitor subscribes there after it', async () => {
    const browser = receiver.subscribe()
    const maria = await test.signIn()
    await subscribe(browser, { token: maria.token })
    const visitors = await submit(test)
    await subscribe(browser, { event_id: visitors })
    await approve(await submitAs(maria))
    expect(receiver.received).toEqual([])
  })

  it('has one endpoint a session: what the older was told of comes along', async () => {
    const maria = await test.signIn()
    const visitors = await submit(test)
    const [before, after] = [receiver.subscribe('before'), receiver.subscribe('after')]
    await subscribe(before, { token: maria.token, event_id: visitors })
    await subscribe(after, { token: maria.token })
    await approve(visitors)
    await approve(await submitAs(maria))
    expect(names()).toEqual(['after', 'after'])
  })
})

describe('ending it', () => {
  it('stops everything for that browser, and tells nobody whether there was one', async () => {
    const id = await submit(test)
    const browser = receiver.subscribe()
    await subscribe(browser, { event_id: id })
    const end = (endpoint: string) => call(test, 'POST', '/push/unsubscribe', { body: { endpoint } })
    const [known, unknown] = [await end(browser.endpoint), await end(`${receiver.origin}/none`)]
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text])
    await approve(id)
    expect(receiver.received).toEqual([])
  })

  it('happens by itself once every submission is decided', async () => {
    const browser = receiver.subscribe()
    const id = await submit(test)
    await subscribe(browser, { event_id: id })
    await approve(id)
    await test.maintenance.run()
    expect(await rowOf(browser), 'a message may still be retried').toBeDefined()
    test.clock.advance({ days: 8 })
    await test.maintenance.run()
    expect(await rowOf(browser)).toBeUndefined()
  })

  it('leaves a visitor’s part when the session of the same browser is over', async () => {
    const browser = receiver.subscribe()
    const visitors = await submit(test)
    await subscribe(browser, { event_id: visitors })
    const maria = await test.signIn()
    await subscribe(browser, { token: maria.token })
    await call(test, 'POST', '/auth/logout', { body: { refresh_token: maria.refreshToken } })
    test.clock.advance({ days: 50 })
    await test.maintenance.run()
    await approve(visitors)
    expect(receiver.received).toHaveLength(1)
  })
})

describe('a push service that does not accept a message', () => {
  it.each([404, 410])('with %i has forgotten the browser, and so do we', async (status) => {
    const { id, browser } = await waiting()
    receiver.responses.push({ status })
    await approve(id)
    expect(await rowOf(browser)).toBeUndefined()
    test.clock.advance({ days: 1 })
    await test.jobs.runDue()
    expect(receiver.received).toEqual([])
  })

  it('with 500 gets it again, and then no more', async () => {
    const { id } = await waiting()
    receiver.responses.push({ status: 500 })
    await approve(id)
    expect(receiver.received).toEqual([])
    test.clock.advance({ seconds: 20 })
    await test.jobs.runDue()
    test.clock.advance({ days: 1 })
    await test.jobs.runDue()
    expect(receiver.received).toHaveLength(1)
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

  it('with 400 or a redirect never gets it again', async () => {
    for (const refusal of [{ status: 400 }, { status: 302, headers: { location: `${receiver.origin}/x` } }]) {
      const { id } = await waiting()
      const before = receiver.requests()
      receiver.responses.push(refusal)
      await approve(id)
      test.clock.advance({ days: 1 })
      await test.jobs.runDue()
      expect(receiver.requests() - before).toBe(1)
    }
  })

  it('is not told last week’s news', async () => {
    const { id } = await waiting()
    receiver.responses.push({ status: 500 })
    await approve(id)
    test.clock.advance({ days: 8 })
    await test.jobs.runDue()
    expect(receiver.received).toEqual([])
  })

  it('does not hold up the mails', async () => {
    const id = await submit(test, { email: 'first-mail@example.com' })
    await subscribe(receiver.subscribe(), { event_id: id })
    await test.jobs.runDue()
    receiver.responses.push({ status: 500 })
    test.mails.sent.length = 0
    await approve(id)
    expect(test.mails.sent).toHaveLength(1)
  })
})

describe('a review', () => {
  it('that is not committed tells nobody', async () => {
    const id = await submit(test)
    await subscribe(receiver.subscribe(), { event_id: id })
    await approve(id)
    expect((await review(test, id, { action: 'reject' })).status).toBe(409)
    await runReviewJobs(test)
    expect(receiver.received).toHaveLength(1)
  })

  it('leaves no job that speaks of an event once that is deleted', async () => {
    const [told, untold] = [await submit(test), await submit(test)]
    for (const id of [told, untold]) await subscribe(receiver.subscribe(), { event_id: id })
    await approve(told)
    await review(test, untold, { action: 'reject' })
    for (const id of [told, untold]) await byAdmin(test, 'DELETE', `/events/${id}`)
    expect(JSON.stringify(await webPushJobs())).not.toMatch(new RegExp(`${told}|${untold}`))
    await runReviewJobs(test)
    expect(receiver.received).toHaveLength(1)
  })

  it('tells nobody of an account that is deleted', async () => {
    const maria = await test.signIn()
    await subscribe(receiver.subscribe(), { token: maria.token })
    const id = await submitAs(maria)
    await review(test, id, { action: 'approve' })
    await test.db.delete(users).where(eq(users.id, maria.id))
    await runReviewJobs(test)
    expect(receiver.received).toEqual([])
    expect(await test.db.select().from(pushSubscriptionEvents)).toEqual([])
  })
})

describe('a server that ends while a message is on its way', () => {
  it('leaves it to the next one: it goes again, under the same topic', async () => {
    const id = await submit(test)
    const browser = receiver.subscribe()
    await subscribe(browser, { event_id: id })
    await review(test, id, { action: 'approve' })
    receiver.responses.push({ status: 0, hangs: true })
    const arrival = receiver.nextRequest()
    const run = runReviewJobs(test)
    await arrival
    // The lease is over that a killed server has claimed.
    test.clock.advance({ minutes: 16 })
    await test.jobs.runDue()
    receiver.dropHanging()
    await run
    expect(receiver.received).toHaveLength(1)
  })
})

describe('an address of somebody else', () => {
  it.each([
    'http://127.0.0.1:1/x',
    'https://169.254.169.254/latest',
    'https://localhost/x',
    'https://fcm.googleapis.com.example.com/x',
    'https://example.com/x',
  ])('that is no push service’s is never called: %s', async (endpoint) => {
    const id = await submit(test)
    const refused = await subscribe({ ...receiver.subscribe(), endpoint }, { event_id: id })
    expect([refused.status, refused.error?.fields]).toEqual([
      422,
      [expect.objectContaining({ path: 'endpoint' })],
    ])
  })

  it('comes with keys that something can be encrypted for', async () => {
    const id = await submit(test)
    const { endpoint, keys } = receiver.subscribe()
    const offCurve = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]).toString('base64url')
    for (const wrong of [
      { ...keys, p256dh: offCurve },
      { ...keys, p256dh: keys.p256dh.slice(0, 60) },
      { ...keys, auth: keys.p256dh },
    ])
      expect((await subscribe({ endpoint, keys: wrong }, { event_id: id })).status).toBe(422)
  })
})

it('a server without keys offers no notifications', async () => {
  const plain = await buildTestApp({ webPush: undefined })
  try {
    expect((await call(plain, 'GET', '/push/key')).status).toBe(404)
    const id = await submit(plain)
    const body = { ...receiver.subscribe(), event_id: id }
    expect((await call(plain, 'POST', '/push/subscriptions', { body })).status).toBe(404)
    await review(plain, id, { action: 'approve' })
    expect(await runReviewJobs(plain)).toBeGreaterThan(0)
  } finally {
    await plain.close()
  }
})
