import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { describe, expect, it } from 'vitest'
import type { ProgrammeEvent } from '@/contract/events/events'
import { failingStorage } from '@tests/support/attacks/failing-storage'
import { fakeClock } from '@tests/support/server/fake-clock'
import { faultyNetwork, type Serve } from '@tests/support/offline/faulty-network'
import { lockHub } from '@tests/support/offline/offline-locks'
import { programmeEvent } from '@tests/support/offline/offline-programme'
import { createApiClient } from '@/offline/api/api-client'
import type { DatabaseDeps } from '@/offline/platform/indexed-db'
import { openReplicaDatabase } from './database'
import { createReplica } from './replica'
import { createReplicaSync } from './replica-sync'

const START = Date.UTC(2026, 5, 15, 10)
const NOW = START / 1000
const DAY = 86_400

interface Programme {
  items?: ProgrammeEvent[]
  removed?: string[]
  cursor: string
  server_time?: number
}

/** A server with a response for each cursor; any other cursor has expired. */
function setUp(responses: Record<string, Programme>, database?: DatabaseDeps, pause?: () => Promise<void>) {
  const clock = fakeClock(START)
  const serve: Serve = async ({ url }) => {
    const since = new URL(url, 'http://phone.test').searchParams.get('since') ?? ''
    const response = responses[since]
    return response === undefined
      ? Response.json({ error: { code: 'CURSOR_EXPIRED', message: '' } }, { status: 410 })
      : Response.json({ data: { items: [], removed: [], server_time: NOW, ...response } })
  }
  const network = faultyNetwork(serve)
  const deps = database ?? { indexedDB: new IDBFactory(), IDBKeyRange }
  let revisions = 0
  const replica = createReplica({
    clock,
    database: deps,
    newRevision: () => (revisions += 1),
    ...(pause && { pause }),
  })
  const stored: string[] = []
  const retained: string[][] = []
  let savesData = false
  let isMobile = false
  let room = Infinity
  const { sync } = createReplicaSync({
    api: createApiClient({ fetch: network.fetch, baseUrl: '/api/v1', clock, timers: clock }),
    replica,
    locks: lockHub().holder(),
    clock,
    photos: {
      async storeAll(urls, onProgress) {
        stored.push(...urls)
        onProgress?.({ done: urls.length, total: urls.length })
        return urls.length > room ? { room } : 'stored'
      },
      retain: async (hashes) => void retained.push([...hashes]),
    },
    savesData: () => savesData,
    isMetered: () => savesData || isMobile,
  })
  return {
    clock,
    network,
    replica,
    sync,
    stored,
    retained,
    deps,
    saveData() {
      savesData = true
    },
    /** How many images the device has room for. */
    setRoom(images: number) {
      room = images
    },
    useMobileData() {
      isMobile = true
    },
    ids: async () => (await replica.snapshot()).events.map(({ id }) => id).toSorted(),
    syncedAt: async () => (await replica.sync())?.syncedAt,
    revision: async () => (await replica.sync())?.revision,
  }
}

const hashOf = (id: string) => id.codePointAt(0)?.toString(16).padStart(16, '0') ?? ''
const withPhoto = (id: string, start: number) =>
  programmeEvent(id, start, {
    photo: `/photos/${hashOf(id)}-full.jpg`,
    thumbnail: `/photos/${hashOf(id)}-400.webp`,
  })

const occurrence = (start: number) => ({ start_time: start, end_time: start + 7200, is_all_day: false })

