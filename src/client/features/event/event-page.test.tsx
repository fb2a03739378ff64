import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderRoute } from '@tests/support/in-route'
import { deferred } from '@/offline/platform/deferred'
import { ProgrammeUnreachable } from '@/offline/programme/programme-reader'
import type { ProgrammeReader } from '@/offline/programme/programme-reader'
import { fado } from './event.fixture'
import { Route } from './event-route'

const open = (event: ProgrammeReader['event'] = async () => ({ data: fado })) =>
  renderRoute(Route, {
    path: '/events/$id',
    address: `/events/${fado.id}`,
    programme: reader({ event }),
  })
const reader = (parts: Partial<ProgrammeReader>): ProgrammeReader => ({
  event: async () => null,
  list: async () => ({ data: { items: [], has_more: false } }),
  usedTags: async () => ({ data: [] }),
  ...parts,
})
function setOnline(isOnline: boolean): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
  window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'))
}
const title = () => screen.findByRole('heading', { level: 1, name: fado.title })

beforeEach(() => {
  vi.useFakeTimers({ now: fado.start_time * 1000 - 86_400_000, toFake: ['Date'] })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('an event on its way', () => {
  it('has a placeholder, then it is there', async () => {
    const requested = deferred<void>()
    await open(async () => {
      await requested.promise
      return { data: fado }
    })
    await screen.findByText('Loading event')
    requested.resolve()
    await title()
    expect(screen.queryByText('Loading event')).toBeNull()
  })

  it('that the server fails to send is not said to fail by the connection', async () => {
    await open(async () => {
      throw new ProgrammeUnreachable(true)
    })
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Something went wrong on our side, not with your connection.')
    // The page reports it.
    // oxlint-disable-next-line no-console -- it is what is watched, not used
    vi.mocked(console.error).mockClear()
  })

  it('that is not on the device says offline that it is not, and comes once there is a network', async () => {
    let isReachable = false
    setOnline(false)
    await open(async () => {
      if (!isReachable) throw new ProgrammeUnreachable()
      return { data: fado }
    })
    const alert = await screen.findByRole('alert')
    expect(within(alert).getByRole('heading', { level: 1 }).textContent).toBe('You’re offline')
    expect(alert.textContent).toContain('This page isn’t saved on this device.')
    // The page reports it.
    // oxlint-disable-next-line no-console -- it is what is watched, not used
    vi.mocked(console.error).mockClear()
    isReachable = true
    act(() => setOnline(true))
    await title()
  })

  it('that does not come can be fetched again', async () => {
    let isReachable = false
    await open(async () => {
      if (!isReachable) throw new ProgrammeUnreachable()
      return { data: fado }
    })
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Failed to load event')
    // The page reports it.
    // oxlint-disable-next-line no-console -- it is what is watched, not used
    vi.mocked(console.error).mockClear()
    isReachable = true
    fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }))
    await title()
  })
})

/** Presses this button of the page, in a browser with this share sheet and this clipboard. */
async function press(name: 'Share' | 'Copy link', offers: Partial<Record<'share' | 'clipboard', unknown>>) {
  for (const [key, value] of Object.entries(offers))
    Object.defineProperty(navigator, key, { configurable: true, value })
  await open()
  // Both buttons are there without the styles: the one below the date and the one of a phone's bar.
  const [button] = await screen.findAllByRole('button', { name })
  fireEvent.click(button as HTMLElement)
}

const recordedClipboard = () => {
  const written: string[] = []
  return { written, clipboard: { writeText: async (text: string) => void written.push(text) } }
}

