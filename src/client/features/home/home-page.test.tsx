import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderRoute } from '@tests/support/in-route'
import { programmeEvent } from '@tests/support/offline/offline-programme'
import { deferred } from '@/offline/platform/deferred'
import { ProgrammeUnreachable } from '@/offline/programme/programme-reader'
import type { ProgrammeReader } from '@/offline/programme/programme-reader'
import { Route } from './home-route'

const events = Array.from({ length: 10 }, (_item, index) =>
  programmeEvent(`e${index}`, 2_000_000_000 + index),
)
const slides = () => document.querySelectorAll('[data-part=card]')

const open = (list: ProgrammeReader['list']) =>
  renderRoute(Route, {
    path: '/',
    programme: { list, event: async () => null, usedTags: async () => ({ data: [] }) },
  })

afterEach(cleanup)

const NOW = Date.parse('2026-11-25T20:00:00Z')
const at = (minutes: number) => NOW / 1000 + minutes * 60

const list: ProgrammeReader['list'] = async () => ({
  data: {
    items: [
      programmeEvent('under way', at(-30), { title: 'Fado', end_time: at(60) }),
      programmeEvent('soon', at(40), { title: 'Jazz' }),
      programmeEvent('exhibition', at(-9000), { title: 'Photographs', end_time: at(90_000) }),
      programmeEvent('tomorrow', at(24 * 60), { title: 'Yoga' }),
    ],
    has_more: false,
  },
})

const rows = (name: string) =>
  [
    ...(screen.getByRole('heading', { level: 2, name }).closest('section')?.querySelectorAll('article') ??
      []),
  ].map(({ textContent }) => textContent)

describe('what is on', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: NOW, toFake: ['Date', 'setInterval', 'clearInterval'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('is listed by day, with what is under way, what begins soon, and the long ones folded', async () => {
    await open(list)
    await screen.findByRole('heading', { level: 2, name: 'Now and tonight' })
    expect(rows('Now and tonight')).toEqual([
      'Now, until 9:00 PMFadoPraia do Sul',
      '8:40 PM, in 40 minJazzPraia do Sul',
      'until Jan 27PhotographsPraia do Sul',
    ])
    expect(screen.getByText('Also on (1)').closest('details')?.open).toBe(false)
    expect(rows('Tomorrow')).toEqual(['8:00 PMYogaPraia do Sul'])
  })

  it('counts the minutes, and keeps the row of what has ended until the list is fetched again', async () => {
    await open(list)
    await screen.findByText('in 40 min')
    act(() => {
      vi.advanceTimersByTime(60_000)
    })
    expect(rows('Now and tonight')[1]).toContain('in 39 min')
    act(() => {
      vi.advanceTimersByTime(60 * 60_000)
    })
    expect(rows('Now and tonight').slice(0, 2)).toEqual([
      'EndedFadoPraia do Sul',
      'Now, until 10:40 PMJazzPraia do Sul',
    ])
  })

  it('says that today has nothing, and no more, once all that the page has was yesterday’s', async () => {
    await open(async () => ({
      data: { items: [programmeEvent('concert', at(40), { title: 'Jazz' })], has_more: false },
    }))
    await screen.findByText('in 40 min')
    act(() => {
      vi.advanceTimersByTime(24 * 60 * 60_000)
    })
    expect(screen.queryByText('Nothing more today.')).not.toBeNull()
    expect(screen.queryByRole('heading', { level: 2, name: 'The weekend and more' })).toBeNull()
  })

  it('is what comes next where there is nothing today', async () => {
    await open(async () => ({
      data: {
        items: [programmeEvent('friday', at(2 * 24 * 60), { title: 'Market' })],
        has_more: false,
      },
    }))
    await screen.findByText('Nothing more today.')
    expect(rows('Friday, November 27')).toEqual(['8:00 PMMarketPraia do Sul'])
  })
})

describe('the featured events', () => {
  it('have a placeholder while they are on their way', async () => {
    const requested = deferred<void>()
    await open(async () => {
      await requested.promise
      return { data: { items: events, has_more: true } }
    })
    await screen.findByText('Loading events')
    expect(slides()).toHaveLength(0)
    requested.resolve()
    await waitFor(() => expect(slides()).toHaveLength(10))
    expect(screen.queryByText('Loading events')).toBeNull()
    expect(screen.getByRole('button', { name: 'Show event 1' }).getAttribute('aria-current')).toBe('true')
  })

  it('are not said to fail by the connection when the server does', async () => {
    await open(async () => {
      throw new ProgrammeUnreachable(true)
    })
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Something went wrong on our side, not with your connection.')
    expect(alert.textContent).not.toContain('Check your connection')
  })

  it('say that they could not be loaded, and try again', async () => {
    let isReachable = false
    await open(async () => {
      if (!isReachable) throw new ProgrammeUnreachable()
      return { data: { items: events, has_more: true } }
    })
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('We couldn’t reach the server')
    isReachable = true
    fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(slides()).toHaveLength(10))
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
