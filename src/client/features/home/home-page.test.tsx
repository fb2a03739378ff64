import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { renderRoute } from '@tests/support/in-route'
import { programmeEvent } from '@tests/support/offline/offline-programme'
import { deferred } from '@/offline/platform/deferred'
import { ProgrammeUnreachable } from '@/offline/programme/programme-reader'
import type { ProgrammeReader } from '@/offline/programme/programme-reader'
import { Route } from './home-route'

const events = Array.from({ length: 10 }, (_item, index) =>
  programmeEvent(`e${index}`, 2_000_000_000 + index),
)
const slides = () => screen.queryAllByRole('article')

const open = (list: ProgrammeReader['list']) =>
  renderRoute(Route, {
    path: '/',
    programme: { list, event: async () => null, usedTags: async () => ({ data: [] }) },
  })

afterEach(cleanup)

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
