import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Timetable } from '@/domain/timetable'
import type { ProgrammeFilter } from '@/offline/programme-source'
import { nextChange } from '@/server/database/change-log'
import { changeCounter, events, removedEvents } from '@/server/database/schema'
import { buildTestApp, type TestApp } from '@tests/support/app'
import { publish } from '@tests/support/calls'
import { fakeClock } from '@tests/support/fake-clock'
import { faultyNetwork, serveByInject } from '@tests/support/faulty-network'
import { createPhone } from '@tests/support/offline-phone'

let app: TestApp

const block = (start_time: string, end_time: string, is_all_day = false): Timetable => ({
  list: [{ start_time, end_time, is_all_day }],
})

const weekly: Timetable = {
  repeated: {
    days: [1, 3],
    start_hour: 9,
    start_minute: 0,
    end_hour: 10,
    end_minute: 30,
    period_start_date: '2026-06-15',
    period_end_date: '2026-08-31',
    is_all_day: false,
  },
}

beforeAll(async () => {
  app = await buildTestApp({ responseCacheMs: 0 })
  const programme: [string, string[], Timetable][] = [
    ['Tonight', ['music'], block('2026-06-15 21:00:00', '2026-06-15 23:30:00')],
    ['Until midnight', ['music', 'food'], block('2026-06-16 20:00:00', '2026-06-17 00:00:00')],
    ['Yoga class', ['yoga'], weekly],
    ['Festival', ['music', 'surf'], block('2026-06-19', '2026-06-21', true)],
    ['Exhibition', ['market'], block('2026-06-15', '2026-09-15', true)],
    ['Three days', ['surf'], block('2026-06-15 12:00:00', '2026-06-18 12:00:00')],
    ['Same time A', ['food'], block('2026-06-20 19:00:00', '2026-06-20 20:00:00')],
    ['Same time B', ['food'], block('2026-06-20 19:00:00', '2026-06-20 22:00:00')],
    [
      'Several blocks',
      ['market'],
      {
        list: [
          { start_time: '2026-06-18 10:00:00', end_time: '2026-06-18 12:00:00', is_all_day: false },
          { start_time: '2026-06-25 10:00:00', end_time: '2026-06-25 12:00:00', is_all_day: false },
        ],
      },
    ],
  ]
  for (const [title, tag_keys, timetable] of programme) await publish(app, { title, tag_keys, timetable })
})

afterAll(() => app.close())

function openPhone() {
  const clock = fakeClock(app.clock.nowMs())
  const network = faultyNetwork(serveByInject(app.app))
  const phone = createPhone({ clock, network })
  return { clock, network, tab: phone.openTab(), phone }
}

const FILTERS: [string, ProgrammeFilter][] = [
  ['nothing', { tags: [] }],
  ['a tag', { tags: ['music'] }],
  ['any of two tags', { tags: ['yoga', 'food'] }],
  ['a day', { tags: [], startDate: '2026-06-17', endDate: '2026-06-17' }],
  [
    'a week from a day in the middle of everything',
    { tags: [], startDate: '2026-06-18', endDate: '2026-06-25' },
  ],
  ['a start alone', { tags: [], startDate: '2026-06-20' }],
  ['a tag and days', { tags: ['market'], startDate: '2026-06-19', endDate: '2026-06-30' }],
  ['what nobody offers', { tags: ['chess'] }],
]

describe('the mirrored programme', () => {
  it.each(FILTERS)('is the same list as the server’s, filtered by %s', async (_, filter) => {
    for (const hours of [0, 11, 14, 37, 100]) {
      app.clock.set('2026-06-15T10:00:00Z')
      app.clock.advance({ hours })
      const { tab: later } = openPhone()
      await later.mirror.sync()
      for (const page of [1, 2, 3]) {
        const local = await later.programme.localList(filter, page, 4)
        const network = await later.programme.list(filter, page, 4)
        if (network.kind !== 'found') throw new Error(`The server does not answer: ${network.kind}`)
        expect(network.shown.savedAt).toBeUndefined()
        expect(local?.data.has_more).toBe(network.shown.data.has_more)
        expect(local?.data.items).toEqual(network.shown.data.items)
      }
    }
    app.clock.set('2026-06-15T10:00:00Z')
  })

  it('opens every event without a network, as the server would', async () => {
    const { tab, network } = openPhone()
    await tab.mirror.sync()
    for (const { id } of await tab.replica.events()) {
      const online = await tab.programme.event(id)
      network.setOffline(true)
      const offline = await tab.programme.event(id)
      network.setOffline(false)
      if (online.kind !== 'found' || offline.kind !== 'found') throw new Error(`Not found: ${id}`)
      expect(offline.shown.data).toEqual(online.shown.data)
      expect(offline.shown.savedAt).toBeDefined()
    }
  })

  it('counts the tags in use as the server does', async () => {
    const { tab, network } = openPhone()
    await tab.mirror.sync()
    const local = await tab.programme.localUsedTags()
    const online = await tab.programme.usedTags()
    if (online.kind !== 'found') throw new Error('The server does not answer')
    expect(counts(local?.data)).toEqual(counts(online.shown.data))
    network.setOffline(true)
    expect((await tab.programme.usedTags()).kind).toBe('found')
  })

  it('follows what is published and what goes away, and starts over when its cursor is forgotten', async () => {
    const { tab } = openPhone()
    await tab.mirror.sync()
    const titles = async () => (await tab.replica.events()).map(({ event }) => event.title)
    const before = await titles()
    const id = await publish(app, { title: 'News from the beach' })
    await tab.mirror.sync()
    expect(await titles()).toEqual(expect.arrayContaining([...before, 'News from the beach']))

    await remove(id)
    await tab.mirror.sync()
    expect(await titles()).not.toContain('News from the beach')

    const another = await publish(app, { title: 'Gone without a trace' })
    await tab.mirror.sync()
    expect(await titles()).toContain('Gone without a trace')
    await remove(another)
    await forgetRemovals()
    await tab.mirror.sync()
    expect((await titles()).toSorted()).toEqual(before.toSorted())
  })
})

function counts(tags: readonly { key: string; count: number }[] | undefined): string[] | undefined {
  return tags?.map(({ key, count }) => `${key} ${count}`).toSorted()
}

/** As the back office deletes an event. */
async function remove(id: string): Promise<void> {
  await app.db.transaction(async (tx) => {
    await tx.delete(events).where(eq(events.id, id))
    await tx.insert(removedEvents).values({ eventId: id, changeSeq: await nextChange(tx) })
  })
}

/** As maintenance does after a long time. */
async function forgetRemovals(): Promise<void> {
  await app.db.transaction(async (tx) => {
    const now = await nextChange(tx)
    await tx.delete(removedEvents)
    await tx.update(changeCounter).set({ oldest: now })
  })
}
