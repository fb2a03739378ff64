import { Dexie } from 'dexie'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { getPushKey } from '@/contract/accounts/push'
import { fillableStorage } from '@tests/support/attacks/fillable-storage'
import { faultyNetwork } from '@tests/support/offline/faulty-network'
import { memoryCaches } from '@tests/support/offline/memory-caches'
import { programmeEvent } from '@tests/support/offline/offline-programme'
import { messageContent } from '@tests/support/offline/outbox-contents'
import { createOfflineClient, type OfflineClient } from './offline-client'
import { createProgrammeClient } from './programme-client'

// Each part has tests of its own; these are of the one place where the browser's are plugged into each other.

const ORIGIN = 'https://guide.test'
const PHOTO = '/photos/0123456789abcdef-thumb.jpg'
const TOMORROW = Math.floor(Date.now() / 1000) + 86_400

const SERVER: Record<string, unknown> = {
  'GET /api/v1/push/key': { public_key: 'key' },
  'GET /api/v1/events/list': {
    items: [programmeEvent('dinner', TOMORROW, { thumbnail: PHOTO })],
    removed: [],
    cursor: '1',
  },
  'GET /api/v1/events/tags': { items: [{ id: '7', key: 'surf', name: 'Surf' }] },
  'POST /api/v1/contact-form': { id: 'row' },
}

function setUp() {
  const network = faultyNetwork(async ({ method, url }) => {
    const data = SERVER[`${method} ${url}`]
    return Response.json({ data }, { status: method === 'POST' ? 201 : 200 })
  })
  vi.stubGlobal('fetch', network.fetch)
  const { factory, setFull } = fillableStorage()
  Dexie.dependencies.indexedDB = factory
  const { caches, stored } = memoryCaches(ORIGIN)
  vi.stubGlobal('caches', caches)
  const photos = { storeAll: vi.fn(async () => 'stored' as const), retain: vi.fn(async () => {}) }
  client = createOfflineClient({
    programmeClient: createProgrammeClient({ photos }),
    pushManager: async () => undefined,
  })
  return { ...client, network, setFull, photos, stored, log: network.log }
}

let client: OfflineClient | undefined
const { indexedDB } = Dexie.dependencies
beforeEach(() => vi.stubGlobal('navigator', {}))
afterEach(() => {
  client?.session.close()
  client?.outbox.close()
  client?.replica.close()
  Dexie.dependencies.indexedDB = indexedDB
  vi.unstubAllGlobals()
})

it.each(['api', 'publicApi'] as const)(
  'delivers what waited for a network as soon as a request of the %s gets through',
  async (which) => {
    const { outbox, network, log, ...apis } = setUp()
    network.setOffline(true)
    await outbox.enqueue(messageContent())
    await outbox.schedule()
    network.setOffline(false)
    await apis[which].call(getPushKey, {})
    await vi.waitFor(() => expect(log).toContain('POST /api/v1/contact-form'))
  },
)

it('does not repeat a send that has failed because the one before it got through', async () => {
  const { outbox, network, log } = setUp()
  network.setOffline(true)
  for (const text of ['One', 'Two']) await outbox.enqueue(messageContent(text))
  await outbox.schedule()
  network.setOffline(false)
  network.next('none', 'drop-before')
  await outbox.schedule({ networkIsBack: true })
  await outbox.schedule()
  expect(log).toEqual(['POST /api/v1/contact-form', 'POST /api/v1/contact-form'])
})

it('registers what waited for an entry once that is delivered', async () => {
  const { outbox, push } = setUp()
  const settle = vi.spyOn(push, 'settle')
  await outbox.deliver()
  expect(settle).toHaveBeenCalledOnce()
})

it('gives up images and programme on a device that has no room for what a person writes', async () => {
  const { outbox, replica, replicaSync, stored, setFull } = setUp()
  await replicaSync.sync()
  const photos = await caches.open('photos')
  await photos.put(ORIGIN + PHOTO, new Response('image'))
  setFull(true)
  await outbox.enqueue(messageContent())
  expect(stored()).toEqual([])
  expect((await replica.snapshot()).events).toEqual([])
})

it.each([
  ['nothing', { saveData: true }, { programme: 'left-out', images: 'left-out' }],
  ['no images', { type: 'cellular' }, { programme: 'synced', images: 'left-out' }],
])('fetches %s ahead by a connection with %o', async (_, connection, report) => {
  vi.stubGlobal('navigator', { connection })
  const { replicaSync } = setUp()
  expect(await replicaSync.sync()).toEqual(report)
})