describe('a sync', () => {
  it('fetches the whole programme first, then only what was changed or removed', async () => {
    const { sync, ids, network, replica, syncedAt } = setUp({
      '': { items: [programmeEvent('a', NOW + DAY), programmeEvent('b', NOW + DAY)], cursor: 'c1' },
      c1: {
        items: [programmeEvent('c', NOW + DAY), programmeEvent('a', NOW + 2 * DAY)],
        removed: ['b'],
        cursor: 'c2',
      },
      c2: { cursor: 'c2' },
    })
    await sync()
    expect(await ids()).toEqual(['a', 'b'])
    await sync()
    expect(await ids()).toEqual(['a', 'c'])
    expect((await replica.event('a'))?.event.start_time).toBe(NOW + 2 * DAY)
    await sync()
    expect(await ids()).toEqual(['a', 'c'])
    expect(network.log).toHaveLength(3)
    expect(await syncedAt()).toBe(START)
  })

  it('stores what the page was rendered with before it goes to the network', async () => {
    const { sync, ids, network } = setUp({ '': { cursor: 'c' } })
    network.setOffline(true)
    const { schedules: _, ...row } = programmeEvent('seen', NOW + DAY)
    await sync([row])
    expect(await ids()).toEqual(['seen'])
  })

  it('fetches everything when its cursor has expired', async () => {
    const responses: Record<string, Programme> = {
      '': { items: [programmeEvent('a', NOW + DAY), programmeEvent('gone', NOW + DAY)], cursor: 'old' },
    }
    const { sync, ids, replica } = setUp(responses)
    await sync()
    await replica.upsert([programmeEvent('yesterday', NOW - DAY)])
    responses[''] = {
      items: [programmeEvent('a', NOW + DAY), programmeEvent('new', NOW + DAY)],
      cursor: 'fresh',
    }
    await sync()
    expect(await ids()).toEqual(['a', 'new', 'yesterday'])
    expect((await replica.sync())?.cursor).toBe('fresh')
  })

  it('fetches everything when the replica was dropped during a delta sync', async () => {
    const { sync, ids, network, replica } = setUp({
      '': { items: [programmeEvent('a', NOW + DAY), programmeEvent('b', NOW + DAY)], cursor: 'c1' },
      c1: { items: [programmeEvent('b', NOW + 2 * DAY)], cursor: 'c2' },
    })
    await sync()
    network.next('late')
    const syncing = sync()
    await network.whenHanging()
    await replica.drop()
    network.release()
    await syncing
    expect(await ids()).toEqual(['a', 'b'])
    expect((await replica.sync())?.cursor).toBe('c1')
  })

  it('fetches everything when the replica was dropped between two slices of the whole programme', async () => {
    const items = Array.from({ length: 120 }, (_item, index) => programmeEvent(`e${index}`, NOW + DAY))
    const database = { indexedDB: new IDBFactory(), IDBKeyRange }
    const otherTab = createReplica({ clock: fakeClock(START), database })
    let slices = 0
    const pause = async () => {
      slices += 1
      if (slices === 1) await otherTab.drop()
    }
    const { sync, ids } = setUp({ '': { items, cursor: 'c1' }, c1: { cursor: 'c1' } }, database, pause)
    await sync()
    await sync()
    expect(await ids()).toHaveLength(120)
  })

  it('never brings back what it has removed, though a page still shows it', async () => {
    const { schedules: _, ...row } = programmeEvent('b', NOW + DAY)
    const { sync, ids } = setUp({
      '': { items: [programmeEvent('a', NOW + DAY), programmeEvent('b', NOW + DAY)], cursor: 'c1' },
      c1: { removed: ['b'], cursor: 'c2' },
      c2: { cursor: 'c2' },
    })
    await sync([row])
    await sync([row])
    await sync([row])
    expect(await ids()).toEqual(['a'])
  })

  it('leaves out what a page sends that is no event', async () => {
    const { sync, ids, network } = setUp({})
    network.setOffline(true)
    const { schedules: _, ...row } = programmeEvent('seen', NOW + DAY)
    await sync([{ id: 'half' }, null, row])
    expect(await ids()).toEqual(['seen'])
  })

  it('fetches the programme once, not twice, where the device stores nothing', async () => {
    const refused = { indexedDB: undefined, IDBKeyRange: undefined } as unknown as DatabaseDeps
    const { sync, network } = setUp({ '': { items: [programmeEvent('a', NOW + DAY)], cursor: 'c' } }, refused)
    await sync()
    expect(network.log).toHaveLength(1)
  })

  it('drops past events after 7 days of the server’s time', async () => {
    const responses: Record<string, Programme> = {
      '': { items: [programmeEvent('a', NOW), programmeEvent('b', NOW + 30 * DAY)], cursor: 'c' },
      c: { cursor: 'c', server_time: NOW + 7 * DAY },
    }
    const { sync, ids } = setUp(responses)
    await sync()
    await sync()
    expect(await ids()).toEqual(['a', 'b'])
    responses['c'] = { cursor: 'c', server_time: NOW + 7 * DAY + 3 * 3600 }
    await sync()
    expect(await ids()).toEqual(['b'])
  })

  it('loses nothing to a device’s clock that is a month ahead', async () => {
    const { sync, ids, clock, replica } = setUp({
      '': { items: [programmeEvent('a', NOW + DAY), programmeEvent('b', NOW + 60 * DAY)], cursor: 'c' },
      c: { cursor: 'c' },
    })
    await sync()
    clock.jump(30 * DAY * 1000)
    await sync()
    expect(await ids()).toEqual(['a', 'b'])
    expect((await replica.sync())?.clockOffsetMs).toBe(-30 * DAY * 1000)
  })

  it.each(['drop-before', 'portal', 'unavailable', 'bad-gateway'] as const)(
    'leaves the replica as it is when the network fails, and records that: %s',
    async (fault) => {
      const { sync, ids, network, clock, replica } = setUp({
        '': { items: [programmeEvent('a', NOW + DAY)], cursor: 'c' },
        c: { cursor: 'c' },
      })
      await sync()
      clock.jump(3600)
      network.next(fault)
      await sync()
      expect(await ids()).toEqual(['a'])
      expect(await replica.sync()).toMatchObject({ syncedAt: START, unreachableAt: START + 3600 })
      await sync()
      expect((await replica.sync())?.unreachableAt).toBeUndefined()
    },
  )

  it('is noticed by a page that has read nothing when it began after the page subscribed', async () => {
    const { sync, replica } = setUp({ '': { items: [programmeEvent('a', NOW + DAY)], cursor: 'c' } })
    let noticed = 0
    const changed = new Promise<void>((resolve) => {
      const subscribed = replica.subscribe(() => {
        noticed += 1
        resolve()
      })
      void subscribed.then(() => sync())
    })
    await changed
    expect(noticed).toBe(1)
  })

  it('records after 4 s without a byte that the network is away, and still applies the late response', async () => {
    const { sync, ids, network, clock, replica } = setUp({
      '': { items: [programmeEvent('a', NOW + DAY)], cursor: 'c' },
    })
    await replica.snapshot()
    // The first record of an empty replica is a change.
    const noticed = new Promise<void>((resolve) => void replica.subscribe(resolve))
    network.next('late')
    const syncing = sync()
    await network.whenHanging()
    clock.advance(4000)
    await noticed
    expect((await replica.sync())?.unreachableAt).toBeDefined()
    network.release()
    await syncing
    expect(await ids()).toEqual(['a'])
    expect((await replica.sync())?.unreachableAt).toBeUndefined()
  })

  it('changes the revision when the events have changed, and only then', async () => {
    const { sync, revision } = setUp({
      '': { items: [programmeEvent('a', NOW + DAY)], cursor: 'c' },
      c: { cursor: 'c' },
    })
    await sync()
    const first = await revision()
    await sync()
    expect(await revision()).toBe(first)
  })

  it('stores the images afterwards, the soonest first, unless the browser saves data', async () => {
    const programme = {
      '': {
        items: [withPhoto('b', NOW + 2 * DAY), withPhoto('a', NOW + DAY), programmeEvent('c', NOW)],
        cursor: 'c',
      },
    }
    const open = setUp(programme)
    await open.sync()
    expect(open.stored).toEqual([`/photos/${hashOf('a')}-400.webp`, `/photos/${hashOf('b')}-400.webp`])
    const saving = setUp({ ...programme, c: { items: [withPhoto('d', NOW + DAY)], cursor: 'd' } })
    saving.saveData()
    await saving.sync()
    expect(saving.network.log, 'nothing that nobody has looked for').toEqual([])
    await saving.replica.apply({ since: undefined, items: [], removed: [], cursor: 'c', serverTime: NOW })
    await saving.sync()
    expect(await saving.ids()).toEqual(['d'])
    expect(saving.stored).toEqual([])
  })

  it('fetches no image ahead over mobile data until a person asks for them', async () => {
    const { sync, useMobileData, ids, stored } = setUp({
      '': { items: [withPhoto('a', NOW + DAY)], cursor: 'c' },
      c: { cursor: 'c' },
    })
    useMobileData()
    expect(await sync()).toEqual({ programme: 'synced', images: 'left-out' })
    expect(await ids()).toEqual(['a'])
    expect(await sync([], { images: false })).toEqual({ programme: 'synced', images: 'left-out' })
    expect(stored).toEqual([])
    const progress: unknown[] = []
    const report = await sync([], { images: true, onImages: (one) => progress.push(one) })
    expect(report).toEqual({ programme: 'synced', images: 'stored' })
    expect(stored).toEqual([`/photos/${hashOf('a')}-400.webp`])
    expect(progress).toEqual([{ done: 1, total: 1 }])
  })

  it('fetches the programme when a person asks for it, though the browser saves data', async () => {
    const { sync, saveData, ids } = setUp({ '': { items: [programmeEvent('a', NOW + DAY)], cursor: 'c' } })
    saveData()
    expect(await sync()).toEqual({ programme: 'left-out', images: 'left-out' })
    expect(await sync([], { images: false })).toEqual({ programme: 'synced', images: 'left-out' })
    expect(await ids()).toEqual(['a'])
  })

  it('fetches images of more events when the person asks for them, and a photo of two events once', async () => {
    const items = Array.from({ length: 120 }, (_item, n) =>
      withPhoto(String.fromCodePoint(0x100 + n), NOW + DAY + n),
    )
    const again = { ...items[0], id: 'again' } as ProgrammeEvent
    const { sync, stored } = setUp({ '': { items: [...items, again], cursor: 'c' }, c: { cursor: 'c' } })
    await sync()
    expect(stored).toHaveLength(100)
    await sync([], { images: true })
    expect(stored.slice(100)).toHaveLength(120)
  })

  it('fetches half of what had room ahead for a week after the device was full, unless a person asks for all', async () => {
    const items = Array.from({ length: 120 }, (_item, n) =>
      withPhoto(String.fromCodePoint(0x100 + n), NOW + 30 * DAY + n),
    )
    const { sync, stored, setRoom, clock } = setUp({ '': { items, cursor: 'c' }, c: { cursor: 'c' } })
    const wanted = async (bySync: () => ReturnType<typeof sync>) => {
      stored.length = 0
      const { images } = await bySync()
      return [stored.length, images]
    }
    setRoom(61)
    expect(await wanted(sync)).toEqual([100, 'failed'])
    expect(await wanted(sync)).toEqual([30, 'stored'])
    expect(await wanted(() => sync([], { images: true }))).toEqual([120, 'failed'])
    expect(await wanted(sync)).toEqual([30, 'stored'])
    clock.jump(8 * DAY * 1000)
    expect(await wanted(sync)).toEqual([100, 'failed'])
  })

  it('deletes the images of events that were removed', async () => {
    const { sync, retained } = setUp({
      '': { items: [withPhoto('a', NOW + DAY), withPhoto('b', NOW + DAY)], cursor: 'c1' },
      c1: { removed: ['b'], cursor: 'c2' },
    })
    await sync()
    await sync()
    expect(retained.map((hashes) => hashes.length)).toEqual([2, 1])
    expect(retained.at(-1)).toEqual([hashOf('a')])
  })
})

