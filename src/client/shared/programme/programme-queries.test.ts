import { InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { createQueryClient } from '@/client/shared/loading/query-client'
import { programmeEvent } from '@tests/support/offline/offline-programme'
import { NO_FILTER, type ProgrammeReader } from '@/offline/programme/programme-reader'
import {
  LIST_PAGE_SIZE,
  PROGRAMME_KEY,
  eventListQuery,
  eventQuery,
  eventsOf,
  homeQuery,
} from './programme-queries'
import { fetchedEvents } from '@/client/app/background'

const rows = Array.from({ length: 60 }, (_item, index) => {
  const { schedules: _, ...row } = programmeEvent(`e${index}`, 1_800_000_000 + index)
  return row
})

/** A reader whose programme can change between two readings. */
function readerOf(programme: { items: typeof rows }): ProgrammeReader {
  return {
    list: async (_, page, perPage) => {
      const start = (page - 1) * perPage
      const items = programme.items.slice(start, start + perPage)
      return { data: { items, has_more: programme.items.length > start + perPage } }
    },
    event: async () => null,
    usedTags: async () => ({ data: [] }),
  }
}

describe('an event that is shown by the token of a mail', () => {
  it('is nothing that a sync, the persister or a visitor without the token would find', async () => {
    const client = createQueryClient()
    const data = programmeEvent('e', 1_800_000_000)
    const programme: ProgrammeReader = {
      ...readerOf({ items: [] }),
      event: async (_, token) => (token === 't' ? { data, isPrivate: true } : null),
    }
    const query = eventQuery(programme, 'e', 't')
    expect(await client.fetchQuery(query)).toEqual({ data, isPrivate: true })
    expect(query.meta?.['persist']).toBeUndefined()
    expect(client.getQueriesData({ queryKey: PROGRAMME_KEY })).toEqual([])
    expect(fetchedEvents(client)).toEqual([])
    expect(await client.fetchQuery(eventQuery(programme, 'e'))).toBeNull()
  })
})

describe('the list', () => {
  it('shows an event once that was published between two pages', async () => {
    const client = createQueryClient()
    const programme = { items: rows }
    const list = new InfiniteQueryObserver(client, eventListQuery(readerOf(programme), NO_FILTER))
    const unsubscribe = list.subscribe(() => undefined)
    await list.refetch()
    const { schedules: _, ...news } = programmeEvent('news', 1_700_000_000)
    programme.items = [news, ...rows]
    await list.fetchNextPage()
    const { data } = list.getCurrentResult()
    const ids = (data ? eventsOf(data) : []).map(({ id }) => id)
    expect(ids).toHaveLength(2 * LIST_PAGE_SIZE - 1)
    expect(new Set(ids).size).toBe(ids.length)
    unsubscribe()
  })
})

describe('what a sync passes to the replica', () => {
  it('is what the server rendered; nothing private, nothing that came from the replica', async () => {
    const client = createQueryClient()
    const reader = readerOf({ items: rows.slice(0, 2) })
    const home = new QueryObserver(client, homeQuery(reader))
    const unsubscribe = home.subscribe(() => undefined)
    await home.refetch()
    const whole = programmeEvent('whole', 1_800_000_000)
    client.setQueryData(['programme', 'event', 'whole'], { data: whole })
    client.setQueryData(['programme', 'event', 'own'], { data: programmeEvent('own', 0), isPrivate: true })
    client.setQueryData(['programme', 'event', 'stored'], { data: programmeEvent('stored', 0), savedAt: 1 })
    client.setQueryData(['programme', 'event', 'gone'], null)
    const ids = fetchedEvents(client).map((event) => (event as { id: string }).id)
    expect(ids).toEqual(['e0', 'e1', 'whole'])
    unsubscribe()
  })
})
