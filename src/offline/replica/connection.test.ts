import { Dexie } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { describe, expect, it } from 'vitest'
import { systemTimers } from '@/offline/platform/deferred'
import { connectReplica } from './database'

const STORED = { id: 'a', event: {}, endsAt: 1, storedAt: 1 }

/** A replica with one event on a device whose quota is exceeded until the images have been evicted, or for ever. */
async function fullDevice({ errorOf, canHelp = false }: { errorOf: () => Error; canHelp?: boolean }) {
  let evictions = 0
  const connection = connectReplica({
    timers: systemTimers,
    database: { indexedDB: new IDBFactory(), IDBKeyRange },
    evict: async () => void (evictions += 1),
    onWritten: () => undefined,
  })
  await connection.database().events.put(STORED)
  const bulkPut = async () => {
    if (!canHelp || evictions === 0) throw errorOf()
    await connection.database().events.put({ ...STORED, id: 'b' })
    return 'applied'
  }
  const stored = async () => (await connection.database().events.toArray()).map(({ id }) => id)
  return { connection, bulkPut, stored, evictions: () => evictions }
}

const exceeded = () => new DOMException('The quota has been exceeded', 'QuotaExceededError')
const ERRORS: [string, () => Error][] = [
  ['at the commit', exceeded],
  // Firefox and Safari say it at the request: a bulk write of Dexie has a list of them.
  ['at a request', () => new Dexie.BulkError('1 of 1 operations failed', [exceeded()])],
]

describe('a full device', () => {
  it.each(ERRORS)('keeps the programme that it has when the whole has no room (%s)', async (_, errorOf) => {
    const { connection, bulkPut, stored, evictions } = await fullDevice({ errorOf })
    expect(await connection.writeFetched(bulkPut, true)).toBeUndefined()
    expect(await stored()).toEqual(['a'])
    expect(evictions()).toBe(1)
  })

  it.each(ERRORS)('has room for what was fetched once the images have gone (%s)', async (_, errorOf) => {
    const { connection, bulkPut, stored } = await fullDevice({ errorOf, canHelp: true })
    expect(await connection.writeFetched(bulkPut, false)).toBe('applied')
    expect(await stored()).toEqual(['a', 'b'])
  })

  it('evicts no image for what it only notes', async () => {
    const { connection, bulkPut, evictions } = await fullDevice({ errorOf: exceeded, canHelp: true })
    expect(await connection.write(bulkPut)).toBeUndefined()
    expect(evictions()).toBe(0)
  })
})