describe('a programme that the person has removed', () => {
  it('stays away until they ask for it again', async () => {
    const { sync, replica, ids, network } = setUp({
      '': { items: [programmeEvent('a', NOW + DAY)], cursor: 'c' },
    })
    await sync()
    await replica.choose({ isRemoved: true })
    await replica.drop()
    expect(await sync()).toEqual({ programme: 'left-out', images: 'left-out' })
    expect(await ids()).toEqual([])
    expect(network.log).toHaveLength(1)
    await sync([], { images: false })
    expect(await ids()).toEqual(['a'])
    expect(await replica.choice()).toMatchObject({ isRemoved: false })
  })

  it('is not brought back by a sync that was on its way', async () => {
    const { sync, replica, ids, network } = setUp({
      '': { items: [programmeEvent('a', NOW + DAY)], cursor: 'c1' },
      c1: { items: [programmeEvent('b', NOW + DAY)], cursor: 'c2' },
    })
    await sync()
    network.next('late')
    const syncing = sync()
    await network.whenHanging()
    await replica.choose({ isRemoved: true })
    await replica.drop()
    network.release()
    await syncing
    expect(await ids()).toEqual([])
    expect(network.log).toHaveLength(2)
  })

  it('is a choice that stays when the replica is evicted', async () => {
    const { replica } = setUp({})
    await replica.choose({ isRemoved: true })
    await replica.drop()
    expect(await replica.choice()).toMatchObject({ isRemoved: true })
  })
})

