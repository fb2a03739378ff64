import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderRoute } from '@tests/support/in-route'
import { programmeEvent } from '@tests/support/offline/offline-programme'
import type { ProgrammeEvent } from '@/contract/events/events'
import { hasFacts } from '@/domain/events/facts/event-facts'
import { deferred } from '@/offline/platform/deferred'
import { ProgrammeUnreachable } from '@/offline/programme/programme-reader'
import type { ProgrammeFilter, ProgrammeReader } from '@/offline/programme/programme-reader'
import { Route } from './events-route'

const NOON = Date.parse('2026-06-15T11:00:00Z')
const SURF = { id: '1', key: 'surf', name: 'Surf' }
const MUSIC = { id: '2', key: 'music', name: 'Music' }

/** Two events a day, one with each tag, for ten days from today. */
const events = Array.from({ length: 20 }, (_item, index) =>
  programmeEvent(`e${index}`, NOON / 1000 + 3600 + Math.floor(index / 2) * 86_400, {
    tags: [index % 2 === 0 ? SURF : MUSIC],
    ...(index === 3 && { audience: 'families', access: ['step_free'], languages: ['pt'] }),
  }),
)

const fits = (event: ProgrammeEvent, filter: ProgrammeFilter) => {
  const { tags, start_time } = event
  const day = new Date(start_time * 1000).toISOString().slice(0, 10)
  return (
    (filter.text === undefined || tags.some(({ name }) => name.toLowerCase() === filter.text)) &&
    (filter.tags.length === 0 || tags.some(({ key }) => filter.tags.includes(key))) &&
    (filter.startDate === undefined || day >= filter.startDate) &&
    (filter.endDate === undefined || day <= filter.endDate) &&
    (filter.evening === undefined || day === filter.evening) &&
    hasFacts(event, filter.facts)
  )
}

/** `reach`: what a page of the list waits for, and fails with. */
function programmeOf(reach: (page: number) => Promise<void> = async () => undefined): ProgrammeReader {
  return {
    async list(filter, page, perPage) {
      await reach(page)
      const all = events.filter((event) => fits(event, filter))
      const items = all.slice((page - 1) * perPage, page * perPage)
      return { data: { items, has_more: all.length > page * perPage } }
    },
    event: async () => null,
    usedTags: async () => ({ data: [SURF, MUSIC].map((tag) => ({ ...tag, count: 10 })) }),
  }
}

const open = (address: string, programme = programmeOf()) =>
  renderRoute(Route, { path: '/events', address, programme })

const button = (name: string | RegExp) => screen.findByRole('button', { name })
const pressChip = async (name: string) => fireEvent.click(await screen.findByLabelText(name))
const heading = () => screen.getByRole('heading', { name: /^Filters/ })
const input = (label: string) => screen.findByLabelText<HTMLInputElement>(label)
const tomorrow = () => screen.findByRole('link', { name: /^Tomorrow/ })
const cards = () => screen.queryAllByRole('article')
const link = (name: string) => screen.findByRole('link', { name })
const parts = () => cards().map((card) => card.dataset['part'])
const announced = () => within(screen.getByRole('region', { name: 'Events' })).getAllByRole('status')[0]

beforeEach(() => {
  vi.useFakeTimers({ now: NOON, toFake: ['Date'] })
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.useRealTimers()
})

describe('an address that anyone may have written', () => {
  it.each([
    '?from=tomorrow',
    '?from=2026-13-45',
    '?from=20261201',
    '?evening=today',
    `?tags=${encodeURIComponent('[1,2]')}`,
    '?view=foo&free=7&access=foo&page=-3',
    '?q=a',
    '?fbclid=abc&utm_source=somewhere',
  ])('shows the list without what makes no sense: %s', async (search) => {
    await open(`/events${search}`)
    await waitFor(() => expect(parts()).toEqual(Array.from({ length: 12 }, () => 'card')))
    expect(screen.queryByText(/^Active filters/)).toBeNull()
    // Hidden fields would send it on, and are not in the server's page.
    expect(document.querySelectorAll('input[type=hidden]')).toHaveLength(0)
  })
})

it('leads from the tides of each day to what they are, and what they are not for', async () => {
  await open('/events?tags=surf')
  const tides = await screen.findAllByRole('link', { name: /^Tides and sun: .*sunset/ })
  expect(tides.map((one) => one.getAttribute('href'))).toEqual(cards().map(() => '/tides'))
})

