// @vitest-environment happy-dom
import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ProgrammeEvent } from '@/contract/events'
import type { EventPage, Found, ProgrammeSource, Shown } from '@/offline/programme-source'
import {
  eventQuery,
  featuredQuery,
  listQuery,
  prepareEvent,
  prepareFeatured,
  prepareList,
} from './programme-queries'
import { askAgain, keepRendered, redrawFromDevice } from './programme-upkeep'

const SAVED_AT = Date.UTC(2026, 10, 20, 9)
const NO_FILTER = { tags: [] }

function event(id: string): ProgrammeEvent {
  return {
    id,
    title: `Event ${id}`,
    description: 'Something to do.',
    start_time: 1_795_000_000,
    end_time: 1_795_003_600,
    is_all_day: false,
    location_name: 'Praça da República',
    latitude: 38.9632,
    longitude: -9.4165,
    tags: [],
    info_links: [],
    schedules: [],
  }
}

/** A device and a network side by side, and what they were asked. */
class World implements ProgrammeSource {
  device: ProgrammeEvent[] = []
  network: ProgrammeEvent[] | 'away' = []
  asked: string[] = []
  kept: string[] = []

  async list(_filter: unknown, page: number, perPage: number): Promise<Found<EventPage>> {
    this.asked.push(`list ${page}`)
    if (this.network !== 'away') return { kind: 'found', shown: pageOf(this.network, page, perPage) }
    const local = await this.localList(_filter, page, perPage)
    return local ? { kind: 'found', shown: local } : { kind: 'unreachable' }
  }
  async event(id: string): Promise<Found<ProgrammeEvent>> {
    this.asked.push(`event ${id}`)
    if (this.network === 'away') return { kind: 'unreachable' }
    const data = this.network.find((one) => one.id === id)
    return data ? { kind: 'found', shown: { data } } : { kind: 'missing' }
  }
  async usedTags(): Promise<Found<[]>> {
    return { kind: 'unreachable' }
  }
  async localList(_filter: unknown, page: number, perPage: number): Promise<Shown<EventPage> | undefined> {
    if (this.device.length === 0) return undefined
    return { ...pageOf(this.device, page, perPage), savedAt: SAVED_AT }
  }
  async localEvent(id: string): Promise<Shown<ProgrammeEvent> | undefined> {
    const data = this.device.find((one) => one.id === id)
    return data && { data, savedAt: SAVED_AT }
  }
  async localUsedTags(): Promise<undefined> {
    return undefined
  }
  async keep(events: readonly { id: string }[]): Promise<void> {
    this.kept.push(...events.map(({ id }) => id))
  }
}

function pageOf(events: ProgrammeEvent[], page: number, perPage: number): Shown<EventPage> {
  const from = (page - 1) * perPage
  return { data: { items: events.slice(from, from + perPage), has_more: events.length > from + perPage } }
}

/** A page that shows the list, and asks nobody by itself. */
function watchList(): () => void {
  const query = { ...listQuery(programme, NO_FILTER), refetchOnMount: false }
  return new InfiniteQueryObserver(queryClient, query).subscribe(() => undefined)
}

let programme: World
let queryClient: QueryClient

beforeEach(() => {
  programme = new World()
  queryClient = new QueryClient()
})

const listKey = () => listQuery(programme, NO_FILTER).queryKey
const shownIds = () =>
  queryClient.getQueryData(listKey())?.pages.flatMap((page) => page.data.items.map(({ id }) => id))