describe('all tags', () => {
  const BINGO = { id: '1', key: 'bingo', name: 'Bingo', names: { en: 'Bingo', pt: 'Bingo' } }

  it('are stored with the replica, in every language, and stay when it is evicted', async () => {
    const { replica } = setUp({})
    expect(await replica.tags()).toBeUndefined()
    await replica.putTags([BINGO])
    await replica.drop()
    expect(await replica.tags()).toEqual([BINGO])
  })

  it('are unknown where the record is damaged', async () => {
    const { replica, deps } = setUp({})
    const raw = openReplicaDatabase(deps)
    await raw.table('meta').put({ key: 'tags', tags: 'surf' })
    expect(await replica.tags()).toBeUndefined()
    raw.close()
  })
})

describe('what is measured', () => {
  it('counts the events, those that are coming up, and their photos', async () => {
    const { sync, replica } = setUp({
      '': {
        items: [withPhoto('a', NOW + DAY), programmeEvent('b', NOW + DAY), withPhoto('c', NOW - DAY)],
        cursor: 'c',
      },
    })
    await sync()
    const { bytes, ...size } = await replica.measure()
    expect(size).toEqual({ events: 3, upcoming: 2, photos: new Set([hashOf('a')]) })
    const { events } = await replica.snapshot()
    expect(bytes).toBe(JSON.stringify(events).length - events.length - 1)
  })
})

