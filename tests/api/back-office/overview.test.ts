import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TEST_NOW, buildTestApp, type TestApp } from '@tests/support/server/app'
import { byAdmin, inBackOffice } from '@tests/support/server/back-office'
import { at, publish, submit } from '@tests/support/server/calls'
import type { Overview } from '@/contract/back-office/back-office-overview'
import { jobs, proposals } from '@/server/platform/database/schema'

const MB = 1024 * 1024

let test: TestApp
let freeMb = 5000
beforeAll(async () => {
  test = await buildTestApp({
    config: { diskReserveBytes: 100 * MB },
    diskSpace: async () => ({ bavail: freeMb, blocks: 10_000, bsize: MB }),
  })
})
beforeEach(async () => {
  test.clock.set(TEST_NOW)
  freeMb = 5000
  await test.removeEvents()
  await test.db.delete(jobs)
})
afterAll(() => test.close())

async function overview(): Promise<Overview> {
  const response = await byAdmin(test, 'GET', '/overview')
  expect(response.status).toBe(200)
  return response.data as Overview
}

async function submitAt(iso: string, title = 'Sunset yoga'): Promise<string> {
  test.clock.set(iso)
  const id = await submit(test, { title })
  test.clock.set(TEST_NOW)
  return id
}

describe('what waits longest', () => {
  it('is the five oldest submissions on review', async () => {
    for (const hour of ['05', '03', '07', '04', '06', '02'])
      await submitAt(`2026-06-15T${hour}:00:00Z`, `Event of ${hour}`)
    test.clock.set('2026-06-15T01:00:00Z')
    await publish(test, { title: 'Published' })
    test.clock.set(TEST_NOW)
    const { waiting } = await overview()
    expect(waiting.map(({ title }) => title)).toEqual(
      ['02', '03', '04', '05', '06'].map((hour) => `Event of ${hour}`),
    )
    expect(waiting[0]?.created_at).toBe(at('2026-06-15T02:00:00Z'))
  })
})

describe('a proposed change', () => {
  it('waits with the submissions, and is counted beside the statuses', async () => {
    const counted = async () => (await byAdmin(test, 'GET', '/events/count-by-status')).data
    const before = (await counted()) as { proposals: number }
    const id = await publish(test, { title: 'With a change' })
    for (const hour of ['01', '02', '03', '04', '05']) await submitAt(`2026-06-15T${hour}:00:00Z`)
    await test.db.insert(proposals).values({
      id: randomUUID(),
      eventId: id,
      content: {},
      base: {},
      createdAt: new Date('2026-06-15T00:10:00Z'),
    })
    const { waiting } = await overview()
    expect(waiting).toHaveLength(5)
    expect(waiting[0]).toEqual({
      id,
      title: 'With a change',
      created_at: at('2026-06-15T00:10:00Z'),
      is_proposal: true,
    })
    expect(waiting[1]).not.toHaveProperty('is_proposal')
    expect(await counted()).toMatchObject({ proposals: before.proposals + 1 })
  })
})

const timed = (start: string, end: string) => ({
  timetable: { list: [{ start_time: `${start}:00`, end_time: `${end}:00`, is_all_day: false }] },
})
const days = (first: string, last: string) => ({
  timetable: { list: [{ start_time: first, end_time: last, is_all_day: true }] },
})

describe('what is on today', () => {
  it('is by start, what lasts for days last, each with its day and what is said; what is over or later is not there', async () => {
    test.clock.set('2026-06-10T10:00:00Z')
    await publish(test, { title: 'Over', ...timed('2026-06-15 08:00', '2026-06-15 10:00') })
    const tonight = await publish(test, {
      title: 'Tonight',
      ...timed('2026-06-15 21:00', '2026-06-15 23:00'),
    })
    const window = await publish(test, { title: 'Contest', ...days('2026-06-12', '2026-06-30') })
    const noon = await publish(test, { title: 'Noon', ...timed('2026-06-15 12:00', '2026-06-15 13:00') })
    await publish(test, { title: 'Tomorrow', ...timed('2026-06-16 00:00', '2026-06-16 02:00') })
    await submit(test, { title: 'Not reviewed', ...timed('2026-06-15 19:00', '2026-06-15 20:00') })
    const setState = async (id: string, where: string, state: string, note = '') => {
      const { revision } = await inBackOffice(test, id)
      expect((await byAdmin(test, 'PUT', `/events/${id}/${where}`, { state, note, revision })).status).toBe(
        200,
      )
    }
    await setState(tonight, 'state', 'sold_out')
    await setState(window, 'states/2026-06-15', 'on', 'First heat 8:30')
    await setState(window, 'state', 'postponed')
    test.clock.set(TEST_NOW)
    const { today } = await overview()
    const shown = today.map(({ id, day, state, note, said }) => ({ id, day, state, note, said }))
    const day = '2026-06-15'
    expect(shown).toEqual([
      { id: noon, day },
      { id: tonight, day, state: 'sold_out' },
      // The event is postponed as a whole; the state of the day stays to be taken back.
      { id: window, day, state: 'postponed', said: { state: 'on', note: 'First heat 8:30' } },
    ])
  })
})

describe('submissions a week', () => {
  it('are counted in twelve weeks of the village, whatever became of them', async () => {
    // They are on Sunday and Monday, a minute before and after midnight in the village.
    await submitAt('2026-06-07T22:59:00Z')
    await submitAt('2026-06-07T23:01:00Z')
    await publish(test)
    // The submission is in the week of the last change of clocks, and before the twelve weeks.
    await submitAt('2026-03-30T12:00:00Z')
    await submitAt('2026-03-29T22:59:00Z')
    const { weeks } = await overview()
    expect(weeks.map(({ submissions }) => submissions)).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1])
    expect(weeks[0]?.starts_at).toBe(at('2026-03-29T23:00:00Z'))
    expect(weeks.at(-1)?.starts_at).toBe(at('2026-06-14T23:00:00Z'))
  })
})

describe('storage', () => {
  it('says when photos, and when everything of visitors is refused', async () => {
    const states = []
    for (const mb of [100, 99, 49]) {
      freeMb = mb
      test.clock.advance({ seconds: 3 })
      states.push((await overview()).storage.disk?.state)
    }
    expect(states).toEqual(['fine', 'no-photos', 'full'])
  })
})

interface QueuedMail {
  /** Minutes before now. */
  age: number
  /** Minutes from now. */
  runsIn?: number
  error?: string
  isDone?: boolean
}

async function enqueue({ age, runsIn = 0, error, isDone = false }: QueuedMail): Promise<void> {
  const inMinutes = (minutes: number) => new Date(test.clock.nowMs() + minutes * 60_000)
  await test.db.insert(jobs).values({
    id: randomUUID(),
    kind: 'mail',
    dedupeKey: randomUUID(),
    payload: {},
    createdAt: inMinutes(-age),
    runAt: inMinutes(runsIn),
    doneAt: isDone ? inMinutes(0) : null,
    lastError: error ?? null,
  })
}

describe('the mail queue', () => {
  it('fails when mails are tried in vain for an hour and none has left', async () => {
    await enqueue({ age: 120, isDone: true, error: 'Error EENVELOPE' })
    await enqueue({ age: 61, runsIn: 10, error: 'Error ECONNREFUSED' })
    expect((await overview()).mail).toEqual({
      health: 'failing',
      waiting: 0,
      retrying: 1,
      failed: 1,
      oldest_at: at(TEST_NOW) - 3660,
      last_error: 'Error ECONNREFUSED',
    })
    await enqueue({ age: 5, isDone: true })
    expect((await overview()).mail.health).toBe('delayed')
  })
})
