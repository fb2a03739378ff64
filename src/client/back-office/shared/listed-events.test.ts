import type { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, it } from 'vitest'
import { createQueryClient } from '@/client/shared/loading/query-client'
import type { BackOfficeEvent } from '@/contract/back-office/back-office-events'
import type { EventStatus } from '@/domain/events/event'
import { shownPages } from '@/client/back-office/events/event-list-query'
import {
  REVIEW_QUEUES_KEY,
  eventListKey,
  putBackOnReview,
  removeFromQueues,
  removeListedEvents,
  updateListedEvents,
  updateReviewedEvents,
} from './back-office-queries'
import type { EventPages, ReviewQueue } from './back-office-queries'

const filterOf = (status: EventStatus | undefined) => ({ status })
const event = (id: string, status: EventStatus = 'ON_REVIEW', revision = 1) =>
  ({ id, status, revision, title: `${id} ${revision}` }) as BackOfficeEvent

let client: QueryClient
beforeEach(() => {
  client = createQueryClient()
})

function store(status: EventStatus | undefined, ...pages: BackOfficeEvent[][]): void {
  client.setQueryData<EventPages>(eventListKey(filterOf(status)), {
    pages: pages.map((items) => ({ items, has_more: true })),
    pageParams: pages.map((_, index) => index + 1),
  })
}
const storedPages = (status: EventStatus | undefined) =>
  client.getQueryData<EventPages>(eventListKey(filterOf(status)))?.pages
const shown = (status: EventStatus | undefined) =>
  shownPages(storedPages(status) ?? [], status).map(({ items }) => items.map(({ title }) => title))

describe('the lists of events', () => {
  it('lose a reviewed event from where it was, and get it back there when the review is undone', () => {
    store('ON_REVIEW', [event('a'), event('b')], [event('c')])
    const [, untouched] = storedPages('ON_REVIEW') ?? []
    updateReviewedEvents(client, [event('a', 'PUBLISHED', 2)])
    expect(shown('ON_REVIEW')).toEqual([['b 1'], ['c 1']])
    expect(storedPages('ON_REVIEW')?.[1], 'rendered again').toBe(untouched)
    updateReviewedEvents(client, [event('a', 'ON_REVIEW', 3)])
    expect(shown('ON_REVIEW')).toEqual([['a 3', 'b 1'], ['c 1']])
  })

  it('get a batch back where it was when it is undone', () => {
    store('ON_REVIEW', [event('a'), event('b')], [event('c')])
    updateReviewedEvents(client, [event('a', 'PUBLISHED', 2), event('c', 'PUBLISHED', 2)])
    expect(shown('ON_REVIEW')).toEqual([['b 1'], []])
    putBackOnReview(client, ['a', 'c', 'elsewhere'])
    expect(shown('ON_REVIEW')).toEqual([['a 2', 'b 1'], ['c 2']])
  })

  it('keep an event of all statuses, as it is now', () => {
    store(undefined, [event('a'), event('b')])
    updateReviewedEvents(client, [event('b', 'REJECTED', 2)])
    expect(shown(undefined)).toEqual([['a 1', 'b 2']])
  })

  it('do not go back to an older version', () => {
    store(undefined, [event('a', 'PUBLISHED', 3)])
    updateListedEvents(client, [event('a', 'ON_REVIEW', 2)])
    expect(shown(undefined)).toEqual([['a 3']])
  })

  it('are fetched anew when an event has come into them that they do not hold', () => {
    store('PUBLISHED', [event('p', 'PUBLISHED')])
    updateListedEvents(client, [event('a', 'PUBLISHED', 2)])
    expect(storedPages('PUBLISHED')).toBeDefined()
    updateReviewedEvents(client, [event('a', 'PUBLISHED', 2)])
    expect(storedPages('PUBLISHED')).toBeUndefined()
  })

  it('lose what is deleted, whatever their filter', () => {
    store('ON_REVIEW', [event('a'), event('b')])
    store(undefined, [event('b')], [event('a')])
    removeListedEvents(client, ['a'])
    expect([shown('ON_REVIEW'), shown(undefined)]).toEqual([[['b 1']], [['b 1'], []]])
  })
})

const key = (sort: string) => [...REVIEW_QUEUES_KEY, { sort }]
const queue = (sort: string) => client.getQueryData<ReviewQueue>(key(sort))

describe('the review queues', () => {
  it('all lose a reviewed event, and count one less, without being fetched again', () => {
    client.setQueryData<ReviewQueue>(key('oldest'), { ids: ['a', 'b', 'c'], total: 97 })
    client.setQueryData<ReviewQueue>(key('soonest'), { ids: ['c', 'b'], total: 2 })
    removeFromQueues(client, 'b')
    expect(queue('oldest')).toEqual({ ids: ['a', 'c'], total: 96 })
    expect(queue('soonest')).toEqual({ ids: ['c'], total: 1 })
    removeFromQueues(client, 'elsewhere')
    expect(queue('oldest')?.total).toBe(96)
    expect(client.getQueryState(key('oldest'))?.isInvalidated).toBe(false)
  })
})
