import { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, it } from 'vitest'
import type { BackOfficeEvent } from '@/contract/back-office/back-office-events'
import type { EventStatus } from '@/domain/events/event'
import { shownPages } from '@/client/back-office/events/event-pages'
import {
  REVIEW_QUEUE_KEY,
  eventListKey,
  removeFromQueue,
  removeListedEvents,
  updateListedEvents,
  updateReviewedEvents,
} from './listed-events'
import type { EventPages, ReviewQueue } from './listed-events'

const filterOf = (status: EventStatus | undefined) => ({ status })
const event = (id: string, status: EventStatus = 'ON_REVIEW', revision = 1) =>
  ({ id, status, revision, title: `${id} ${revision}` }) as BackOfficeEvent

let client: QueryClient
beforeEach(() => {
  client = new QueryClient()
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

const isInvalidated = () => client.getQueryState(REVIEW_QUEUE_KEY)?.isInvalidated

describe('the review queue', () => {
  const ids = Array.from({ length: 21 }, (_, place) => `id-${place}`)

  it('goes on without being fetched, until few are left of more', () => {
    client.setQueryData<ReviewQueue>(REVIEW_QUEUE_KEY, { ids, has_more: true })
    removeFromQueue(client, 'id-0')
    expect(client.getQueryData<ReviewQueue>(REVIEW_QUEUE_KEY)?.ids).toEqual(ids.slice(1))
    expect(isInvalidated()).toBe(false)
    removeFromQueue(client, 'id-1')
    expect(isInvalidated()).toBe(true)
  })

  it('is not fetched again when there are no more', () => {
    client.setQueryData<ReviewQueue>(REVIEW_QUEUE_KEY, { ids: ['a', 'b'], has_more: false })
    removeFromQueue(client, 'a')
    expect(isInvalidated()).toBe(false)
  })
})
