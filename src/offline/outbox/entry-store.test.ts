import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { describe, expect, it } from 'vitest'
import { messageContent } from '@tests/support/outbox-contents'
import { openOutboxDatabase } from './database'
import { isReadable } from './entry'
import { AlreadySubmitted } from './drafts'
import { createEntryStore, OutboxFull } from './entry-store'

/** A device with no room for entries until `needed` things have been given up. */
function fullDevice(needed: number) {
  const database = openOutboxDatabase({ indexedDB: new IDBFactory(), IDBKeyRange })
  const givenUp: string[] = []
  database.entries.hook('creating', () => {
    if (givenUp.length < needed) throw new DOMException('The quota has been exceeded', 'QuotaExceededError')
  })
  const store = createEntryStore(database, [
    async () => void givenUp.push('images'),
    async () => void givenUp.push('mirror'),
  ])
  return { store, givenUp }
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
  it('gives up nothing while there is room', async () => {
    const { store, givenUp } = fullDevice(0)
    await store.add(ENTRY)
    expect(givenUp).toEqual([])
  })

  it('gives up the images first, then the mirror', async () => {
    const one = fullDevice(1)
    await one.store.add(ENTRY)
    expect(one.givenUp).toEqual(['images'])
    const two = fullDevice(2)
    await two.store.add(ENTRY)
    expect(two.givenUp).toEqual(['images', 'mirror'])
    expect(await two.store.get('a')).toMatchObject({ id: 'a', seq: 1 })
  })

  it('says so when nothing helps, and keeps what it has', async () => {
    const { store } = fullDevice(3)
    await expect(store.add(ENTRY)).rejects.toThrow(OutboxFull)
    expect(await store.all()).toEqual([])
  })

  it('does not give up anything for another kind of trouble', async () => {
    const { store, givenUp } = fullDevice(0)
    await store.add(ENTRY)
    await expect(store.add(ENTRY)).rejects.toThrow(AlreadySubmitted)
    expect(givenUp).toEqual([])
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
