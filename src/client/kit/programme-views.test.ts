// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest'
import type { ProgrammeEvent } from '@/contract/events'
import type { EventPage, Found, ProgrammeSource, Shown } from '@/offline/programme-source'
import {
  eventView,
  eventsToKeep,
  featuredView,
  hasMore,
  listView,
  prepare,
  prepareEvent,
  showMore,
} from './programme-content'
import { ProgrammeViews } from './programme-views'

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

const many = (count: number, name = 'e') =>
  Array.from({ length: count }, (_, index) => event(`${name}${index + 1}`))

function pageOf(events: ProgrammeEvent[], page: number, perPage: number): Shown<EventPage> {
  const from = (page - 1) * perPage
  return { data: { items: events.slice(from, from + perPage), has_more: events.length > from + perPage } }
}

/** A device and a network side by side, and what the network was asked. */
class World implements ProgrammeSource {
  device: ProgrammeEvent[] = []
  network: ProgrammeEvent[] | 'away' = []
  asked: string[] = []

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
  async keep(): Promise<void> {}
}

let programme: World
let views: ProgrammeViews

beforeEach(() => {
  programme = new World()
  views = new ProgrammeViews()
})

const list = () => listView(programme, NO_FILTER)
const shownIds = () => views.state(list()).data?.pages.flatMap((page) => page.data.items.map(({ id }) => id))

describe('a list that was seen before', () => {
  it('is there before the network is asked', async () => {
    programme.device = [event('a')]
    await views.seed(list())
    expect(shownIds()).toEqual(['a'])
    expect(programme.asked).toEqual([])
  })

  it('is brought up to date from the network behind the page', async () => {
    programme.device = [event('a')]
    programme.network = [event('b')]
    await views.seed(list())
    views.refresh(list())
    await views.ask(list())
    expect(shownIds()).toEqual(['b'])
    expect(programme.asked, 'who asks meanwhile gets the same answer').toEqual(['list 1'])
  })

  it('stays when the network is away, and says how old it is', async () => {
    programme.device = [event('a')]
    programme.network = 'away'
    await views.seed(featuredView(programme))
    await views.ask(featuredView(programme))
    expect(views.state(featuredView(programme)).data).toMatchObject({ savedAt: SAVED_AT })
  })

  it('is not asked for again while its answer is fresh', async () => {
    programme.network = [event('a')]
    await views.ask(list())
    views.refresh(list())
    expect(programme.asked).toEqual(['list 1'])
  })
})

describe('a list that goes on', () => {
  it('grows by a page at a time while there is more', async () => {
    programme.network = many(30)
    await views.ask(list())
    await showMore(views, programme, NO_FILTER, 1)
    expect(shownIds()).toHaveLength(24)
    await showMore(views, programme, NO_FILTER, 1)
    expect(shownIds()).toEqual(many(30).map(({ id }) => id))
    const { data } = views.state(list())
    expect(data && hasMore(data)).toBe(false)
  })

  it('keeps what is shown when the next page cannot be had', async () => {
    programme.network = many(30)
    await views.ask(list())
    programme.network = 'away'
    await expect(showMore(views, programme, NO_FILTER, 1)).rejects.toThrow()
    expect(shownIds()).toHaveLength(12)
  })

  it('starts where a link without script led', async () => {
    programme.network = many(30)
    const second = listView(programme, NO_FILTER, 2)
    await views.ask(second)
    expect(views.state(second).data?.pages[0]?.data.items[0]?.id).toBe('e13')
  })
})

describe('an event', () => {
  it('that the device has is ready without the network', async () => {
    programme.device = [event('a')]
    expect(await prepareEvent(views, eventView(programme, 'a'))).toBe('ready')
    expect(programme.asked).toEqual([])
  })

  it('that only the network has is waited for', async () => {
    programme.network = [event('a')]
    expect(await prepareEvent(views, eventView(programme, 'a'))).toBe('ready')
  })

  it('that does not exist is missing', async () => {
    expect(await prepareEvent(views, eventView(programme, 'gone'))).toBe('missing')
  })

  it('that nobody can be asked for is unreachable, and asked for again the next time', async () => {
    programme.network = 'away'
    expect(await prepareEvent(views, eventView(programme, 'a'))).toBe('unreachable')
    programme.network = [event('a')]
    expect(await prepareEvent(views, eventView(programme, 'a'))).toBe('ready')
  })

  it('goes away from the page when the server says that it is gone', async () => {
    programme.device = [event('a')]
    const view = eventView(programme, 'a')
    await views.seed(view)
    await views.ask(view)
    expect(views.state(view).data).toBeNull()
  })
})

describe('when the mirror has changed behind the page', () => {
  it('a list from the device is drawn again, all its pages, without the network', async () => {
    programme.device = many(20)
    programme.network = 'away'
    await views.seed(list())
    await showMore(views, programme, NO_FILTER, 1)
    views.watch(list(), () => undefined)
    programme.device = many(24, 'new')
    await views.redraw()
    expect(shownIds()).toEqual(many(24, 'new').map(({ id }) => id))
    expect(programme.asked).toEqual(['list 2'])
  })

  it('a list from the network stays as it is', async () => {
    programme.network = [event('a')]
    await views.ask(list())
    views.watch(list(), () => undefined)
    programme.device = [event('b')]
    await views.redraw()
    expect(shownIds()).toEqual(['a'])
  })
})

describe('what the server drew', () => {
  it('is shown by the browser at once, and is what the device is given', async () => {
    programme.network = [event('a')]
    await views.ask(list())
    await views.ask(eventView(programme, 'a'))
    const inBrowser = new ProgrammeViews()
    inBrowser.hydrate(views.dehydrate())
    expect(inBrowser.state(list()).data).toEqual(views.state(list()).data)
    expect(eventsToKeep(inBrowser.all()).map(({ id }) => id)).toEqual(['a', 'a'])
  })

  it('is not handed back to the device that it came from', async () => {
    programme.device = [event('a')]
    await prepare(views, list())
    expect(eventsToKeep(views.all())).toEqual([])
  })
})

it('tells who watches, and nobody who has gone', async () => {
  programme.network = [event('a')]
  let told = 0
  const view = list()
  const leave = views.watch(view, () => (told += 1))
  await views.ask(list())
  expect(told).toBe(2)
  leave()
  await views.ask(list())
  expect(told).toBe(2)
})
