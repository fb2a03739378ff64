import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderRoute } from '@tests/support/in-route'
import { programmeEvent } from '@tests/support/offline/offline-programme'

import { ProgrammeUnreachable, type ProgrammeReader } from '@/offline/programme/programme-reader'
import type { PublicEvent } from '@/contract/events/events'

import { Route } from './home-route'

const NOW = Date.parse('2026-11-25T20:00:00Z')
const at = (minutes: number) => NOW / 1000 + minutes * 60
const DAY = 24 * 60

const open = (list: ProgrammeReader['list']) =>
  renderRoute(Route, {
    path: '/',
    programme: { list, event: async () => null, usedTags: async () => ({ data: [] }) },
  })
const openWith = (items: PublicEvent[]) => open(async () => ({ data: { items, has_more: false } }))

const yoga = programmeEvent('yoga', at(DAY), { title: 'Yoga' })
const coming = Array.from({ length: 12 }, (_, n) =>
  programmeEvent(`e${n}`, at((5 + n) * DAY), { title: `Event ${n}` }),
)

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: NOW })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const shown = () =>
  document.querySelector('li[aria-roledescription]:not([inert])')?.getAttribute('aria-label')
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

describe('what is on', () => {
  it('says whose fault it is that it could not be loaded, and tries again', async () => {
    let failure: Error | undefined = new ProgrammeUnreachable(true)
    await open(async () => {
      if (failure) throw failure
      return { data: { items: [yoga], has_more: true } }
    })
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Something went wrong on our side, not with your connection.')
    failure = new ProgrammeUnreachable()
    press('Try again')
    await screen.findByText(/We couldn’t reach the server/)
    failure = undefined
    press('Try again')
    await screen.findByRole('heading', { name: 'Yoga' })
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('the carousel', () => {
  it('shows one of ten, goes on after 10 s until it is paused, and from the last to the first', async () => {
    await openWith(coming)
    await waitFor(() => expect(shown()).toBe('1 of 10'))
    await pass(10_000)
    expect(shown()).toBe('2 of 10')
    press('Pause')
    await pass(20_000)
    expect(shown()).toBe('2 of 10')
    press('Previous event')
    press('Previous event')
    expect(shown()).toBe('10 of 10')
    press('Next event')
    expect(shown()).toBe('1 of 10')
  })

  it('waits for a press where less motion is wanted', async () => {
    vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList)
    await openWith(coming)
    await screen.findByRole('button', { name: 'Play' })
    await pass(20_000)
    expect(shown()).toBe('1 of 10')
  })
})
