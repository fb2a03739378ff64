import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { renderRoute } from '@tests/support/in-route'
import { programmeEvent } from '@tests/support/offline/offline-programme'
import type { ProgrammeEvent } from '@/contract/events/events'
import { hasFacts } from '@/domain/events/event-fields'

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
const link = (name: string) => screen.findByRole('link', { name })
const press = async (name: string) => fireEvent.click(await link(name))
const isChosen = async (name: string) => (await link(name)).getAttribute('aria-current') === 'true'
const opener = () => screen.findByRole<HTMLButtonElement>('button', { name: /^Filters/ })
const input = (label: string) => screen.findByLabelText<HTMLInputElement>(label)
const cards = () => screen.queryAllByRole('article')

const announced = () => within(screen.getByRole('region', { name: 'Events' })).getAllByRole('status')[0]

beforeEach(() => {
  vi.useFakeTimers({ now: NOON, toFake: ['Date'] })
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.useRealTimers()
})

describe('a choice', () => {
  it('is a pressed chip that removes it; all of them are counted, and cleared at once', async () => {
    const page = await open('/events?tags=surf,music&from=2026-06-16&to=2026-06-18')
    await screen.findByText('Active filters: 4')
    expect([await isChosen('Surf'), await isChosen('Music')]).toEqual([true, true])
    await link('From: Jun 16, 2026')
    await waitFor(() => expect(cards()).toHaveLength(6))
    await press('Surf')
    await waitFor(() => expect(page.address()).toBe('/events?tags=music&from=2026-06-16&to=2026-06-18'))
    expect(await isChosen('Surf')).toBe(false)
    await screen.findByText('Active filters: 3')
    await waitFor(() =>
      expect(cards().map(({ textContent }) => /Surf/.test(textContent))).toEqual([false, false, false]),
    )
    const to = await link('To: Jun 18, 2026')
    to.focus()
    fireEvent.click(to)
    await waitFor(() => expect(page.address()).toBe('/events?tags=music&from=2026-06-16'))
    expect(document.activeElement).toBe(await opener())
    fireEvent.click(await button('Clear'))
    await waitFor(() => expect(page.address()).toBe('/events'))
    expect(document.activeElement).toBe(await opener())
    expect(screen.queryByText(/^Active filters/)).toBeNull()
    expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull()
  })

  it('searches once the typing pauses, and not at each letter', async () => {
    const page = await open('/events')
    const search = await screen.findByRole('searchbox')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    for (const value of ['su', 'sur', 'surf']) {
      fireEvent.change(search, { target: { value } })
      vi.advanceTimersByTime(100)
      expect(page.address()).toBe('/events')
    }
    vi.advanceTimersByTime(50)
    vi.useRealTimers()
    await waitFor(() => expect(page.address()).toBe('/events?q=surf'))
  })

  it('takes away no word that was typed just before', async () => {
    const page = await open('/events')
    const chip = await link('Surf')
    // All of it before the pause in the typing that searches.
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'surf' } })
    fireEvent.click(chip)
    fireEvent.submit(screen.getByRole('search'))
    await waitFor(() => expect(page.address()).toBe('/events?q=surf&tags=surf'))
  })
})

describe('the panel', () => {
  it('is opened by the button, at the dates, at the tags, and by an address, and says how many events it shows', async () => {
    const page = await open('/events?filters=true')
    await waitFor(() => expect(page.address()).toBe('/events'))
    fireEvent.click(await button('Show more than 12 events'))
    expect((await opener()).getAttribute('aria-expanded')).toBe('false')
    expect(document.activeElement).toBe(await opener())
    fireEvent.click(await button('Pick dates'))
    await waitFor(async () => expect(document.activeElement).toBe(await input('Start Date')))
    fireEvent.click(await button('More'))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Tags' })))
    await press('Surf')
    await button('Show 10 events')
  })
})

describe('the list', () => {
  it('says how many events there are when a filter has settled, and where none match how to clear it', async () => {
    const page = await open('/events?tags=no-such-tag')
    await screen.findByRole('heading', { name: 'No events found' })
    await waitFor(() => expect(announced()?.textContent).toBe('No events found'))
    fireEvent.click(await button('Clear Filters'))
    expect(document.activeElement).toBe(await opener())
    await waitFor(() => expect(announced()?.textContent).toBe('More than 12 events'))
    expect(page.address()).toBe('/events')
    await press('Tomorrow')
    await waitFor(() => expect(announced()?.textContent).toBe('2 events'))
  })
})

test('where nothing is found the next event that one filter less would find is named and linked', async () => {
  await open('/events?q=surf&tags=music&from=2026-06-16&to=2026-06-16')
  const match = await link('Tomorrow, “surf”: Tue, Jun 16, Event e2')
  expect(match.getAttribute('href')).toBe('/events/e2')
  await link('Tomorrow, Music: Tue, Jun 16, Event e3')
  cleanup()
  await open('/events?tags=surf&from=2026-07-16&to=2026-07-16')
  await link('Next surf: Mon, Jun 15, Event e0')
})
