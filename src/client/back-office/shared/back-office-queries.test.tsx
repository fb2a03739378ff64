import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '@/client/shared/loading/query-client'
import { eventListKey, refetchListedEvents } from './back-office-queries'
import type { EventPages } from './back-office-queries'
import { signInAdministrator } from './back-office.fixture'

afterEach(() => vi.unstubAllGlobals())

test('a batch that fails for hundreds asks for them in calls of two hundred, one after the other', async () => {
  const ids = Array.from({ length: 300 }, (_, n) => `event-${n}`)
  await signInAdministrator()
  const requests: string[][] = []
  let [atOnce, most] = [0, 0]
  vi.stubGlobal('fetch', async (url: string) => {
    const { searchParams } = new URL(url, 'http://localhost')
    most = Math.max(most, (atOnce += 1))
    requests.push(searchParams.get('ids')?.split(',') ?? [])
    await Promise.resolve()
    atOnce -= 1
    return Response.json({ data: { items: [] } })
  })
  const client = createQueryClient()
  const key = eventListKey({ status: undefined })
  const items = ids.map((id) => ({ id })) as EventPages['pages'][number]['items']
  client.setQueryData<EventPages>(key, { pages: [{ items, has_more: false }], pageParams: [1] })
  await refetchListedEvents(client, ids)
  expect(requests.map(({ length }) => length)).toEqual([200, 100])
  expect(most).toBe(1)
  // Nothing came back: they are gone.
  expect(client.getQueryData<EventPages>(key)?.pages[0]?.items).toEqual([])
})
