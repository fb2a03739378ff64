import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { EventUpdate } from '@/domain/submissions/submission'
import { jobs, pushSubscriptions, reminders } from '@/server/platform/database/schema'
import { buildTestApp, TEST_NOW, testWebPush, type TestApp } from '@tests/support/server/app'
import { byAdmin, edit, inBackOffice } from '@tests/support/server/back-office'
import { call, publish, submit } from '@tests/support/server/calls'
import { block } from '@tests/support/server/timetables'
import {
  startPushReceiver,
  type BrowserSubscription,
  type PushReceiver,
} from '@tests/support/services/push-receiver'

// Two servers on one database, and the browsers behind a push service on loopback that decrypts what it gets.

let receiver: PushReceiver
let test: TestApp
let other: TestApp

beforeAll(async () => {
  receiver = await startPushReceiver()
  const webPush = testWebPush({ extraOrigin: receiver.origin, nowMs: () => test.clock.nowMs() })
  test = await buildTestApp({ webPush })
  other = await buildTestApp({ beside: test, webPush })
})
beforeEach(async () => {
  test.clock.set(TEST_NOW)
  await test.db.delete(pushSubscriptions)
  await test.db.delete(jobs)
  receiver.received.length = 0
  receiver.responses.length = 0
})
afterAll(async () => {
  await other.close()
  await test.close()
  await receiver.close()
})

/** The date of `submission()`: 19:00 to 22:00 in the village, where it is summer. */
const DAY = '2026-06-20'
const EVENING_BEFORE = '2026-06-19T17:00:00Z'
const HOUR_BEFORE = '2026-06-20T17:00:00Z'

const remind = (browser: BrowserSubscription, event_id: string, before: string[] = ['hour'], day = DAY) =>
  call(test, 'POST', '/push/reminders', {
    headers: { 'accept-language': 'pt' },
    body: { ...browser, event_id, day, before },
  })
const listed = async ({ endpoint }: BrowserSubscription) =>
  ((await call(test, 'POST', '/push/reminders/list', { body: { endpoint } })).data as { reminders: object[] })
    .reminders
async function announce(id: string, state: string | null) {
  const { revision } = await inBackOffice(test, id)
  const response = await byAdmin(test, 'PUT', `/events/${id}/states/${DAY}`, { state, revision })
  expect(response.status, response.text).toBe(200)
}
const move = async (id: string, changes: Partial<EventUpdate>) =>
  expect((await edit(test, id, changes)).status).toBe(200)
const PARK = { location_name: 'Parque de Santa Marta', latitude: 38.9655, longitude: -9.4172 }
const from = (start: string, end: string) => ({ timetable: { list: [block(start, end)] } })
/** Runs what is due at an instant on both servers. */
async function runAt(instant: string) {
  for (const { clock } of [test, other]) clock.set(instant)
  await Promise.all([test, other].map(({ maintenance }) => maintenance.run(60_000)))
  await Promise.all([test, other].map(({ jobs: queue }) => queue.runDue()))
}
const received = () =>
  receiver.received.map(({ name, payload }) => `${name}: ${(payload as { reminder: string }).reminder}`)

describe('a browser', () => {
  it('is reminded at each moment it asked for, once by two servers, with ids alone, until the start', async () => {
    const id = await publish(test, { title: 'Noite de Fado' })
    const response = await remind(receiver.subscribe(), id, ['hour', 'evening', 'hour'])
    expect([response.status, response.data]).toEqual([201, {}])
    await runAt('2026-06-19T16:59:59Z')
    expect(received()).toEqual([])
    for (const instant of [EVENING_BEFORE, HOUR_BEFORE, '2026-06-20T17:30:00Z']) await runAt(instant)
    const date = { event_id: id, day: DAY, locale: 'pt' }
    expect(receiver.received).toMatchObject([
      { payload: { ...date, reminder: 'evening' }, ttl: 25 * 3600, urgency: 'high' },
      { payload: { ...date, reminder: 'hour' }, ttl: 3600, urgency: 'high' },
    ])
    expect(Object.keys(receiver.received[0]?.payload as object)).toHaveLength(4)
  })

  it('wants something else of the same date, or nothing more, and knows what it wants', async () => {
    const id = await publish(test)
    const browser = receiver.subscribe('ana')
    await remind(browser, id, ['hour', 'evening'])
    await remind(browser, id, ['evening'])
    expect(await listed(browser)).toEqual([{ event_id: id, day: DAY, before: ['evening'] }])
    expect(await listed(receiver.subscribe())).toEqual([])
    await runAt(EVENING_BEFORE)
    for (const _ of ['known', 'unknown']) expect((await remind(browser, id, [])).status).toBe(201)
    await runAt(HOUR_BEFORE)
    expect([received(), await listed(browser)]).toEqual([['ana: evening'], []])
  })

  it('cannot be reminded of what is not published, has no such date, or has begun, nor at any address', async () => {
    const [id, waiting] = [await publish(test), await submit(test)]
    const codes = [
      await remind(receiver.subscribe(), waiting),
      await remind(receiver.subscribe(), randomUUID()),
      await remind(receiver.subscribe(), id, ['hour'], '2026-06-21'),
      await remind({ ...receiver.subscribe(), endpoint: 'https://evil.example/push' }, id),
    ]
    test.clock.set('2026-06-20T18:00:00Z')
    codes.push(await remind(receiver.subscribe(), id))
    const missing = 'NOT_FOUND'
    expect(codes.map(({ error }) => error?.code)).toEqual([
      missing,
      missing,
      missing,
      'VALIDATION_FAILED',
      missing,
    ])
    expect(await test.db.$count(pushSubscriptions)).toBe(0)
  })

  it('is reminded although its push service was away, not once the date has begun, nor when it is gone', async () => {
    const ids = [await publish(test), await publish(test), await publish(test)]
    for (const id of ids) await remind(receiver.subscribe(), id)
    const late = { status: 503, headers: { 'retry-after': '7200' } }
    receiver.responses.push({ status: 503 }, late, { status: 410 })
    for (const instant of [HOUR_BEFORE, '2026-06-20T17:01:00Z', '2026-06-20T19:30:00Z']) await runAt(instant)
    expect(receiver.received).toMatchObject([{ ttl: 59 * 60 }])
    expect(await test.db.$count(reminders)).toBe(2)
  })
})