describe('the filters', () => {
  it('are counted and shown as badges, which remove them one by one or all at once', async () => {
    const page = await open('/events?tags=surf,music&from=2026-06-16&to=2026-06-18')
    await screen.findByText('Active filters: 4')
    await button('Remove filter From: Jun 16, 2026')
    await button('Remove filter To: Jun 18, 2026')
    await waitFor(() => expect(cards()).toHaveLength(6))
    fireEvent.click(await button('Remove filter Surf'))
    await waitFor(() => expect(page.address()).toBe('/events?tags=music&from=2026-06-16&to=2026-06-18'))
    await screen.findByText('Active filters: 3')
    await waitFor(() =>
      expect(cards().map(({ textContent }) => /Surf/.test(textContent))).toEqual([false, false, false]),
    )
    fireEvent.click(await button('Clear'))
    await waitFor(() => expect(page.address()).toBe('/events'))
    expect(screen.queryByText(/^Active filters/)).toBeNull()
    expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull()
    expect((await input('Start Date')).value).toBe('')
  })

  it('by facts are chosen in the fold, are badges, and leave what says them', async () => {
    const page = await open('/events')
    const fold = (await screen.findByText('More filters')).closest('details')
    if (fold) fold.open = true
    await pressChip('Good for families')
    await waitFor(() => expect(page.address()).toBe('/events?family=1'))
    await pressChip('Step-free access')
    await pressChip('Portuguese')
    await waitFor(() => expect(page.address()).toBe('/events?family=1&access=step_free&in=pt'))
    await waitFor(() => expect(cards()).toHaveLength(1))
    await screen.findByText('Active filters: 3')
    fireEvent.click(await button('Remove filter Step-free access'))
    await waitFor(() => expect(page.address()).toBe('/events?family=1&in=pt'))
    await pressChip('Free or by donation')
    await waitFor(() => expect(cards()).toHaveLength(0))
    fireEvent.click(await button('Clear'))
    await waitFor(() => expect(page.address()).toBe('/events'))
  })

  it('never show the events of one under the days of another', async () => {
    const page = await open('/events')
    await waitFor(() => expect(cards()).not.toHaveLength(0))
    const [day] = screen.getAllByRole('heading', { level: 2, name: /Today/ })
    const title = cards()[0]?.textContent
    const moved = vi.fn<() => void>()
    const watching = new MutationObserver(() => {
      const isOther = !screen.queryByRole('heading', { level: 2, name: /Today/ })
      if (isOther && cards()[0]?.textContent === title) moved()
    })
    watching.observe(document.body, { childList: true, subtree: true, characterData: true })
    fireEvent.input(await input('Start Date'), { target: { value: '2026-06-20' } })
    await waitFor(() => expect(page.address()).toBe('/events?from=2026-06-20'))
    await waitFor(() => expect(day?.isConnected).toBe(false))
    await waitFor(() => expect(cards()).toHaveLength(10))
    watching.disconnect()
    expect(moved).not.toHaveBeenCalled()
  })

  it('pass the focus on to the next badge, and to the heading when there is none left', async () => {
    await open('/events?tags=surf,music&from=2026-06-16&to=2026-06-18')
    const press = async (name: string) => {
      const badge = await button(`Remove filter ${name}`)
      badge.focus()
      fireEvent.click(badge)
      await waitFor(() => expect(screen.queryByRole('button', { name: `Remove filter ${name}` })).toBeNull())
    }
    await press('Surf')
    expect(document.activeElement).toBe(await button('Remove filter Music'))
    await press('Music')
    expect(document.activeElement).toBe(await button(/^Remove filter From:/))
    // The end goes with the start.
    await press('From: Jun 16, 2026')
    expect(document.activeElement).toBe(heading())
    expect(screen.queryByRole('button', { name: /^Remove filter/ })).toBeNull()
  })

  it('pass the focus back from the last badge to the one before it', async () => {
    await open('/events?tags=surf,music')
    const last = await button('Remove filter Music')
    last.focus()
    fireEvent.click(last)
    await waitFor(async () => expect(document.activeElement).toBe(await button('Remove filter Surf')))
    fireEvent.click(await button('Clear'))
    expect(document.activeElement).toBe(heading())
  })

  it('have an end only after a start, never before it, and without it once the start moves past it', async () => {
    const page = await open('/events')
    const [start, end] = [await input('Start Date'), await input('End Date')]
    expect(end.disabled).toBe(true)
    expect(start.min).toBe('2026-06-15')
    fireEvent.change(start, { target: { value: '2026-06-12' } })
    fireEvent.blur(start)
    expect([start.value, page.address()]).toEqual(['', '/events'])
    fireEvent.change(start, { target: { value: '2026-06-18' } })
    await waitFor(() => expect(end.disabled).toBe(false))
    expect(end.min).toBe('2026-06-18')
    fireEvent.change(end, { target: { value: '2026-06-16' } })
    fireEvent.blur(end)
    expect(end.value).toBe('')
    fireEvent.change(end, { target: { value: '2026-06-20' } })
    await waitFor(() => expect(page.address()).toBe('/events?from=2026-06-18&to=2026-06-20'))
    fireEvent.change(start, { target: { value: '2026-06-22' } })
    await waitFor(() => expect(page.address()).toBe('/events?from=2026-06-22'))
    expect(end.value).toBe('')
    fireEvent.click(await button(/^Remove filter From:/))
    await waitFor(() => expect(end.disabled).toBe(true))
  })

  it('are opened by the button, and by an address, which leaves the URL', async () => {
    const page = await open('/events?filters=true')
    await waitFor(() => expect(page.address()).toBe('/events'))
    fireEvent.click(await button('Hide'))
    expect((await button('Show')).getAttribute('aria-expanded')).toBe('false')
  })
})

