import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { describe, expect, it } from 'vitest'
import type { ProgrammeEvent } from '@/contract/events'
import { fakeClock } from '@tests/support/fake-clock'
import { faultyNetwork, type Serve } from '@tests/support/faulty-network'
import { lockHub } from '@tests/support/offline-locks'
import { notifierHub } from '@tests/support/offline-notifiers'
import { programmeEvent } from '@tests/support/offline-programme'
import { createApiClient } from '../api-client'
import type { DatabaseParts } from '../indexed-db'
import { createMirror } from './mirror'
import { createReplica } from './replica'

const START = Date.UTC(2026, 5, 15, 10)
const NOW = START / 1000
const DAY = 86_400

interface Programme {
  items?: ProgrammeEvent[]
  removed?: string[]
  cursor: string
}

/** A server that knows what to answer to each cursor; any other is forgotten. */
function setUp(answers: Record<string, Programme>, database?: DatabaseParts) {
  const clock = fakeClock(START)
  const serve: Serve = async ({ url }) => {
    const since = new URL(url, 'http://phone.test').searchParams.get('since') ?? ''
    const answer = answers[since]
    return answer === undefined
      ? Response.json({ error: { code: 'CURSOR_EXPIRED', message: '' } }, { status: 410 })
      : Response.json({ data: { items: [], removed: [], ...answer } })
  }
  const network = faultyNetwork(serve)
  const parts = database ?? { indexedDB: new IDBFactory(), IDBKeyRange }
  const replica = createReplica({ clock, notifier: notifierHub().open(), database: parts })
  const kept: string[] = []
  let savesData = false
  const mirror = createMirror({
    api: createApiClient({ fetch: network.fetch, baseUrl: '/api/v1', clock, timers: clock }),
    replica,
    locks: lockHub().holder(),
    clock,
    images: { keepAll: async (urls) => void kept.push(...urls) },
    savesData: () => savesData,
  })
  return {
    clock,
    network,
    replica,
    mirror,
    kept,
    saveData() {
      savesData = true
    },
    ids: async () => (await replica.events()).map(({ id }) => id).toSorted(),
  }
}

const withPicture = (id: string, start: number) =>
  programmeEvent(id, start, { thumbnail: `/photos/${id}-400.webp` })

const occurrence = (start: number) => ({ start_time: start, end_time: start + 7200, is_all_day: false })

describe('the mirror', () => {
  it('takes the whole programme first, then only what has changed or went away', async () => {
    const { mirror, ids, network, replica } = setUp({
      '': { items: [programmeEvent('a', NOW + DAY), programmeEvent('b', NOW + DAY)], cursor: 'c1' },
      c1: {
        items: [programmeEvent('c', NOW + DAY), programmeEvent('a', NOW + 2 * DAY)],
        removed: ['b'],
        cursor: 'c2',
      },
      c2: { cursor: 'c2' },
    })
    await mirror.sync()
    expect(await ids()).toEqual(['a', 'b'])
    await mirror.sync()
    expect(await ids()).toEqual(['a', 'c'])
    expect((await replica.event('a'))?.event.start_time).toBe(NOW + 2 * DAY)
    await mirror.sync()
    expect(await ids()).toEqual(['a', 'c'])
    expect(network.log).toHaveLength(3)
    expect(await mirror.syncedAt()).toBe(START)
  })

  it('starts over in place when its cursor is forgotten', async () => {
    const answers: Record<string, Programme> = {
      '': { items: [programmeEvent('a', NOW + DAY), programmeEvent('gone', NOW + DAY)], cursor: 'old' },
    }
    const { mirror, ids, replica } = setUp(answers)
    await mirror.sync()
    await replica.keep([programmeEvent('yesterday', NOW - DAY)])
    answers[''] = {
      items: [programmeEvent('a', NOW + DAY), programmeEvent('new', NOW + DAY)],
      cursor: 'fresh',
    }
    await mirror.sync()
    expect(await ids()).toEqual(['a', 'new', 'yesterday'])
    expect((await replica.programme())?.cursor).toBe('fresh')
  })

  it('drops past events after 7 days', async () => {
    const { mirror, ids, clock } = setUp({
      '': { items: [programmeEvent('a', NOW), programmeEvent('b', NOW + 30 * DAY)], cursor: 'c' },
      c: { cursor: 'c' },
    })
    await mirror.sync()
    clock.jump(7 * DAY * 1000)
    await mirror.sync()
    expect(await ids()).toEqual(['a', 'b'])
    clock.jump(3 * 3600 * 1000)
    await mirror.sync()
    expect(await ids()).toEqual(['b'])
  })

  it.each(['drop-before', 'portal', 'unavailable', 'bad-gateway'] as const)(
    'keeps what it has when the network is in trouble: %s',
    async (fault) => {
      const { mirror, ids, network, clock } = setUp({
        '': { items: [programmeEvent('a', NOW + DAY)], cursor: 'c' },
        c: { cursor: 'c' },
      })
      await mirror.sync()
      clock.jump(3600)
      network.next(fault)
      await mirror.sync()
      expect(await ids()).toEqual(['a'])
      expect(await mirror.syncedAt()).toBe(START)
    },
  )

  it('tells pages when something has changed, and only then', async () => {
    const { mirror } = setUp({
      '': { items: [programmeEvent('a', NOW + DAY)], cursor: 'c' },
      c: { cursor: 'c' },
    })
    let told = 0
    mirror.subscribe(() => (told += 1))
    await mirror.sync()
    expect(told).toBe(1)
    await mirror.sync()
    expect(told).toBe(1)
  })

  it('brings the pictures afterwards, the soonest first, unless data is to be saved', async () => {
    const programme = {
      '': {
        items: [withPicture('b', NOW + 2 * DAY), withPicture('a', NOW + DAY), programmeEvent('c', NOW)],
        cursor: 'c',
      },
    }
    const open = setUp(programme)
    await open.mirror.sync()
    expect(open.kept).toEqual(['/photos/a-400.webp', '/photos/b-400.webp'])
    const saving = setUp(programme)
    saving.saveData()
    await saving.mirror.sync()
    expect(saving.kept).toEqual([])
    expect(await saving.ids()).toHaveLength(3)
  })
})

