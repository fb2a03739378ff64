import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, it, vi } from 'vitest'
import { fakeClock } from '@tests/support/server/fake-clock'
import { faultyNetwork } from '@tests/support/offline/faulty-network'
import { createApiClient } from '@/offline/api/api-client'
import { fetchTags } from './stored-event'
import { createReplica } from './replica'

const SURF = { id: '1', key: 'surf', name: 'Surf', names: { en: 'Surf', pt: 'Surf' } }
const BINGO = { id: '2', key: 'bingo', name: 'Bingo', names: { en: 'Bingo', pt: 'Bingo' } }

function setUp() {
  const clock = fakeClock(Date.UTC(2026, 5, 15, 10))
  const tags = [SURF]
  const network = faultyNetwork(async () => Response.json({ data: { items: tags } }))
  const api = createApiClient({ fetch: network.fetch, baseUrl: '/api/v1', clock, timers: clock })
  const replica = createReplica({ clock, database: { indexedDB: new IDBFactory(), IDBKeyRange } })
  return { tags, api, network, replica, fetch: () => fetchTags({ publicApi: api, replica }) }
}

it('tags that were fetched are on the device, in the place of the ones before', async () => {
  const { tags, replica, fetch } = setUp()
  expect(await fetch()).toEqual([SURF])
  expect(await replica.tags()).toEqual([SURF])
  tags[0] = BINGO
  await fetch()
  expect(await replica.tags()).toEqual([BINGO])
})

it.each(['portal', 'unavailable', 'drop-before'] as const)(
  'a network that fails takes none away: %s',
  async (fault) => {
    const { network, replica, fetch } = setUp()
    await fetch()
    network.next(fault)
    expect(await fetch()).toBeUndefined()
    expect(await replica.tags()).toEqual([SURF])
  },
)

it('tags that were fetched are there also where the storage never responds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { api } = setUp()
  const fetched = fetchTags({ publicApi: api, replica: { putTags: () => new Promise<void>(() => {}) } })
  await vi.advanceTimersByTimeAsync(5000)
  await expect(fetched).resolves.toEqual([SURF])
  vi.useRealTimers()
})
