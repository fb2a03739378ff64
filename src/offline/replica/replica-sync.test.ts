import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { describe, expect, it } from 'vitest'
import type { ProgrammeEvent } from '@/contract/events/events'
import { failingStorage } from '@tests/support/attacks/failing-storage'
import { fillableStorage } from '@tests/support/attacks/fillable-storage'
import { fakeClock } from '@tests/support/server/fake-clock'
import { faultyNetwork, type Serve } from '@tests/support/offline/faulty-network'
import { lockHub } from '@tests/support/offline/offline-locks'
import { programmeEvent } from '@tests/support/offline/offline-programme'
import { createApiClient } from '@/offline/api/api-client'
import type { DatabaseDeps } from '@/offline/platform/indexed-db'
import { createReplica, openReplicaDatabase } from './replica'
import { createReplicaSync } from './replica-sync'

const START = Date.UTC(2026, 5, 15, 10)
const NOW = START / 1000
const DAY = 86_400
const BINGO = { id: '1', key: 'bingo', name: 'Bingo', names: { en: 'Bingo', pt: 'Bingo' } }

interface Programme {
  items?: ProgrammeEvent[]
  removed?: string[]
  cursor: string
  server_time?: number
}

/** A server with a response for each cursor; any other cursor has expired. */
function setUp(responses: Record<string, Programme>, database?: DatabaseDeps) {
  const clock = fakeClock(START)
  const serve: Serve = async ({ url }) => {
    const { pathname, searchParams } = new URL(url, 'http://phone.test')
    if (pathname.endsWith('/tags')) return Response.json({ data: { items: [BINGO] } })
    const response = responses[searchParams.get('since') ?? '']
    return response === undefined
      ? Response.json({ error: { code: 'CURSOR_EXPIRED', message: '' } }, { status: 410 })
      : Response.json({ data: { items: [], removed: [], server_time: NOW, ...response } })
  }
  const network = faultyNetwork(serve)
  const deps = database ?? { indexedDB: new IDBFactory(), IDBKeyRange }
  const connection = { savesData: false, isMobile: false }
  const images = {
    room: Infinity,
    evictions: 0,
    stored: new Array<string>(),
    retained: new Array<string[]>(),
  }
  const replica = createReplica({ clock, database: deps, evict: async () => void (images.evictions += 1) })
  const api = createApiClient({ fetch: network.fetch, baseUrl: '/api/v1', clock, timers: clock })
  const { sync } = createReplicaSync({
    api,
    replica,
    locks: lockHub().holder(),
    clock,
    photos: {
      async storeAll(urls, onProgress) {
        images.stored.push(...urls)
        onProgress?.({ done: urls.length, total: urls.length })
        return urls.length > images.room ? { room: images.room } : 'stored'
      },
      retain: async (hashes) => void images.retained.push([...hashes]),
    },
    savesData: () => connection.savesData,
    isMetered: () => connection.savesData || connection.isMobile,
  })
  return {
    clock,
    network,
    replica,
    sync,
    api,
    images,
    deps,
    connection,
    ids: async () => (await replica.snapshot()).events.map(({ id }) => id).toSorted(),
    /** How often the programme was asked for. */
    asked: () => network.log.filter((line) => line.endsWith('/events/list')).length,
  }
}

const hashOf = (id: string) => id.codePointAt(0)?.toString(16).padStart(16, '0') ?? ''
const withPhoto = (id: string, start: number) =>
  programmeEvent(id, start, {
    photo: `/photos/${hashOf(id)}-full.jpg`,
    thumbnail: `/photos/${hashOf(id)}-400.webp`,
  })
const [a, b] = [programmeEvent('a', NOW + DAY), programmeEvent('b', NOW + DAY)]
const { schedules: _, ...rowOfA } = a