describe('what pages have met', () => {
  const { schedules: _, ...row } = programmeEvent('a', NOW + DAY)

  it('is kept with the one occurrence that a list tells', async () => {
    const { replica } = setUp({})
    await replica.keep([row])
    expect((await replica.event('a'))?.event.schedules).toEqual([
      { start_time: NOW + DAY, end_time: NOW + DAY + 7200, is_all_day: false },
    ])
  })

  it('does not lose the other occurrences of an event that is mirrored', async () => {
    const { replica } = setUp({})
    const schedules = [occurrence(NOW + DAY), occurrence(NOW + 8 * DAY)]
    await replica.keep([programmeEvent('a', NOW + DAY, { schedules })])
    await replica.keep([{ ...row, title: 'New title' }])
    expect((await replica.event('a'))?.event).toMatchObject({ title: 'New title', schedules })
  })

  it('is not news when nothing has changed, so that pages do not go in circles', async () => {
    const { replica } = setUp({})
    await replica.keep([programmeEvent('a', NOW + DAY)])
    let told = 0
    replica.subscribe(() => (told += 1))
    await replica.keep([row])
    await replica.keep([programmeEvent('a', NOW + DAY)])
    expect(told).toBe(0)
  })
})

describe('a mirror that cannot be used', () => {
  it('is empty, then dropped and made anew', async () => {
    const database = { indexedDB: new IDBFactory(), IDBKeyRange }
    await leaveOddDatabase(database)
    const { mirror, ids, replica } = setUp(
      { '': { items: [programmeEvent('a', NOW + DAY)], cursor: 'c' } },
      database,
    )
    expect(await replica.events()).toEqual([])
    await mirror.sync()
    expect(await ids()).toEqual(['a'])
  })

  it('gives its room to the outbox and can be filled again', async () => {
    const { mirror, ids, replica, network } = setUp({
      '': { items: [programmeEvent('a', NOW + DAY)], cursor: 'c' },
    })
    await mirror.sync()
    await replica.drop()
    expect(await ids()).toEqual([])
    expect(await mirror.syncedAt()).toBeUndefined()
    await mirror.sync()
    expect(await ids()).toEqual(['a'])
    expect(network.log).toHaveLength(2)
  })
})

/** A database of the same name whose table nobody could have made. */
function leaveOddDatabase({ indexedDB }: DatabaseParts): Promise<void> {
  return new Promise((resolve) => {
    const opening = indexedDB.open('ericeira-replica', 10)
    opening.addEventListener(
      'upgradeneeded',
      () => void opening.result.createObjectStore('events', { keyPath: 'other' }),
    )
    opening.addEventListener('success', () => {
      opening.result.close()
      resolve()
    })
  })
}
