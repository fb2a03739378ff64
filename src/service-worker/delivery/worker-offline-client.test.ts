// Workbox's expiration has its own database.
import 'fake-indexeddb/auto'
import { afterAll, expect, it, vi } from 'vitest'
import { memoryCaches } from '@tests/support/offline/memory-caches'
import { programmeEvent } from '@tests/support/offline/offline-programme'

const ORIGIN = 'https://guide.test'
const TOMORROW = Math.floor(Date.now() / 1000) + 86_400
const PUBLISHED = '/photos/0123456789abcdef-thumb.jpg'
const PRIVATE = '/photos/ffffffffffffffff-thumb.jpg'

const { caches, stored } = memoryCaches(ORIGIN)
vi.stubGlobal('self', globalThis)
vi.stubGlobal('__WB_DISABLE_DEV_LOGS', true)
vi.stubGlobal('location', new URL(`${ORIGIN}/sw.js`))
vi.stubGlobal('navigator', {})
vi.stubGlobal('caches', caches)
vi.stubGlobal('fetch', async (url: string) => {
  if (url.includes('/photos/')) return new Response('image', { headers: { 'content-type': 'image/jpeg' } })
  const items = url.endsWith('/events/list')
    ? [programmeEvent('dinner', TOMORROW, { photo: PUBLISHED, thumbnail: PUBLISHED })]
    : []
  return Response.json({ data: { items, removed: [], cursor: '1' } })
})
vi.resetModules()
const { workerOfflineClient, workerPhotoCache } = await import('./worker-offline-client')
afterAll(() => {
  const { session, outbox, replica } = workerOfflineClient()
  for (const part of [session, outbox, replica]) part.close()
})

it('stores with the programme its photos, and never one that is not published', async () => {
  const { replicaSync } = workerOfflineClient()
  expect(await replicaSync.sync()).toEqual({ programme: 'synced', images: 'stored' })
  const { stored: settled } = await workerPhotoCache().respond(new Request(ORIGIN + PRIVATE))
  await settled
  expect(stored()).toEqual([PUBLISHED])
})