describe('what pages have fetched', () => {
  const { schedules: _, ...row } = programmeEvent('a', NOW + DAY)

  it('is stored with the one occurrence that a list has', async () => {
    const { replica } = setUp({})
    await replica.upsert([row])
    expect((await replica.event('a'))?.event.schedules).toEqual([occurrence(NOW + DAY)])
  })

  it('does not lose the other occurrences that are known', async () => {
    const { replica } = setUp({})
    const rule = {
      days: [1],
      period_start_date: '2026-06-15',
      period_end_date: '2026-12-14',
      is_all_day: true,
    }
    const schedules = [occurrence(NOW + DAY), occurrence(NOW + 8 * DAY)]
    await replica.upsert([programmeEvent('a', NOW + DAY, { schedules, rule })])
    await replica.upsert([{ ...row, title: 'New title' }])
    expect((await replica.event('a'))?.event).toMatchObject({ title: 'New title', schedules, rule })
  })

  it('never replaces what a sync has stored: it may be older', async () => {
    const { replica, sync } = setUp({ '': { items: [programmeEvent('a', NOW + DAY)], cursor: 'c' } })
    await sync()
    await replica.upsert([{ ...row, title: 'An old response' }])
    expect((await replica.event('a'))?.event.title).toBe('Event a')
  })

  it('does not change the revision, so that pages do not fetch in a loop', async () => {
    const { replica, revision } = setUp({})
    await replica.touch()
    const before = await revision()
    await replica.upsert([row])
    expect(await revision()).toBe(before)
  })
})

