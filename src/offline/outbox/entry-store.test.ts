import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { describe, expect, it } from 'vitest'
import { messageContent } from '@tests/support/outbox-contents'
import { openOutboxDatabase } from './database'
import { isReadable } from './entry'
import { AlreadySubmitted } from './drafts'
import { createEntryStore, OutboxFull } from './entry-store'

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