describe('an event is shared', () => {
  it('by the device’s own sheet with title, description and address', async () => {
    const share = vi.fn(async () => undefined)
    await press('Share', { share })
    await waitFor(() => expect(share).toHaveBeenCalledTimes(1))
    expect(share).toHaveBeenCalledWith({
      title: fado.title,
      text: fado.description,
      url: location.origin + location.pathname,
    })
    expect(screen.queryByText('Link copied!')).toBeNull()
  })

  it.each(['Share', 'Copy link'] as const)('by its link where nothing can share: %s', async (name) => {
    const { written, clipboard } = recordedClipboard()
    await press(name, { clipboard })
    expect((await screen.findByRole('tooltip')).textContent).toBe('Link copied!')
    expect(written).toEqual([location.origin + location.pathname])
  })

  it('by nothing, without a word, when the sheet is closed', async () => {
    const { written, clipboard } = recordedClipboard()
    const share = vi.fn(() => Promise.reject(new DOMException('closed', 'AbortError')))
    await press('Share', { share, clipboard })
    await waitFor(() => expect(share).toHaveBeenCalledTimes(1))
    await Promise.allSettled(share.mock.results.map(({ value }) => value))
    expect(written).toEqual([])
    expect(screen.queryByText('Link copied!')).toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

const openMissing = (search: string, programme: Partial<ProgrammeReader>) =>
  renderRoute(Route, {
    path: '/events/$id',
    address: `/events/${fado.id}${search}`,
    programme: reader(programme),
  })
const listOf = (...titles: string[]) => ({
  data: { items: titles.map((name) => ({ ...fado, id: name, title: name })), has_more: false },
})

describe('an event that is not there', () => {
  it('suggests what is on the day of its link', async () => {
    await openMissing('?date=2026-07-04', {
      list: async ({ startDate }) => (startDate === '2026-07-04' ? listOf('Sardinhada') : listOf('Later')),
    })
    await screen.findByRole('heading', { level: 1, name: 'Event not found' })
    await screen.findByRole('heading', { level: 2, name: 'On that day' })
    expect(screen.getByRole('heading', { level: 3, name: 'Sardinhada' })).not.toBeNull()
  })

  it('suggests what comes next when that day has nothing, and nothing when nothing can be read', async () => {
    await openMissing('?date=2026-07-04', {
      list: async ({ startDate }) => (startDate === undefined ? listOf('Later') : listOf()),
    })
    await screen.findByRole('heading', { level: 2, name: 'Coming up next' })
    cleanup()
    await openMissing('', { list: () => Promise.reject(new ProgrammeUnreachable()) })
    await screen.findByRole('heading', { level: 1, name: 'Event not found' })
    expect(screen.queryByRole('heading', { level: 2 })).toBeNull()
  })
})

describe('an event that was rejected', () => {
  it('is submitted again from its page by its submitter, and by nobody else', async () => {
    await open(async () => ({ data: { ...fado, status: 'REJECTED', is_own: true } }))
    const link = await screen.findByRole('link', { name: 'Change and submit again' })
    expect(link.getAttribute('href')).toBe(`/manage/${fado.id}`)
    cleanup()
    await open(async () => ({ data: { ...fado, status: 'REJECTED' } }))
    await title()
    expect(screen.queryByRole('link', { name: /submit again/ })).toBeNull()
  })
})

describe('a photo that is withheld', () => {
  it('is told of while its event is on review', async () => {
    await open(async () => ({ data: { ...fado, status: 'ON_REVIEW', is_photo_withheld: true } }))
    await title()
    expect(screen.getByText('The photo will appear once the event is published.')).not.toBeNull()
  })
})

describe('a festival that is under way', () => {
  const DAY = 86_400
  const days = [0, 1, 2].map((day) => ({
    start_time: fado.start_time + day * DAY,
    end_time: fado.end_time + day * DAY + (day === 0 ? 3600 : 0),
    is_all_day: false,
  }))

  it('has no link to a second time of a day, which the address cannot name', async () => {
    const hour = 3600
    const date = (id: string, hours: number) => ({
      id,
      start_time: fado.start_time + hours * hour,
      end_time: fado.end_time + hours * hour,
      is_all_day: false,
    })
    const schedules = [date('a', 0), date('b', 24 * 7 - 6), date('c', 24 * 7)]
    await open(async () => ({ data: { ...fado, schedules } }))
    await title()
    const dates = (await screen.findByRole('heading', { name: 'Other dates' })).closest('section')
    const rows = within(dates as HTMLElement).getAllByRole('listitem')
    expect(rows.map((row) => within(row).queryAllByRole('link').length)).toEqual([1, 0])
  })

  it('reads from its first day to its last, with today marked and without links to what is over', async () => {
    vi.setSystemTime((fado.start_time + DAY - 3600) * 1000)
    await open(async () => ({ data: { ...fado, ...days[1], schedules: days } }))
    await title()
    const facts = within(screen.getByRole('region', { name: 'When and where' }))
    expect(facts.getByText(/^Sat,.Jul.4.–.Mon,.Jul.6,.2026$/)).not.toBeNull()
    expect(facts.getByText('Today is day 2 of 3')).not.toBeNull()
    expect(facts.getByText('Sat, Jul 4')).not.toBeNull()
    expect(facts.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'Sun, Jul 5',
      'Mon, Jul 6',
    ])
  })

  it('reads to the last day of a block of many days, each of which counts', async () => {
    const stall = { ...days[0], end_time: (days[2]?.end_time ?? 0) - 3600, is_all_day: false }
    const schedules = [{ ...fado, ...stall }, days[1]].flatMap((one) => one ?? [])
    vi.setSystemTime((fado.start_time + 2 * DAY - 3600) * 1000)
    await open(async () => ({ data: { ...fado, ...stall, schedules } }))
    await title()
    const facts = within(screen.getByRole('region', { name: 'When and where' }))
    expect(facts.getByText(/^Sat,.Jul.4.–.Mon,.Jul.6,.2026$/)).not.toBeNull()
    expect(facts.getByText('Today is day 3 of 3')).not.toBeNull()
  })
})