describe('a sync', () => {
  it('stores the events that the page was rendered with before it goes to the network', async () => {
    const { sync, ids, network } = setUp({})
    network.setOffline(true)
    await sync([{ id: 'half' }, null, rowOfA])
    expect(await ids()).toEqual(['a'])
  })

  it('fetches everything when the replica was dropped while the changes were on their way', async () => {
    const { sync, ids, network, replica } = setUp({
      '': { items: [a, b], cursor: 'c1' },
      c1: { items: [programmeEvent('b', NOW + 2 * DAY)], cursor: 'c2' },
    })
    await sync()
    network.next('late')
    const syncing = sync()
    await network.whenHanging()
    await replica.drop()
    expect(await ids()).toEqual([])
    network.release()
    await syncing
    expect(await ids()).toEqual(['a', 'b'])
    expect((await replica.sync())?.cursor).toBe('c1')
  })

  it('never brings back what it has removed, though a page still shows it', async () => {
    const { sync, ids } = setUp({
      '': { items: [a, b], cursor: 'c1' },
      c1: { removed: ['a'], cursor: 'c2' },
      c2: { cursor: 'c2' },
    })
    for (let one = 0; one < 3; one++) await sync([rowOfA])
    expect(await ids()).toEqual(['b'])
  })

  it('drops past events after 7 days of the server’s time, whatever the device’s clock says', async () => {
    const responses: Record<string, Programme> = {
      '': { items: [programmeEvent('a', NOW), programmeEvent('b', NOW + 30 * DAY)], cursor: 'c' },
      c: { cursor: 'c', server_time: NOW + 7 * DAY },
    }
    const { sync, ids, clock } = setUp(responses)
    await sync()
    clock.jump(365 * DAY * 1000)
    await sync()
    expect(await ids()).toEqual(['a', 'b'])
    responses['c'] = { cursor: 'c', server_time: NOW + 7 * DAY + 3 * 3600 }
    await sync()
    expect(await ids()).toEqual(['b'])
  })

  it.each(['drop-before', 'portal', 'unavailable', 'bad-gateway'] as const)(
    'leaves the replica as it is when the network fails, and records that: %s',
    async (fault) => {
      const { sync, ids, network, clock, replica } = setUp({
        '': { items: [a], cursor: 'c' },
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

  it('is noticed by pages when it has changed an event, and only then', async () => {
    const responses: Record<string, Programme> = { '': { items: [a], cursor: 'c' }, c: { cursor: 'd' } }
    const { sync, replica } = setUp(responses)
    let noticed = 0
    let notice: (() => void) | undefined
    await replica.snapshot()
    await replica.subscribe(() => {
      noticed += 1
      notice?.()
    })
    const first = new Promise<void>((resolve) => (notice = resolve))
    await sync()
    await first
    // Neither of these is a change: pages would fetch in a loop.
    await sync()
    await replica.upsert([programmeEvent('fetched', NOW)])
    const second = new Promise<void>((resolve) => (notice = resolve))
    await replica.remove('a')
    await second
    expect(noticed).toBe(2)
  })
})

describe('the images', () => {
  it('are stored after the programme, the soonest first, and deleted with their event', async () => {
    const { sync, images } = setUp({
      '': {
        items: [withPhoto('b', NOW + 2 * DAY), withPhoto('a', NOW + DAY), programmeEvent('c', NOW)],
        cursor: 'c1',
      },
      c1: { removed: ['b'], cursor: 'c2' },
    })
    await sync()
    expect(images.stored).toEqual([`/photos/${hashOf('a')}-400.webp`, `/photos/${hashOf('b')}-400.webp`])
    await sync()
    expect(images.retained).toEqual([[hashOf('a'), hashOf('b')], [hashOf('a')]])
  })

  it('are not fetched ahead over mobile data until a person asks for them', async () => {
    const { sync, connection, ids, images } = setUp({
      '': { items: [withPhoto('a', NOW + DAY)], cursor: 'c' },
      c: { cursor: 'c' },
    })
    connection.isMobile = true
    expect(await sync()).toEqual({ programme: 'synced', images: 'left-out' })
    expect(await ids()).toEqual(['a'])
    expect(await sync([], { images: false })).toEqual({ programme: 'synced', images: 'left-out' })
    expect(images.stored).toEqual([])
    const progress: unknown[] = []
    const report = await sync([], { images: true, onImages: (one) => progress.push(one) })
    expect(report).toEqual({ programme: 'synced', images: 'stored' })
    expect(images.stored).toEqual([`/photos/${hashOf('a')}-400.webp`])
    expect(progress).toEqual([{ done: 1, total: 1 }])
  })

  it('are those of 100 events, of more when a person asks, and after the device was full of half that had room', async () => {
    const items = Array.from({ length: 120 }, (_item, n) =>
      withPhoto(String.fromCodePoint(0x100 + n), NOW + 30 * DAY + n),
    )
    const again = { ...items[0], id: 'again' } as ProgrammeEvent
    const { sync, images, clock } = setUp({
      '': { items: [...items, again], cursor: 'c' },
      c: { cursor: 'c' },
    })
    const wanted = async (userSync?: { images: boolean }) => {
      images.stored.length = 0
      const report = await sync([], userSync)
      return [images.stored.length, report.images]
    }
    expect(await wanted()).toEqual([100, 'stored'])
    images.room = 61
    expect(await wanted()).toEqual([100, 'failed'])
    expect(await wanted()).toEqual([30, 'stored'])
    expect(await wanted({ images: true })).toEqual([120, 'failed'])
    clock.jump(8 * DAY * 1000)
    expect(await wanted()).toEqual([100, 'failed'])
  })
})

describe('with Save-Data', () => {
  it('nothing is fetched ahead before a person asks; what is on the device is kept up to date, without images', async () => {
    const { sync, connection, ids, asked, images } = setUp({
      '': { items: [withPhoto('a', NOW + DAY)], cursor: 'c' },
      c: { items: [b], cursor: 'd' },
    })
    connection.savesData = true
    expect(await sync()).toEqual({ programme: 'left-out', images: 'left-out' })
    expect(asked()).toBe(0)
    expect(await sync([], { images: false })).toEqual({ programme: 'synced', images: 'left-out' })
    expect(await sync()).toEqual({ programme: 'synced', images: 'left-out' })
    expect(await ids()).toEqual(['a', 'b'])
    expect(images.stored).toEqual([])
  })
})

describe('a programme that the person has removed', () => {
  it('stays away until they ask for it again, whatever is evicted', async () => {
    const { sync, replica, ids, asked } = setUp({ '': { items: [a], cursor: 'c' } })
    await sync()
    await replica.setRemoved(true)
    await replica.drop()
    expect(await sync([rowOfA])).toEqual({ programme: 'left-out', images: 'left-out' })
    expect(await ids()).toEqual([])
    expect(asked()).toBe(1)
    await sync([], { images: false })
    expect(await ids()).toEqual(['a'])
    expect(await replica.isRemoved()).toBe(false)
  })

  it.each(['whole programme', 'changes'])(
    'is not brought back by a sync that was on its way: %s',
    async (what) => {
      const { sync, replica, ids, network } = setUp({
        '': { items: [a], cursor: 'c1' },
        c1: { items: [b], cursor: 'c2' },
      })
      if (what === 'changes') await sync()
      network.next('late')
      const syncing = sync()
      await network.whenHanging()
      await replica.setRemoved(true)
      await replica.drop()
      network.release()
      expect(await syncing).toMatchObject({ programme: 'left-out' })
      expect(await ids()).toEqual([])
    },
  )
})

describe('what pages have fetched', () => {
  it('never replaces what a sync has stored: it may be older', async () => {
    const { replica, sync } = setUp({ '': { items: [a], cursor: 'c' } })
    await sync()
    await replica.upsert([{ ...rowOfA, title: 'An old response' }])
    expect((await replica.event('a'))?.event.title).toBe('Event a')
  })
})

describe('a full device', () => {
  it('gives up its images for the programme, and keeps the programme that it has where that makes no room', async () => {
    const { factory, setFull } = fillableStorage()
    const { sync, ids, images } = setUp(
      { '': { items: [a], cursor: 'c' }, c: { items: [b], cursor: 'd' } },
      { indexedDB: factory, IDBKeyRange },
    )
    await sync()
    setFull(true)
    expect(await sync()).toMatchObject({ programme: 'failed' })
    expect(images.evictions).toBe(1)
    expect(await ids()).toEqual(['a'])
  })
})

describe('a replica that cannot be used', () => {
  it('reads as empty, then is deleted and rebuilt', async () => {
    const database = { indexedDB: new IDBFactory(), IDBKeyRange }
    await leaveOddDatabase(database)
    const { sync, ids } = setUp({ '': { items: [a], cursor: 'c' } }, database)
    expect(await ids()).toEqual([])
    await sync()
    expect(await ids()).toEqual(['a'])
  })

  it('never counts as one without photos: their images would all be deleted', async () => {
    const { replica } = setUp({})
    replica.close()
    await expect(replica.photoHashes()).rejects.toThrow('closed')
  })

  it('is never deleted without the whole programme to take its place', async () => {
    const { factory, counts, failNext } = failingStorage()
    const { sync, ids, network } = setUp(
      { '': { items: [a, b], cursor: 'c' }, c: { cursor: 'd' } },
      { indexedDB: factory, IDBKeyRange },
    )
    await sync()
    network.setOffline(true)
    failNext('UnknownError')
    await sync()
    expect(counts.deleted).toBe(0)
    expect(await ids()).toEqual(['a', 'b'])
    network.setOffline(false)
    // The change fails to be written, and so does the whole programme, until its database is another.
    failNext('UnknownError', 2)
    expect(await sync()).toMatchObject({ programme: 'synced' })
    expect(counts.deleted).toBe(1)
    expect(await ids()).toEqual(['a', 'b'])
  })

  it('is empty for a later version, which keeps what the person chose', async () => {
    const { sync, replica, deps } = setUp({ '': { items: [a], cursor: 'c' } })
    await sync()
    await replica.setRemoved(true)
    replica.close()
    const later = openReplicaDatabase(deps, 2)
    expect(await later.events.count()).toBe(0)
    expect((await later.meta.toArray()).map(({ key }) => key).toSorted()).toEqual(['choice', 'tags'])
    later.close()
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