describe('a list that was seen before', () => {
  it('is there before the network is asked', async () => {
    programme.device = [event('a')]
    await prepareList({ queryClient, programme }, NO_FILTER, 1)
    expect(shownIds()).toEqual(['a'])
    expect(programme.asked).toEqual([])
  })

  it('is brought up to date from the network behind the page', async () => {
    programme.device = [event('a')]
    programme.network = [event('b')]
    await prepareList({ queryClient, programme }, NO_FILTER, 1)
    expect(queryClient.getQueryCache().find({ queryKey: listKey() })?.isStaleByTime(0)).toBe(true)
    await queryClient.fetchInfiniteQuery(listQuery(programme, NO_FILTER))
    expect(shownIds()).toEqual(['b'])
  })

  it('stays when the network is away', async () => {
    programme.device = [event('a')]
    programme.network = 'away'
    await prepareFeatured({ queryClient, programme })
    const shown = await queryClient.fetchQuery(featuredQuery(programme))
    expect(shown).toMatchObject({ savedAt: SAVED_AT, data: { items: [{ id: 'a' }] } })
  })
})

it('asks for the next page only while there is more', async () => {
  programme.network = Array.from({ length: 13 }, (_, index) => event(String(index)))
  const observer = new InfiniteQueryObserver(queryClient, listQuery(programme, NO_FILTER))
  await observer.refetch()
  expect(observer.getCurrentResult().hasNextPage).toBe(true)
  await observer.fetchNextPage()
  expect(observer.getCurrentResult().hasNextPage).toBe(false)
  expect(shownIds()).toHaveLength(13)
  observer.destroy()
})

describe('an event', () => {
  it('that the device has is ready without the network', async () => {
    programme.device = [event('a')]
    expect(await prepareEvent({ queryClient, programme }, 'a')).toBe('ready')
    expect(programme.asked).toEqual([])
  })

  it('that only the network has is waited for', async () => {
    programme.network = [event('a')]
    expect(await prepareEvent({ queryClient, programme }, 'a')).toBe('ready')
  })

  it('that does not exist is missing', async () => {
    expect(await prepareEvent({ queryClient, programme }, 'a')).toBe('missing')
  })

  it('that nobody can be asked for is unreachable, and asked for again the next time', async () => {
    programme.network = 'away'
    expect(await prepareEvent({ queryClient, programme }, 'a')).toBe('unreachable')
    programme.network = [event('a')]
    expect(await prepareEvent({ queryClient, programme }, 'a')).toBe('ready')
  })
})

describe('what the server rendered', () => {
  it('is kept on the device once', async () => {
    const { queryKey } = eventQuery(programme, 'a')
    queryClient.setQueryData(queryKey, () => ({ data: event('a') }))
    await keepRendered({ queryClient, programme })
    await keepRendered({ queryClient, programme })
    expect(programme.kept).toEqual(['a'])
  })

  it('is not kept again when it came from the device', async () => {
    programme.device = [event('a')]
    await prepareList({ queryClient, programme }, NO_FILTER, 1)
    await keepRendered({ queryClient, programme })
    expect(programme.kept).toEqual([])
  })
})

describe('when the mirror has changed behind a page', () => {
  it('a list from the device is drawn again, without the network', async () => {
    programme.network = 'away'
    programme.device = [event('a')]
    await queryClient.fetchInfiniteQuery(listQuery(programme, NO_FILTER))
    const end = watchList()
    programme.asked = []
    programme.device = [event('a'), event('b')]
    await redrawFromDevice({ queryClient, programme })
    expect(shownIds()).toEqual(['a', 'b'])
    expect(programme.asked).toEqual([])
    end()
  })

  it('a list from the network stays as it is', async () => {
    programme.network = [event('n')]
    await queryClient.fetchInfiniteQuery(listQuery(programme, NO_FILTER))
    const end = watchList()
    programme.device = [event('a')]
    await redrawFromDevice({ queryClient, programme })
    expect(shownIds()).toEqual(['n'])
    end()
  })
})

it('shows an answer that came late in place of what the device had', async () => {
  programme.network = 'away'
  programme.device = [event('a')]
  await queryClient.fetchQuery(featuredQuery(programme))
  const end = new QueryObserver(queryClient, {
    ...featuredQuery(programme),
    refetchOnMount: false,
  }).subscribe(() => undefined)
  programme.network = [event('a'), event('b')]
  await askAgain(queryClient)
  expect(queryClient.getQueryData(featuredQuery(programme).queryKey)?.data.items).toHaveLength(2)
  end()
})