describe('an edit of the event', () => {
  it('takes the reminders along, and reminds at once where the moment has passed meanwhile', async () => {
    const id = await publish(test)
    await remind(receiver.subscribe('ana'), id, ['hour', 'evening'])
    await move(id, from('2026-06-20 21:00', '2026-06-20 23:00'))
    for (const instant of [EVENING_BEFORE, HOUR_BEFORE]) await runAt(instant)
    expect(received()).toEqual(['ana: evening'])
    await move(id, from('2026-06-20 18:30', '2026-06-20 23:00'))
    await runAt('2026-06-20T17:05:00Z')
    await move(id, { title: 'Another title', ...from('2026-06-20 18:30', '2026-06-20 23:00') })
    await runAt('2026-06-20T17:10:00Z')
    expect(received()).toEqual(['ana: evening', 'ana: hour'])
  })

  it('is told to those who asked for it: time, place, state, each once, and what is taken back in time is not', async () => {
    const id = await publish(test)
    await remind(receiver.subscribe('news'), id, ['change'])
    await remind(receiver.subscribe('hour'), id)
    await move(id, PARK)
    await runAt('2026-06-16T10:00:00Z')
    await move(id, { ...PARK, description: 'New words about the same evening.' })
    await announce(id, 'cancelled')
    await announce(id, null)
    await runAt('2026-06-16T11:00:00Z')
    expect(received()).toEqual(['news: change'])
    await announce(id, 'cancelled')
    // It can still be taken back.
    await runAt('2026-06-16T11:00:05Z')
    expect(received()).toHaveLength(1)
    await runAt('2026-06-16T11:01:00Z')
    await move(id, from('2026-06-20 20:00', '2026-06-20 22:00'))
    await runAt('2026-06-16T13:00:00Z')
    expect(received()).toEqual(Array<string>(3).fill('news: change'))
    // A person who asked for the hour hears at that hour that it is off.
    await runAt('2026-06-20T18:00:00Z')
    expect(received().at(-1)).toBe('hour: hour')
  })

  it('that deletes it is told once to each who wanted to go, and leaves nothing else of its reminders', async () => {
    const id = await publish(test)
    await remind(receiver.subscribe('hour'), id)
    await remind(receiver.subscribe('both'), id, ['evening', 'change'])
    expect((await byAdmin(test, 'DELETE', `/events/${id}`)).status).toBe(200)
    expect(await test.db.$count(reminders)).toBe(0)
    for (const instant of [TEST_NOW, EVENING_BEFORE, HOUR_BEFORE]) await runAt(instant)
    expect(received().toSorted()).toEqual(['both: change', 'hour: change'])
    expect(receiver.received[0]?.payload).toMatchObject({ event_id: id, day: DAY })
  })
})

it('a reminder stays with its browser when the person there deletes the account, and goes after its day', async () => {
  const id = await publish(test)
  const { token, password } = await test.signIn()
  const browser = receiver.subscribe('maria')
  await call(test, 'POST', '/push/subscriptions', { token, body: browser })
  await remind(browser, id)
  expect((await call(test, 'POST', '/profile/delete', { token, body: { password } })).status).toBe(200)
  await test.maintenance.run()
  await runAt(HOUR_BEFORE)
  expect(received()).toEqual(['maria: hour'])
  test.clock.set('2026-06-21T00:00:00Z')
  await test.maintenance.run()
  expect(await test.db.$count(pushSubscriptions, eq(pushSubscriptions.endpoint, browser.endpoint))).toBe(0)
})
