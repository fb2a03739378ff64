import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { EventUpdate } from '@/domain/submissions/submission'
import { deferred } from '@/offline/platform/deferred'
import { jobs, pushSubscriptions, reminders } from '@/server/platform/database/schema'
import type { WebPushSender } from '@/server/platform/push/web-push'
import { buildTestApp, TEST_NOW } from '@tests/support/server/app'
import type { TestApp } from '@tests/support/server/app'
import { byAdmin, edit, inBackOffice } from '@tests/support/server/back-office'
import { call, publish, submit } from '@tests/support/server/calls'
import { block, weekly } from '@tests/support/server/timetables'
import { startPushReceiver } from '@tests/support/services/push-receiver'
import type { BrowserSubscription, PushReceiver } from '@tests/support/services/push-receiver'
import { testWebPush } from '@tests/support/services/web-push'

// Two servers on one database, and the browsers behind a push service on loopback that decrypts what it gets.

let receiver: PushReceiver
let test: TestApp
let other: TestApp
/** The next push is sent only when it is let go. */
let held: ReturnType<typeof hold> | undefined

beforeAll(async () => {
  receiver = await startPushReceiver()
  const sender = testWebPush({ extraOrigin: receiver.origin, nowMs: () => test.clock.nowMs() })
  const webPush: WebPushSender = {
    ...sender,
    send: async (push) => {
      const own = held
      held = undefined
      own?.begun.resolve()
      await own?.letGo.promise
      return sender.send(push)
    },
  }
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
const HOUR_BEFORE = '2026-06-20T17:00:00Z'
const MINUTE_MS = 60_000
const EVENING_BEFORE = '2026-06-19T17:00:00Z'

const remind = (
  { endpoint, keys }: BrowserSubscription,
  event_id: string,
  { day = DAY, before = ['hour'] }: { day?: string; before?: string[] } = {},
) =>
  call(test, 'POST', '/push/reminders', {
    headers: { 'accept-language': 'pt' },
    body: { endpoint, keys, event_id, day, before },
  })
const removeReminder = (browser: BrowserSubscription, event_id: string) =>
  remind(browser, event_id, { before: [] })
const listed = async ({ endpoint }: BrowserSubscription) =>
  (await call(test, 'POST', '/push/reminders/list', { body: { endpoint } })).data
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
  await Promise.all([test, other].map(({ maintenance }) => maintenance.run(MINUTE_MS)))
  await Promise.all([test, other].map(({ jobs: queue }) => queue.runDue()))
}
/** Edits the event while a push of what is due at this instant is under way. */
async function editInFlight(instant: string, work: () => Promise<void>) {
  const push = (held = hold())
  for (const { clock } of [test, other]) clock.set(instant)
  await test.maintenance.run(MINUTE_MS)
  const running = test.jobs.runDue()
  await push.begun.promise
  await work()
  await other.maintenance.run(MINUTE_MS)
  await other.jobs.runDue()
  push.letGo.resolve()
  await running
}
function hold() {
  return { begun: deferred<void>(), letGo: deferred<void>() }
}
const received = () =>
  receiver.received.map(({ name, payload }) => [name, (payload as { reminder: string }).reminder])

describe('a browser', () => {
  it('is reminded at each moment it asked for, once by two servers, with ids alone, until the start', async () => {
    const id = await publish(test, { title: 'Noite de Fado' })
    const response = await remind(receiver.subscribe('ana'), id, { before: ['hour', 'evening', 'hour'] })
    expect([response.status, response.data]).toEqual([201, {}])
    await runAt('2026-06-19T16:59:59Z')
    expect(received()).toEqual([])
    await runAt(EVENING_BEFORE)
    await runAt(HOUR_BEFORE)
    await runAt('2026-06-20T17:30:00Z')
    const date = { event_id: id, day: DAY, locale: 'pt' }
    expect(receiver.received.map(({ payload, ttl, urgency }) => ({ payload, ttl, urgency }))).toEqual([
      { payload: { ...date, reminder: 'evening' }, ttl: 25 * 3600, urgency: 'high' },
      { payload: { ...date, reminder: 'hour' }, ttl: 3600, urgency: 'high' },
    ])
  })

  it('wants something else of the same date, or nothing more, and knows what it wants', async () => {
    const id = await publish(test)
    const browser = receiver.subscribe()
    await remind(browser, id, { before: ['hour', 'evening'] })
    await remind(browser, id, { before: ['evening'] })
    expect(await listed(browser)).toEqual({ reminders: [{ event_id: id, day: DAY, before: ['evening'] }] })
    expect(await listed(receiver.subscribe())).toEqual({ reminders: [] })
    await runAt(EVENING_BEFORE)
    expect((await removeReminder(browser, id)).status).toBe(201)
    expect((await removeReminder(browser, id)).status).toBe(201)
    await runAt(HOUR_BEFORE)
    expect(receiver.received.map(({ payload }) => payload)).toMatchObject([{ reminder: 'evening' }])
    expect(await listed(browser)).toEqual({ reminders: [] })
  })

  it('cannot be reminded of what is not published, has no such date, or has begun', async () => {
    const [id, waiting] = [await publish(test), await submit(test)]
    const codes = [
      await remind(receiver.subscribe(), waiting),
      await remind(receiver.subscribe(), randomUUID()),
      await remind(receiver.subscribe(), id, { day: '2026-06-21' }),
    ]
    test.clock.set('2026-06-20T18:00:00Z')
    codes.push(await remind(receiver.subscribe(), id))
    expect(codes.map(({ error }) => error?.code)).toEqual(Array(4).fill('NOT_FOUND'))
    const elsewhere = { ...receiver.subscribe(), endpoint: 'https://evil.example/push' }
    expect((await remind(elsewhere, id)).error?.code).toBe('VALIDATION_FAILED')
    expect(await test.db.select().from(pushSubscriptions)).toEqual([])
  })

  it('is reminded of the evening of a day whose matinee is over, wherever an edit moves that', async () => {
    const matinee = block('2026-06-20 15:00', '2026-06-20 15:45')
    const sessions = (start: string) => ({
      timetable: { list: [matinee, block(`2026-06-20 ${start}`, '2026-06-20 23:00')] },
    })
    const id = await publish(test, sessions('21:00'))
    const [early, late] = [receiver.subscribe('early'), receiver.subscribe('late')]
    await remind(early, id)
    test.clock.set('2026-06-20T15:00:00Z')
    expect((await remind(late, id, { before: ['hour', 'change'] })).status).toBe(201)
    await move(id, sessions('21:30'))
    await runAt('2026-06-20T19:29:59Z')
    expect(received()).toEqual([['late', 'change']])
    await runAt('2026-06-20T19:30:00Z')
    expect(received()).toEqual([
      ['late', 'change'],
      ['late', 'hour'],
    ])
  })

  it('has fifty dates at most, of which each can be set again', async () => {
    const id = await publish(test, { timetable: weekly({ days: [1], from: '2026-06-22', to: '2027-06-21' }) })
    const browser = receiver.subscribe()
    const days = Array.from({ length: 51 }, (_, week) =>
      Temporal.PlainDate.from('2026-06-22').add({ weeks: week }).toString(),
    )
    const statuses = []
    for (const day of days) statuses.push((await remind(browser, id, { day })).status)
    expect(statuses).toEqual([...Array<number>(50).fill(201), 429])
    expect((await remind(browser, id, { day: days[0] ?? '', before: ['change'] })).status).toBe(201)
  })

  it('that is gone loses its reminders with its subscription', async () => {
    const id = await publish(test)
    await remind(receiver.subscribe(), id)
    receiver.responses.push({ status: 410 })
    await runAt(HOUR_BEFORE)
    expect(await test.db.select().from(reminders)).toEqual([])
  })

  it('is reminded although its push service was away, but not once the date has begun', async () => {
    const [early, late] = [await publish(test), await publish(test)]
    for (const id of [early, late]) await remind(receiver.subscribe(id), id)
    receiver.responses.push({ status: 503 }, { status: 503, headers: { 'retry-after': '7200' } })
    await runAt(HOUR_BEFORE)
    await runAt('2026-06-20T17:01:00Z')
    await runAt('2026-06-20T19:30:00Z')
    expect(receiver.received).toHaveLength(1)
    expect(receiver.received[0]?.ttl).toBe(59 * 60)
  })
})

describe('an edit of the event', () => {
  it('takes the reminders along, and reminds at once where the moment has passed meanwhile', async () => {
    const id = await publish(test)
    await remind(receiver.subscribe('ana'), id, { before: ['hour', 'evening'] })
    await move(id, from('2026-06-20 21:00', '2026-06-20 23:00'))
    await runAt(EVENING_BEFORE)
    await runAt(HOUR_BEFORE)
    expect(received()).toEqual([['ana', 'evening']])
    await move(id, from('2026-06-20 18:30', '2026-06-20 23:00'))
    await runAt('2026-06-20T17:05:00Z')
    await move(id, { title: 'Another title', ...from('2026-06-20 18:30', '2026-06-20 23:00') })
    await runAt('2026-06-20T17:10:00Z')
    expect(received()).toEqual([
      ['ana', 'evening'],
      ['ana', 'hour'],
    ])
  })

  it('that moves the hour while its push is under way reminds again at the new one', async () => {
    const id = await publish(test)
    await remind(receiver.subscribe('ana'), id)
    await editInFlight(HOUR_BEFORE, () => move(id, from('2026-06-20 21:00', '2026-06-20 23:00')))
    expect(received()).toHaveLength(1)
    await runAt('2026-06-20T19:00:00Z')
    expect(received()).toHaveLength(2)
  })

  it('that comes while its news are under way is told after them', async () => {
    const id = await publish(test)
    await remind(receiver.subscribe('ana'), id, { before: ['change'] })
    await move(id, PARK)
    await editInFlight('2026-06-16T10:00:00Z', () => announce(id, 'cancelled'))
    await runAt('2026-06-16T11:00:00Z')
    expect(received()).toHaveLength(2)
  })

  it('does not let another server send the push that is under way', async () => {
    const id = await publish(test)
    await remind(receiver.subscribe('ana'), id)
    await editInFlight(HOUR_BEFORE, () => move(id, from('2026-06-20 19:00', '2026-06-20 23:30')))
    await runAt('2026-06-20T17:10:00Z')
    expect(received()).toHaveLength(1)
  })

  it('that moves its only date moves the reminder to that day', async () => {
    const id = await publish(test)
    const browser = receiver.subscribe('ana')
    await remind(browser, id, { before: ['hour', 'change'] })
    await move(id, from('2026-06-27 19:00', '2026-06-27 22:00'))
    await runAt('2026-06-15T10:05:00Z')
    await runAt(HOUR_BEFORE)
    expect(await listed(browser)).toEqual({
      reminders: [{ event_id: id, day: '2026-06-27', before: ['hour', 'change'] }],
    })
    await runAt('2026-06-27T17:00:00Z')
    expect(receiver.received.map(({ payload }) => payload)).toMatchObject([
      { reminder: 'change', day: '2026-06-27' },
      { reminder: 'hour', day: '2026-06-27' },
    ])
  })

  it('is told to those who asked for it: time, place, state, each once, and what is taken back in time is not', async () => {
    const id = await publish(test)
    await remind(receiver.subscribe('news'), id, { before: ['change'] })
    await remind(receiver.subscribe('hour'), id)
    await move(id, PARK)
    await runAt('2026-06-16T10:00:00Z')
    await move(id, { ...PARK, description: 'New words about the same evening.' })
    await announce(id, 'cancelled')
    await announce(id, null)
    await runAt('2026-06-16T11:00:00Z')
    expect(received()).toEqual([['news', 'change']])
    await announce(id, 'cancelled')
    await runAt('2026-06-16T12:00:00Z')
    await move(id, from('2026-06-20 20:00', '2026-06-20 22:00'))
    await runAt('2026-06-16T13:00:00Z')
    expect(received()).toEqual(Array.from({ length: 3 }, () => ['news', 'change']))
    // A person who asked for the hour hears at that hour that it is off.
    await runAt('2026-06-20T18:00:00Z')
    expect(received().at(-1)).toEqual(['hour', 'hour'])
  })

  it('is not told of another spelling of its place, also when staff merges two', async () => {
    const id = await publish(test, { location_name: 'Salao Velho' })
    await publish(test, { location_name: 'Salão Novo - Rua das Ribas' })
    await remind(receiver.subscribe('news'), id, { before: ['change'] })
    const merge = { into_slug: 'salao-novo' }
    expect((await byAdmin(test, 'POST', '/places/salao-velho/merge', merge)).status).toBe(200)
    await runAt('2026-06-16T10:00:00Z')
    expect(received()).toEqual([])
    await move(id, PARK)
    await runAt('2026-06-16T11:00:00Z')
    expect(received()).toEqual([['news', 'change']])
  })

  it('is not told before it can be taken back no longer', async () => {
    const id = await publish(test)
    await remind(receiver.subscribe('news'), id, { before: ['change'] })
    test.clock.set('2026-06-16T09:59:55Z')
    await announce(id, 'cancelled')
    await runAt('2026-06-16T10:00:00Z')
    expect(received()).toEqual([])
    await runAt('2026-06-16T10:01:00Z')
    expect(received()).toEqual([['news', 'change']])
  })

  it('that deletes it is told once to each who wanted to go, and leaves nothing else of its reminders', async () => {
    const id = await publish(test)
    await remind(receiver.subscribe('hour'), id, { before: ['hour'] })
    await remind(receiver.subscribe('both'), id, { before: ['evening', 'change'] })
    expect((await byAdmin(test, 'DELETE', `/events/${id}`)).status).toBe(200)
    expect(await test.db.select().from(reminders)).toEqual([])
    await runAt(TEST_NOW)
    expect(received().toSorted()).toEqual([
      ['both', 'change'],
      ['hour', 'change'],
    ])
    expect(receiver.received[0]?.payload).toMatchObject({ event_id: id, day: DAY })
    await runAt(EVENING_BEFORE)
    await runAt(HOUR_BEFORE)
    expect(receiver.received).toHaveLength(2)
  })
})

it('a reminder stays with its browser when the person there signs out or deletes the account, and goes after its day', async () => {
  const id = await publish(test)
  const maria = await test.signIn()
  const browser = receiver.subscribe('maria')
  await call(test, 'POST', '/push/subscriptions', { token: maria.token, body: browser })
  await remind(browser, id)
  const deleted = await call(test, 'POST', '/profile/delete', {
    token: maria.token,
    body: { password: maria.password },
  })
  expect(deleted.status).toBe(200)
  await test.maintenance.run()
  await runAt(HOUR_BEFORE)
  expect(received()).toEqual([['maria', 'hour']])
  test.clock.set('2026-06-21T00:00:00Z')
  await test.maintenance.run()
  expect(
    await test.db.select().from(pushSubscriptions).where(eq(pushSubscriptions.endpoint, browser.endpoint)),
  ).toEqual([])
})

it('a browser that has another endpoint is reminded there', async () => {
  const id = await publish(test)
  const { token } = await test.signIn()
  const [before, after] = [receiver.subscribe('before'), receiver.subscribe('after')]
  await call(test, 'POST', '/push/subscriptions', { token, body: before })
  await remind(before, id)
  await call(test, 'POST', '/push/subscriptions', { token, body: after })
  await runAt(HOUR_BEFORE)
  expect(received()).toEqual([['after', 'hour']])
})

it('a visitor’s browser that has another endpoint is reminded there, also of what it asked for under the old one', async () => {
  const [early, late] = [await publish(test), await publish(test)]
  const [before, after] = [receiver.subscribe('before'), receiver.subscribe('after')]
  await remind(before, early)
  await remind(after, late)
  const replacing = () =>
    call(test, 'POST', '/push/subscriptions', { body: { ...after, replaces: before.endpoint } })
  expect([(await replacing()).status, (await replacing()).status]).toEqual([201, 201])
  await runAt(HOUR_BEFORE)
  expect(received()).toEqual([
    ['after', 'hour'],
    ['after', 'hour'],
  ])
  expect(await test.db.$count(pushSubscriptions)).toBe(1)
})