describe('the row of days', () => {
  it('leads to one day, alone, and back to all of them, keeping the tags', async () => {
    const page = await open('/events?tags=surf')
    fireEvent.click(await tomorrow())
    await waitFor(() => expect(page.address()).toBe('/events?tags=surf&from=2026-06-16&to=2026-06-16'))
    await waitFor(() => expect(cards()).toHaveLength(1))
    expect((await tomorrow()).getAttribute('aria-current')).toBe('true')
    await button('Remove filter Tomorrow')
    await screen.findByText('Active filters: 2')
    const days = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
    expect(days.filter((day) => !day.startsWith('Filters'))).toEqual(['Tomorrow, Tuesday, June 16'])
    fireEvent.click(await tomorrow())
    await waitFor(() => expect(page.address()).toBe('/events?tags=surf'))
    expect((await tomorrow()).getAttribute('aria-current')).toBeNull()
  })
})

describe('today', () => {
  it('is the day that it is in the village, also in the hour of the night in which UTC is a day behind', async () => {
    vi.setSystemTime(Date.parse('2026-06-15T23:30:00Z'))
    await open('/events')
    const chip = await screen.findByRole('link', { name: /^Today/ })
    expect(chip.getAttribute('href')).toBe('/events?from=2026-06-16&to=2026-06-16')
    expect((await input('Start Date')).min).toBe('2026-06-16')
  })
})

describe('tonight', () => {
  it('is one badge and an address of its own, and its night stands under it', async () => {
    const page = await open('/events?evening=2026-06-15')
    await button('Remove filter Tonight')
    expect((await screen.findByRole('link', { name: /^Tonight/ })).getAttribute('aria-current')).toBe('true')
    const names = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
    expect(names.filter((day) => !day.startsWith('Filters'))).toEqual(['Tonight, Monday, June 15'])
    fireEvent.click(await button('Remove filter Tonight'))
    await waitFor(() => expect(page.address()).toBe('/events'))
  })

  it('is the evening that has begun until it is over, after midnight too', async () => {
    vi.setSystemTime(Date.parse('2026-06-16T00:30:00Z'))
    await open('/events')
    const chip = await screen.findByRole('link', { name: /^Tonight/ })
    expect(chip.getAttribute('href')).toBe('/events?evening=2026-06-15')
  })
})

describe('the row of tags', () => {
  it('adds a tag and takes it away, keeping the days and the view', async () => {
    const page = await open('/events?from=2026-06-16&to=2026-06-16&view=agenda')
    expect((await link('Surf')).getAttribute('href')).toBe(
      '/events?tags=surf&from=2026-06-16&to=2026-06-16&view=agenda',
    )
    fireEvent.click(await link('Surf'))
    await waitFor(() =>
      expect(page.address()).toBe('/events?tags=surf&from=2026-06-16&to=2026-06-16&view=agenda'),
    )
    expect((await link('Surf')).getAttribute('aria-current')).toBe('true')
    fireEvent.click(await link('Surf'))
    await waitFor(() => expect(page.address()).toBe('/events?from=2026-06-16&to=2026-06-16&view=agenda'))
  })
})

