import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inRouter } from '@tests/support/in-router'
import { renderRoute } from '@tests/support/in-route'
import type { OwnEvent } from '@/contract/events/events'

import { ProgrammeUnreachable, type ProgrammeReader } from '@/offline/programme/programme-reader'

import { fado } from './event.fixture'
import { When } from './event-facts'
import { Route } from './event-route'

const HOUR = 3600
const DAY = 24 * HOUR

beforeEach(() => {
  vi.useFakeTimers({ now: (fado.start_time - DAY) * 1000, toFake: ['Date'] })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const open = (parts: Partial<ProgrammeReader>) =>
  renderRoute(Route, {
    path: '/events/$id',
    address: `/events/${fado.id}`,
    programme: {
      event: async () => null,
      list: async () => ({ data: { items: [], has_more: false } }),
      usedTags: async () => ({ data: [] }),
      ...parts,
    },
  })
async function show(event: OwnEvent) {
  await open({ event: async () => ({ data: event }) })
  return screen.findByRole('heading', { level: 1, name: new RegExp(`${event.title}$`) })
}
/** The page reports the failure that it shows. */
function allowReport(): void {
  // oxlint-disable-next-line no-console -- it is what is watched, not used
  vi.mocked(console.error).mockClear()
}
function setOnline(isOnline: boolean): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
  window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'))
}

test.each(['a network', 'a press'])('an event that does not come is fetched again by %s', async (by) => {
  let isReachable = false
  setOnline(by === 'a press')
  await open({
    event: async () => {
      if (!isReachable) throw new ProgrammeUnreachable()
      return { data: fado }
    },
  })
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain(by === 'a press' ? 'Failed to load event' : 'You’re offline')
  allowReport()
  isReachable = true
  if (by === 'a press') fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }))
  else act(() => setOnline(true))
  await screen.findByRole('heading', { level: 1, name: fado.title })
})

const listOf = (...titles: string[]) => ({
  data: { items: titles.map((title) => ({ ...fado, id: title, title })), has_more: false },
})

test('an event that is not there suggests what comes next, else nothing', async () => {
  await open({ list: async () => listOf('Sardinhada') })
  await screen.findByRole('heading', { level: 1, name: 'Event not found' })
  await screen.findByRole('heading', { level: 2, name: 'Coming up next' })
  screen.getByRole('heading', { level: 3, name: 'Sardinhada' })
  cleanup()
  await open({ list: () => Promise.reject(new ProgrammeUnreachable()) })
  await screen.findByRole('heading', { level: 1, name: 'Event not found' })
  expect(screen.queryByRole('heading', { level: 2 })).toBeNull()
})

const block = (days: number, hours = 2) => ({
  start_time: fado.start_time + days * DAY,
  end_time: fado.start_time + days * DAY + hours * HOUR,
  is_all_day: false,
})
const evening = { ...fado, schedules: [block(0)] }
const fair = { ...fado, start_time: fado.start_time - 21 * HOUR, is_all_day: true, schedules: [] }

test.each<[string, OwnEvent, number, string]>([
  ['days before', evening, -2 * DAY, 'Sat, Jul 4 · 9:00 PM – 11:00 PM'],
  ['the day before', evening, -DAY, 'Tomorrow · Sat, Jul 4 · 9:00 PM – 11:00 PM'],
  ['that morning', evening, -12 * HOUR, 'Tonight · Sat, Jul 4 · 9:00 PM – 11:00 PM'],
  ['shortly before', evening, -2400, 'In 40 min · Sat, Jul 4 · 9:00 PM – 11:00 PM'],
  ['meanwhile', evening, HOUR, 'On now until 11:00 PM · Sat, Jul 4 · 9:00 PM – 11:00 PM'],
  ['afterwards', evening, 3 * HOUR, 'Ended · Sat, Jul 4 · 9:00 PM – 11:00 PM'],
  ['once it is called off', { ...evening, state: 'cancelled' }, HOUR, 'Sat, Jul 4 · 9:00 PM – 11:00 PM'],
  ['all day', { ...fair, end_time: fair.start_time + DAY - 1 }, 0, 'Today · Sat, Jul 4 · All day event'],
  [
    'for days',
    { ...fair, end_time: fair.start_time + 5 * DAY - 1 },
    0,
    'On now · Sat, Jul 4 – Wed, Jul 8 · All day event',
  ],
])('it is told when an event is: %s', async (_, event, seconds, text) => {
  const { container } = render(
    await inRouter(<When event={event} days={[]} now={fado.start_time + seconds} />),
  )
  expect(container.textContent?.trim()).toBe(text)
})

test('a festival reads from its first day to its last, with today marked and no link to what is over', async () => {
  const schedules = [block(0, 3), block(1), block(2)]
  vi.setSystemTime((fado.start_time + DAY - 3 * HOUR) * 1000)
  await show({ ...fado, ...schedules[1], schedules })
  const facts = within(screen.getByRole('region', { name: 'When and where' }))
  expect(facts.getByText(/^Today is day 2 of 3/)).toBeDefined()
  expect(facts.getByText(/^Sat, Jul 4 – Mon, Jul 6/)).toBeDefined()
  expect(facts.getByText('Sat, Jul 4')).toBeDefined()
  expect(facts.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Sun, Jul 5',
    'Mon, Jul 6',
  ])
})

const isStruck = (heading: HTMLElement) => heading.querySelector('s') !== null

const linksTo = (start: string) =>
  screen.queryAllByRole('link').filter((link) => link.getAttribute('href')?.startsWith(start))
const MAPS = 'https://www.google.com/maps'

test('a moved event keeps its title; its old place is struck, and nothing leads there', async () => {
  const title = await show({ ...fado, state: 'moved', note: 'At the Casa de Cultura.' })
  expect(isStruck(title)).toBe(false)
  expect(screen.getByText('Praça da República').closest('s')?.parentElement?.textContent).toBe(
    'Praça da República At the Casa de Cultura.',
  )
  expect(linksTo(MAPS)).toEqual([])
  expect(screen.getAllByRole('button', { name: 'Calendar' }).length).toBeGreaterThan(0)
})

test.each(['cancelled', 'postponed'] as const)(
  'an event that is %s leads to what else is on that day, and is neither saved nor put into a calendar',
  async (state) => {
    expect(isStruck(await show({ ...fado, state }))).toBe(true)
    expect(screen.getAllByRole('link', { name: 'What else is on that day' })[0]?.getAttribute('href')).toBe(
      '/events?from=2026-07-04&to=2026-07-04',
    )
    expect(screen.queryByRole('button', { name: 'Calendar' })).toBeNull()
    expect(screen.getAllByRole('button', { name: 'Share' }).length).toBeGreaterThan(0)
  },
)
