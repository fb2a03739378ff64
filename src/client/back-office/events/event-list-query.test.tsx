import 'fake-indexeddb/auto'
import { InfiniteQueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createQueryClient } from '@/client/shared/loading/query-client'
import { signInAdministrator, publishedEvent } from '@/client/back-office/shared/back-office.fixture'
import { eventListQuery, eventListRefreshQuery } from './event-list-query'

/** The numbers of the events on review, the oldest first. */
let onReview: number[]
let pagesFetched: number

beforeEach(async () => {
  await signInAdministrator()
  onReview = Array.from({ length: 260 }, (_, number) => number + 1)
  pagesFetched = 0
  vi.stubGlobal('fetch', async (url: string) => {
    const { searchParams } = new URL(url, 'http://localhost')
    const size = Number(searchParams.get('per_page'))
    const from = (Number(searchParams.get('page')) - 1) * size
    pagesFetched += 1
    const items = onReview
      .slice(from, from + size)
      .map((number) => ({ ...publishedEvent, id: `e${number}`, status: 'ON_REVIEW' }))
    return Response.json({ data: { items, has_more: from + size < onReview.length } })
  })
})
afterEach(() => {
  localStorage.clear()
  vi.unstubAllGlobals()
})

it('rows that move up while a colleague reviews others far below the beginning are not left out', async () => {
  const client = createQueryClient()
  const observer = new InfiniteQueryObserver(client, eventListQuery({ status: 'ON_REVIEW' }))
  const stop = observer.subscribe(() => undefined)
  await vi.waitFor(() => expect(observer.getCurrentResult().isSuccess).toBe(true))
  for (let page = 2; page <= 7; page += 1) await observer.fetchNextPage()
  onReview = onReview.filter((number) => number < 101 || number > 140)
  pagesFetched = 0
  await observer.fetchNextPage()
  const shown = observer.getCurrentResult().data?.pages.flatMap(({ items }) => items.map(({ id }) => id))
  const isThere = (number: number) => shown?.includes(`e${number}`)
  expect([141, 160, 161, 180, 181, 200].map(isThere)).toEqual(Array.from({ length: 6 }, () => true))
  expect(pagesFetched).toBe(3)
  stop()
})

it('a list that is there to its end asks for no more with each refresh', async () => {
  onReview = onReview.slice(0, 130)
  const client = createQueryClient()
  const observer = new InfiniteQueryObserver(client, eventListQuery({ status: 'ON_REVIEW' }))
  const stop = observer.subscribe(() => undefined)
  await vi.waitFor(() => expect(observer.getCurrentResult().isSuccess).toBe(true))
  while (observer.getCurrentResult().hasNextPage) await observer.fetchNextPage()
  const fetched: [requests: number, pages: number | undefined][] = []
  for (let time = 0; time < 5; time += 1) {
    pagesFetched = 0
    await client.fetchQuery({ ...eventListRefreshQuery({ status: 'ON_REVIEW' }), staleTime: 0 })
    if (observer.getCurrentResult().hasNextPage) await observer.fetchNextPage()
    fetched.push([pagesFetched, observer.getCurrentResult().data?.pages.length])
  }
  expect(fetched).toEqual(Array.from({ length: 5 }, () => fetched[0]))
  stop()
})
