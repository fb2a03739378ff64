import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import { eventContent, photoOf } from '@tests/support/offline/outbox-contents'
import { CallFailed } from '@/client/shared/offline/client-call'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { readEarlierEvent } from './use-again'

const ID = '0a6f6c1e-3f0b-4a53-9d11-0d7a3f1f0a01'
const ana = { id: 'ana', email: 'ana@example.com', name: 'Ana', role: 'USER' as const }
const published = {
  id: ID,
  title: 'Fado every Tuesday',
  description: 'Guitars and voices while the sun goes down.',
  start_time: 2_000_000_000,
  end_time: 2_000_007_200,
  is_all_day: false,
  location_name: 'Praia do Sul - Ericeira',
  latitude: 38.96,
  longitude: -9.41,
  tags: [{ id: 't', key: 'music', name: 'Music' }],
  price: 5,
  info_links: [],
  schedules: [],
  rule: {
    days: [2],
    start_hour: 21,
    start_minute: 0,
    end_hour: 23,
    end_minute: 0,
    period_start_date: '2033-05-01',
    period_end_date: '2033-06-30',
    is_all_day: false,
  },
}

const { signal } = new AbortController()
const withoutNetwork = () =>
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
afterEach(() => vi.unstubAllGlobals())

test('what waits in the outbox is filled in with its photo and no network, all but its dates', async () => {
  withoutNetwork()
  const { outbox } = await loadOfflineClient()
  const entry = await outbox.enqueue(eventContent('Sunset Sessions'), photoOf(new Uint8Array([1, 2, 3])))
  const earlier = await readEarlierEvent(entry.id, undefined, signal)
  expect(earlier?.values).toMatchObject({ title: 'Sunset Sessions', eventType: 'one-time' })
  expect(earlier?.values.blocks.map(({ startDate, endDate }) => [startDate, endDate])).toEqual([['', '']])
  expect(earlier?.values.blocks[0]?.startTime).toMatch(/^\d\d:\d\d$/)
  expect(new Uint8Array(earlier?.photo?.bytes ?? new ArrayBuffer(0))).toEqual(new Uint8Array([1, 2, 3]))
  await outbox.discard(entry.id)
})

test('without a network a published event is filled in from the programme on the device', async () => {
  withoutNetwork()
  const { replica } = await loadOfflineClient()
  await replica.upsert([published])
  const earlier = await readEarlierEvent(ID, ana, signal)
  expect(earlier?.values).toMatchObject({
    title: 'Fado every Tuesday',
    email: 'ana@example.com',
    place: { displayName: 'Praia do Sul', formattedAddress: 'Ericeira', latitude: 38.96 },
    tagKeys: ['music'],
    priceKind: 'amount',
    price: '5',
    eventType: 'recurring',
    recurring: { days: [2], startTime: '21:00', endTime: '23:00', periodStartDate: '', periodEndDate: '' },
  })
})

test('an event that nobody here knows is nothing, and one that cannot be fetched now is said to be that', async () => {
  withoutNetwork()
  expect(await readEarlierEvent('unknown', undefined, signal)).toBeNull()
  await expect(readEarlierEvent('unknown', ana, signal)).rejects.toThrow(CallFailed)
})
