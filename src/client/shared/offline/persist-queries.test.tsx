import type { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createQueryClient } from '@/client/shared/loading/query-client'
import { persistQueries } from './persist-queries'

const KEY = 'ericeira-queries'
const LIST = ['programme', 'list', { tags: [] }, 1]
const meta = { persist: true }
const PROGRAMME: Parameters<typeof persistQueries>[1] = {
  storage: localStorage,
  key: KEY,
  isPersisted: (query) => query.meta?.['persist'] === true,
}
const pages = { pages: [{ data: 'first' }, { data: 'second' }], pageParams: [1, 2] }

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
})
afterEach(() => vi.useRealTimers())

/** A visit that fetched a list of two pages, the tags, and an event that nobody asked to keep. */
async function visit(): Promise<void> {
  const client = createQueryClient()
  await persistQueries(client, { ...PROGRAMME, restores: false })
  await client.prefetchQuery({ queryKey: LIST, queryFn: () => pages, meta })
  await client.prefetchQuery({
    queryKey: ['programme', 'used-tags'],
    queryFn: () => ({ data: ['surf'] }),
    meta,
  })
  await client.prefetchQuery({ queryKey: ['programme', 'event', 'own'], queryFn: () => ({ data: 'secret' }) })
  vi.advanceTimersByTime(2000)
}

async function coldStart(): Promise<QueryClient> {
  const client = createQueryClient()
  await persistQueries(client, PROGRAMME)
  return client
}

it('a cold start has the first page of the list and the tags before IndexedDB is open, and nothing else', async () => {
  await visit()
  expect(localStorage.getItem(KEY)).not.toContain('secret')
  const client = await coldStart()
  expect(client.getQueryData(LIST)).toEqual({ pages: [{ data: 'first' }], pageParams: [1] })
  expect(client.getQueryData(['programme', 'used-tags'])).toEqual({ data: ['surf'] })
})

it('a cold start reads again what it begins with, however young: the programme may have changed since', async () => {
  await visit()
  const client = await coldStart()
  const fetchAgain = vi.fn<() => Promise<typeof pages>>().mockResolvedValue(pages)
  await client.prefetchQuery({ queryKey: LIST, queryFn: fetchAgain, meta, staleTime: 60_000 })
  expect(fetchAgain).toHaveBeenCalledOnce()
})