describe('a replica that cannot be used', () => {
  it('reads as empty, then is deleted and recreated', async () => {
    const database = { indexedDB: new IDBFactory(), IDBKeyRange }
    await leaveOddDatabase(database)
    const { sync, ids, replica } = setUp(
      { '': { items: [programmeEvent('a', NOW + DAY)], cursor: 'c' } },
      database,
    )
    expect((await replica.snapshot()).events).toEqual([])
    await sync()
    expect(await ids()).toEqual(['a'])
  })

  it.each(['UnknownError', 'InvalidStateError', 'TimeoutError'])(
    'outlives an error that passes: it is written by another connection, and nothing is deleted: %s',
    async (name) => {
      const { factory, counts, failNext } = failingStorage()
      const { sync, ids, replica, network } = setUp(
        { '': { items: [programmeEvent('a', NOW + DAY)], cursor: 'c' } },
        { indexedDB: factory, IDBKeyRange },
      )
      await sync()
      const { opened } = counts
      network.setOffline(true)
      failNext(name)
      await sync()
      expect((await replica.sync())?.unreachableAt, 'written all the same').toBe(START)
      expect(await ids()).toEqual(['a'])
      expect(counts).toEqual({ opened: opened + 1, deleted: 0 })
    },
  )

  it('never counts as one without photos: their images would all be deleted', async () => {
    const { replica } = setUp({ '': { items: [programmeEvent('a', NOW + DAY)], cursor: 'c' } })
    replica.close()
    await expect(replica.photoHashes()).rejects.toThrow('closed')
  })

  it('is never deleted without the whole programme to take its place', async () => {
    const { factory, counts, failNext } = failingStorage()
    const responses: Record<string, Programme> = {
      '': { items: [programmeEvent('a', NOW + DAY)], cursor: 'c' },
    }
    const { sync, ids, replica, network } = setUp(responses, { indexedDB: factory, IDBKeyRange })
    await sync()
    network.setOffline(true)
    failNext('UnknownError', 4)
    await replica.touch()
    await replica.setUnreachable()
    expect(counts.deleted).toBe(0)
    expect(await ids()).toEqual(['a'])

    network.setOffline(false)
    responses['c'] = { items: [programmeEvent('b', NOW + DAY)], cursor: 'd' }
    responses[''] = { items: [programmeEvent('a', NOW + DAY), programmeEvent('b', NOW + DAY)], cursor: 'd' }
    // The change fails to be written twice, and so does the whole programme, until its database is another.
    failNext('UnknownError', 4)
    expect(await sync()).toMatchObject({ programme: 'synced' })
    expect(counts.deleted).toBe(1)
    expect(await ids()).toEqual(['a', 'b'])
  })

  it.each([{ schedules: null }, null, 'nonsense'])(
    'drops a damaged record alone, and fetches everything at the next sync: %j',
    async (damage) => {
      const items = [programmeEvent('a', NOW + DAY), programmeEvent('b', NOW + DAY)]
      const { sync, ids, replica, deps, network, syncedAt } = setUp({
        '': { items, cursor: 'c1' },
        c1: { cursor: 'c1' },
      })
      await sync()
      const raw = openReplicaDatabase(deps)
      await raw.events.update('b', {
        event: damage === null || typeof damage === 'string' ? damage : { ...items[1], ...damage },
      })
      await replica.touch()
      expect(await ids()).toEqual(['a'])
      expect(await replica.event('b')).toBeUndefined()
      expect(await syncedAt(), 'still the whole programme as far as anyone knows').toBe(START)
      await sync()
      expect(await ids()).toEqual(['a', 'b'])
      expect(network.log).toHaveLength(2)
      raw.close()
    },
  )

  it('starts without a cursor when its sync record is damaged', async () => {
    const { sync, ids, deps, network } = setUp({
      '': { items: [programmeEvent('a', NOW + DAY)], cursor: 'c1' },
    })
    await sync()
    const raw = openReplicaDatabase(deps)
    await raw.table('meta').put({ key: 'sync', cursor: 7, revision: 'x' })
    await sync()
    expect(await ids()).toEqual(['a'])
    expect(network.log).toHaveLength(2)
    raw.close()
  })

  it('can be dropped for the outbox and synced again', async () => {
    const { sync, ids, replica, network, syncedAt } = setUp({
      '': { items: [programmeEvent('a', NOW + DAY)], cursor: 'c' },
    })
    await sync()
    await replica.drop()
    expect(await ids()).toEqual([])
    expect(await syncedAt()).toBeUndefined()
    await sync()
    expect(await ids()).toEqual(['a'])
    expect(network.log).toHaveLength(2)
  })
})

/** A database of the same name whose table nobody could have made. */
function leaveOddDatabase({ indexedDB }: DatabaseDeps): Promise<void> {
  return new Promise((resolve) => {
    const opening = indexedDB.open('ericeira-replica', 10)
    opening.addEventListener('upgradeneeded', () =>
      opening.result.createObjectStore('events', { keyPath: 'other' }),
    )
    opening.addEventListener('success', () => {
      opening.result.close()
      resolve()
    })
  })
}