describe('a chip', () => {
  it('is shown as chosen at once, and the page follows in the next task', async () => {
    const page = await open('/events')
    const chip = await link('Surf')
    fireEvent.click(chip)
    expect(chip.getAttribute('aria-current')).toBe('true')
    expect(page.address()).toBe('/events')
    await waitFor(() => expect(page.address()).toBe('/events?tags=surf'))
  })

  it('takes away no word that was typed just before, and takes nobody back who has gone on', async () => {
    const page = await open('/events')
    const chip = await link('Surf')
    // All of it before the next frame, and before the pause in the typing that searches.
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'surf' } })
    fireEvent.click(chip)
    fireEvent.submit(screen.getByRole('search'))
    await waitFor(() => expect(page.address()).toBe('/events?tags=surf&q=surf'))
    const other = await link('Music')
    await waitFor(() => expect(cards()).toHaveLength(10))
    const [card = other] = within(cards()[0] ?? other).getAllByRole('link')
    fireEvent.click(other)
    fireEvent.click(card)
    // The choice would count in the task after this frame.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    await waitFor(() => expect(cards()).toHaveLength(0))
    expect(page.address()).toBe('/events/e0')
  })
})

describe('the view', () => {
  it('is cards; the agenda is in the address and remembered on this device', async () => {
    const page = await open('/events?tags=surf')
    await waitFor(() => expect(parts()).toEqual(Array.from({ length: 10 }, () => 'card')))
    expect((await link('Cards')).getAttribute('aria-current')).toBe('true')
    fireEvent.click(await link('Agenda'))
    await waitFor(() => expect(page.address()).toBe('/events?tags=surf&view=agenda'))
    expect(parts()).toEqual(Array.from({ length: 10 }, () => 'row'))
    cleanup()

    const later = await open('/events')
    await waitFor(() => expect(new Set(parts())).toEqual(new Set(['row'])))
    expect((await link('Agenda')).getAttribute('aria-current')).toBe('true')
    fireEvent.click(await link('Cards'))
    await waitFor(() => expect(new Set(parts())).toEqual(new Set(['card'])))
    expect(later.address()).toBe('/events')
  })

  it('of the address counts more than what is remembered, and is not remembered', async () => {
    localStorage.setItem('events-view', 'agenda')
    await open('/events?view=cards')
    await waitFor(() => expect(new Set(parts())).toEqual(new Set(['card'])))
    expect(localStorage.getItem('events-view')).toBe('agenda')
  })
})

const programmeWith = (items: ProgrammeEvent[]): ProgrammeReader => ({
  ...programmeOf(),
  list: async () => ({ data: { items, has_more: false } }),
})

describe('what lasts more than three days', () => {
  const long = programmeEvent('long', NOON / 1000 - 86_400, {
    end_time: NOON / 1000 + 30 * 86_400,
    title: 'Exhibition',
  })

  it.each(['cards', 'agenda'])('is folded after the events of the day (%s)', async (view) => {
    await open(`/events?view=${view}`, programmeWith([...events.slice(0, 2), long]))
    const fold = await screen.findByText('Also on (1)')
    expect(fold.closest('details')?.open).toBe(false)
    expect(fold.compareDocumentPosition(screen.getByText('Event e1'))).toBe(Node.DOCUMENT_POSITION_PRECEDING)
    fireEvent.click(fold)
    expect(screen.getByRole('link', { name: 'Exhibition' }).closest('article')?.textContent).toContain(
      'until Jul 15',
    )
  })

  it('is open where there is nothing else', async () => {
    await open('/events', programmeWith([long]))
    expect((await screen.findByText('Also on (1)')).closest('details')?.open).toBe(true)
  })
})

