import 'fake-indexeddb/auto'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { inRouter } from '@tests/support/in-router'
import { QueryProvider } from '@tests/support/query-provider'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import type { ManagedEvent } from '@/contract/managed-events/read-managed-event'
import { isReadable } from '@/offline/outbox/entry'
import { ManagedForm } from './managed-form'
import type { ManagedEntries } from './managed-entries'
import { versionOf } from './managed-versions'

const choices = { places: [], tags: [], areTagsLoading: false, retryTags: () => undefined }
vi.mock('@/client/shared/event-form/place-and-tag-options', () => ({ usePlaceAndTagOptions: () => choices }))
// Here it is null, which no browser has.
Object.defineProperty(navigator, 'locks', { value: undefined })

beforeEach(() => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch'))))
afterEach(async () => {
  cleanup()
  const { outbox } = await loadOfflineClient()
  for (const { id } of await outbox.list()) await outbox.discard(id)
  vi.unstubAllGlobals()
})

const ID = '0b0a5a3e-0000-4000-8000-000000000001'
const block = { start_time: '2999-06-20 19:00:00', end_time: '2999-06-20 22:00:00', is_all_day: false }
const content = {
  title: 'Fado',
  description: 'Guitar and voice on the cliff.',
  location_name: 'Praia do Sul',
  latitude: 38.96,
  longitude: -9.41,
  timetable: { list: [block] },
  info_links: [],
}
const event = {
  ...content,
  id: ID,
  status: 'ON_REVIEW',
  tags: [{ key: 'music', name: 'Music' }],
  schedules: [],
  start_time: 32_000_000_000,
  end_time: 32_000_007_200,
  is_all_day: false,
  revision: 7,
  edited_revision: 7,
} as unknown as ManagedEvent

async function list() {
  const { outbox } = await loadOfflineClient()
  return (await outbox.list()).filter(isReadable)
}

async function open(waiting: ManagedEntries['change']) {
  const part = (
    <ManagedForm event={versionOf(event)} token="t" waiting={waiting} onDone={async () => undefined} />
  )
  render(await inRouter(<QueryProvider>{part}</QueryProvider>))
  return screen.findByRole<HTMLInputElement>('textbox', { name: /^Title/ })
}

test('what waits is held while it is written over, and once it is sent all the same the rest is another change', async () => {
  const { outbox } = await loadOfflineClient()
  const change = { ...content, tag_keys: ['music'], token: 't', revision: 3 }
  const { id } = await outbox.enqueue({
    kind: 'updateManagedEvent',
    payload: { eventId: ID, change: { ...change, title: 'Fado at eight' } },
  })
  await outbox.settled(id, 5000)
  const [waiting] = await list()
  if (waiting?.kind !== 'updateManagedEvent') throw new Error('No change')
  const title = await open(waiting)
  expect(title.value).toBe('Fado at eight')
  fireEvent.change(title, { target: { value: 'Fado at nine' } })
  await vi.waitFor(async () => expect(await list()).toMatchObject([{ id, hasEditLock: true }]), {
    timeout: 5000,
  })

  // Another tab sends it now.
  vi.stubGlobal('fetch', async () => Response.json({ data: { id: ID, is_proposal: false } }))
  await outbox.sendNow(id)
  await vi.waitFor(async () => expect(await list()).toMatchObject([{ id, state: 'sent' }]), { timeout: 5000 })
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  fireEvent.click(screen.getByRole('button', { name: /^Save/ }))
  await vi.waitFor(
    async () => {
      const other = (await list()).find((entry) => entry.id !== id)
      expect(other).toMatchObject({ payload: { change: { title: 'Fado at nine', revision: 7 } } })
    },
    { timeout: 5000 },
  )
})
