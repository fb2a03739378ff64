import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { describe, expect, it } from 'vitest'
import { failingStorage } from '@tests/support/attacks/failing-storage'
import { messageContent } from '@tests/support/offline/outbox-contents'
import { createEntryStore, OutboxFull } from './entry-store'
import { openOutboxDatabase } from '@/offline/outbox/database'
import { isReadable } from './entry'
import { AlreadySubmitted } from './drafts/drafts'

/** A device whose quota is exceeded until `needed` caches have been evicted. */
function fullDevice(needed: number) {
  const database = openOutboxDatabase({ indexedDB: new IDBFactory(), IDBKeyRange })
  const evicted: string[] = []
  database.entries.hook('creating', () => {
    if (evicted.length < needed) throw new DOMException('The quota has been exceeded', 'QuotaExceededError')
  })
  const store = createEntryStore(database, [
    async () => void evicted.push('images'),
    async () => void evicted.push('replica'),
  ])
  return { store, evicted }
}

const GB = 2 ** 30

/** `estimate` is what the browser says of the room on this device. */
function failingDevice(estimate: StorageEstimate | undefined) {
  const { factory, failNext } = failingStorage()
  const evicted: string[] = []
  const store = createEntryStore(
    openOutboxDatabase({ indexedDB: factory, IDBKeyRange }),
    [async () => void evicted.push('images'), async () => void evicted.push('replica')],
    async () => estimate,
  )
  return { store, evicted, failNext }
}

const ENTRY = {
  ...messageContent(),
  id: 'a',
  schemaVersion: 1,
  owner: null,
  state: 'queued',
  attempts: 0,
  nextAttemptAt: 0,
  leaseUntil: 0,
  createdAt: 0,
} as const

describe('a full device', () => {
  it('evicts nothing while there is room', async () => {
    const { store, evicted } = fullDevice(0)
    await store.add(ENTRY)
    expect(evicted).toEqual([])
  })

  it('evicts the images first, then the replica', async () => {
    const one = fullDevice(1)
    await one.store.add(ENTRY)
    expect(one.evicted).toEqual(['images'])
    const two = fullDevice(2)
    await two.store.add(ENTRY)
    expect(two.evicted).toEqual(['images', 'replica'])
    expect(await two.store.get('a')).toMatchObject({ id: 'a', seq: 1 })
  })

  it('throws OutboxFull when eviction does not help, and stores nothing', async () => {
    const { store } = fullDevice(3)
    await expect(store.add(ENTRY)).rejects.toThrow(OutboxFull)
    expect(await store.all()).toEqual([])
  })

  it('evicts nothing after another kind of error', async () => {
    const { store, evicted } = fullDevice(0)
    await store.add(ENTRY)
    await expect(store.add(ENTRY)).rejects.toThrow(AlreadySubmitted)
    expect(evicted).toEqual([])
  })
})

describe('storage that fails without saying that it is full', () => {
  it.each(['UnknownError', 'DataError', 'InvalidStateError'])(
    'is opened again, and evicts nothing: %s',
    async (name) => {
      const { store, evicted, failNext } = failingDevice({ usage: GB, quota: GB })
      failNext(name)
      await store.add(ENTRY)
      expect(await store.all()).toMatchObject([{ id: 'a', seq: 1 }])
      expect(evicted).toEqual([])
    },
  )

  it('evicts nothing when it goes on, as long as the browser says that there is room', async () => {
    for (const estimate of [{ usage: GB, quota: 2 * GB }, {}, undefined]) {
      const { store, evicted, failNext } = failingDevice(estimate)
      failNext('UnknownError', 2)
      await expect(store.add(ENTRY)).rejects.toThrow('The storage failed')
      expect(evicted).toEqual([])
    }
  })

  it('evicts when it goes on and the browser says that there is no room', async () => {
    const { store, evicted, failNext } = failingDevice({ usage: GB, quota: GB + 1000 })
    failNext('UnknownError', 4)
    await store.add(ENTRY)
    expect(evicted).toEqual(['images', 'replica'])
    const hopeless = failingDevice({ usage: GB, quota: GB })
    hopeless.failNext('UnknownError', 6)
    await expect(hopeless.store.add(ENTRY)).rejects.toThrow(OutboxFull)
  })

  it('never opens a database that its page has closed', async () => {
    const database = openOutboxDatabase({ indexedDB: new IDBFactory(), IDBKeyRange })
    const store = createEntryStore(database, [])
    database.close()
    await expect(store.add(ENTRY)).rejects.toThrow('Database has been closed')
    expect(database.isOpen()).toBe(false)
  })
})

describe('an entry whose connection was lost as it was committed', () => {
  it('is stored once, and is no other submission', async () => {
    const database = openOutboxDatabase({ indexedDB: new IDBFactory(), IDBKeyRange })
    let isLost = false
    const transaction = database.transaction.bind(database) as (...args: unknown[]) => Promise<unknown>
    Object.assign(database, {
      async transaction(...args: unknown[]) {
        const done = await transaction(...args)
        if (isLost) return done
        isLost = true
        throw new DOMException('Connection to Indexed Database server lost', 'UnknownError')
      },
    })
    const store = createEntryStore(database, [])
    expect(await store.add(ENTRY)).toMatchObject({ id: 'a', seq: 1 })
    expect(await store.all()).toHaveLength(1)
    await expect(store.add(ENTRY)).rejects.toThrow(AlreadySubmitted)
  })
})

describe('the order of writing', () => {
  it('counts on from the last entry, whatever went away', async () => {
    const { store } = fullDevice(0)
    await store.add(ENTRY)
    await store.add({ ...ENTRY, id: 'b' })
    await store.remove('a')
    await store.add({ ...ENTRY, id: 'c' })
    expect((await store.all()).map((entry) => [entry.id, isReadable(entry) && entry.seq])).toEqual([
      ['b', 2],
      ['c', 3],
    ])
  })
})