describe('the list', () => {
  it('says how many events there are when a filter has settled, and where none match how to clear it', async () => {
    const page = await open('/events?tags=no-such-tag')
    await screen.findByRole('heading', { name: 'No events found' })
    await waitFor(() => expect(announced()?.textContent).toBe('No events found'))
    fireEvent.click(await button('Clear Filters'))
    expect(document.activeElement).toBe(heading())
    await waitFor(() => expect(announced()?.textContent).toBe('More than 12 events'))
    expect(page.address()).toBe('/events')
    fireEvent.click(screen.getByRole('link', { name: /^Tomorrow/ }))
    await waitFor(() => expect(announced()?.textContent).toBe('2 events'))
  })

  it('says after midnight that there is nothing more where all of it was yesterday', async () => {
    const today = {
      ...programmeOf(),
      list: async () => ({ data: { items: events.slice(0, 2), has_more: false } }),
    }
    await open('/events?tags=surf', today)
    await screen.findByText('That’s everything for now.')
    vi.setSystemTime(NOON + 13 * 3_600_000)
    fireEvent(document, new Event('visibilitychange'))
    await screen.findByRole('heading', { name: 'No events found' })
    expect(screen.queryByText('That’s everything for now.')).toBeNull()
    expect(announced()?.textContent).toBe('No events found')
  })

  it('has four placeholders while a page is on its way, and says when it does not come', async () => {
    const requested = deferred<void>()
    let isReachable = false
    const reach = async (page: number) => {
      if (page === 1 || isReachable) return
      await requested.promise
      throw new ProgrammeUnreachable()
    }
    await open('/events', programmeOf(reach))
    fireEvent.click(await screen.findByRole('link', { name: 'Show more' }))
    await waitFor(() => expect(announced()?.textContent).toBe('Loading events'))
    expect(document.querySelectorAll('li[aria-hidden=true]')).toHaveLength(4)
    requested.resolve()
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('We couldn’t load more events.')
    expect(document.querySelectorAll('li[aria-hidden=true]')).toHaveLength(0)
    isReachable = true
    fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(cards()).toHaveLength(20))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('is not said to fail by the connection when the server does', async () => {
    await open(
      '/events',
      programmeOf(() => Promise.reject(new ProgrammeUnreachable(true))),
    )
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Something went wrong on our side, not with your connection.')
  })

  it('says that it could not be loaded, and tries again', async () => {
    let first: Promise<void> = Promise.reject(new ProgrammeUnreachable())
    await open(
      '/events',
      programmeOf(() => first),
    )
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('We couldn’t load the events')
    first = Promise.resolve()
    fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(cards()).toHaveLength(12))
  })
})

const searchField = () => screen.findByRole<HTMLInputElement>('searchbox', { name: 'Search events' })

describe('the search', () => {
  it('follows what is typed, in the address, with the other filters, and says how many there are', async () => {
    const { address } = await open('/events?from=2026-06-16&to=2026-06-17')
    await waitFor(() => expect(cards()).toHaveLength(4))
    fireEvent.change(await searchField(), { target: { value: '  SURF'.toLowerCase() } })
    await waitFor(() => expect(cards()).toHaveLength(2))
    expect(address()).toMatch(/from=2026-06-16/)
    expect(address()).toMatch(/q=surf/)
    expect(announced()?.textContent).toBe('2 events')
    fireEvent.click(await button('Remove filter “surf”'))
    await waitFor(() => expect(cards()).toHaveLength(4))
    expect((await searchField()).value).toBe('')
  })

  it('waits for a pause in the typing', async () => {
    const programme = programmeOf()
    const list = vi.spyOn(programme, 'list')
    await open('/events', programme)
    for (const value of ['mu', 'mus', 'music']) fireEvent.change(await searchField(), { target: { value } })
    await waitFor(() => expect(announced()?.textContent).toBe('10 events'))
    expect(list.mock.calls.flatMap(([{ text }]) => text ?? [])).toEqual(['music'])
  })

  it('is restored from the address, and is nothing while it is too short', async () => {
    const { address } = await open('/events?q=music')
    expect((await searchField()).value).toBe('music')
    fireEvent.change(await searchField(), { target: { value: 'm' } })
    await waitFor(() => expect(address()).toBe('/events'))
    expect((await searchField()).value).toBe('m')
  })

  it('offers what was nearly meant, and the same on other days', async () => {
    await open('/events?q=musc')
    expect(await screen.findByRole('heading', { name: 'Did you mean one of these?' })).toBeTruthy()
  })
})

describe('a search that finds nothing', () => {
  it('leads to other days and to other tags where something is found', async () => {
    const page = await open('/events?q=surf&tags=music&from=2026-06-16&to=2026-06-16')
    fireEvent.click(await link('With all tags'))
    await waitFor(() => expect(page.address()).toBe('/events?q=surf&from=2026-06-16&to=2026-06-16'))
    cleanup()
    const later = await open('/events?q=surf&from=2026-07-16&to=2026-07-16')
    expect(screen.queryByRole('link', { name: 'With all tags' })).toBeNull()
    fireEvent.click(await link('On all days'))
    await waitFor(() => expect(later.address()).toBe('/events?q=surf'))
    await waitFor(() => expect(cards().length).toBeGreaterThan(0))
  })

  it('is no longer than the search takes', async () => {
    await open('/events')
    expect((await screen.findByRole<HTMLInputElement>('searchbox')).maxLength).toBe(200)
  })
})
