import { QueryObserver, onlineManager, type QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createQueryClient } from '@/client/shared/loading/query-client'
import { OWN_QUERIES_KEY } from '@/offline/session/stored-session'
import { ownKey, OWN, PERSISTED_OWN, persistOwnQueries } from './own-queries'

const MY_EVENTS = ownKey('ana', 'events')

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  signIn('ana')
})
afterEach(() => vi.useRealTimers())

function signIn(id: string): void {
  localStorage.setItem('auth_user', JSON.stringify({ id }))
}

/** Ana looks at her own pages; what is written to storage is throttled. */
async function visit(): Promise<QueryClient> {
  const client = createQueryClient()
  await persistOwnQueries(client, 'ana', localStorage)
  const pages = { pages: ['first', 'second'], pageParams: [1, 2] }
  await client.prefetchQuery({ queryKey: MY_EVENTS, queryFn: () => pages, meta: PERSISTED_OWN })
  await client.prefetchQuery({ queryKey: ownKey('ana', 'sessions'), queryFn: () => 'where she is signed in' })
  await client.prefetchQuery({
    queryKey: ownKey('rui', 'profile'),
    queryFn: () => 'Rui',
    meta: PERSISTED_OWN,
  })
  await client.prefetchQuery({ queryKey: ['programme'], queryFn: () => 'public', meta: { persist: true } })
  return client
}

const stored = () => localStorage.getItem(OWN_QUERIES_KEY)

async function coldStart(userId: string): Promise<QueryClient> {
  const client = createQueryClient()
  await persistOwnQueries(client, userId, localStorage)
  return client
}

it('a cold start shows the first page of what this user saw last, and nothing else', async () => {
  await visit()
  vi.advanceTimersByTime(2000)
  expect(stored()).not.toMatch(/signed in|Rui|public|second/)
  const client = await coldStart('ana')
  expect(client.getQueryData(MY_EVENTS)).toEqual({ pages: ['first'], pageParams: [1] })
  vi.advanceTimersByTime(3_600_000)
  expect(client.getQueryData(MY_EVENTS)).toBeDefined()
})

it('another user starts without', async () => {
  await visit()
  vi.advanceTimersByTime(2000)
  signIn('rui')
  expect((await coldStart('rui')).getQueryData(MY_EVENTS)).toBeUndefined()
  signIn('ana')
  localStorage.setItem('auth_user', JSON.stringify({ id: 'rui' }))
  expect((await coldStart('ana')).getQueryData(MY_EVENTS)).toBeUndefined()
})

it.each([
  ['nobody', () => localStorage.clear()],
  ['somebody else', () => signIn('rui')],
])('a late write brings nothing back when %s is signed in by then', async (_, change) => {
  await visit()
  change()
  localStorage.removeItem(OWN_QUERIES_KEY)
  vi.advanceTimersByTime(2000)
  expect(stored()).toBeNull()
})

it('is fetched again as soon as there is a network again', async () => {
  const client = createQueryClient()
  client.mount()
  onlineManager.setOnline(false)
  const responses = ['saved 2 h ago', 'fresh']
  const observer = new QueryObserver(client, {
    ...OWN,
    queryKey: MY_EVENTS,
    queryFn: () => responses.shift(),
  })
  const seen: unknown[] = []
  const isFresh = new Promise<void>((resolve) =>
    observer.subscribe(({ data }) => {
      seen.push(data)
      if (data === 'fresh') resolve()
    }),
  )
  await vi.runAllTimersAsync()
  expect(seen.at(-1)).toBe('saved 2 h ago')
  onlineManager.setOnline(true)
  await vi.runAllTimersAsync()
  await isFresh
  client.clear()
  client.unmount()
})
