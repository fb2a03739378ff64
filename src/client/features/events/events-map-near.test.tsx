import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { renderRoute } from '@tests/support/in-route'
import { programmeEvent } from '@tests/support/offline/offline-programme'
import type { ProgrammeReader } from '@/offline/programme/programme-reader'
import { SITE } from '@/site/site'
import { Route } from './events-route'

const SURF = { id: '1', key: 'surf', name: 'Surf' }
const soon = Math.ceil(Date.now() / 1000) + 3600
const { latitude, longitude } = SITE.centre
const at = (id: string, south: number, more = {}) =>
  programmeEvent(id, soon, {
    title: id,
    location_name: `Place of ${id} - Ericeira`,
    latitude: latitude - south / 111.195,
    longitude: longitude + 0.0001,
    ...more,
  })
const events = [at('Far', 2), at('Near', 0.4, { tags: [SURF] })]

const programme: ProgrammeReader = {
  list: async ({ tags }) => ({
    data: { items: events.filter((one) => tags.length === 0 || one.tags.length > 0), has_more: false },
  }),
  event: async () => null,
  usedTags: async () => ({ data: [{ ...SURF, count: 1 }] }),
}
const open = (address: string) => renderRoute(Route, { path: '/events', address, programme })
const list = () => screen.getByRole('region', { name: 'Events' })
const titles = () =>
  within(list())
    .queryAllByRole('article')
    .map((one) => one.dataset['event'])

const stubPosition = (getCurrentPosition: Geolocation['getCurrentPosition']) =>
  Object.defineProperty(navigator, 'geolocation', { configurable: true, value: { getCurrentPosition } })

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('Nearest', () => {
  it('asks at the tap alone, orders the day, writes the distances, and neither the address nor a request holds it', async () => {
    const getCurrentPosition = vi.fn<Geolocation['getCurrentPosition']>()
    const fetch = vi.fn()
    stubPosition(getCurrentPosition)
    vi.stubGlobal('fetch', fetch)
    const page = await open('/events')
    await waitFor(() => expect(titles()).toEqual(['Far', 'Near']))
    expect(getCurrentPosition).not.toHaveBeenCalled()
    const button = screen.getByRole('button', { name: 'Nearest' })
    fireEvent.click(button)
    await waitFor(() => expect(getCurrentPosition).toHaveBeenCalledOnce())
    const coords = { latitude, longitude, accuracy: 10 } as GeolocationCoordinates
    getCurrentPosition.mock.calls[0]?.[0]({ coords } as GeolocationPosition)
    await waitFor(() => expect(titles()).toEqual(['Near', 'Far']))
    expect(within(list()).getByText(/400 m/)).toBeTruthy()
    expect(screen.getByText(/^Each day starts/).tagName).toBe('OUTPUT')
    expect([button.getAttribute('aria-pressed'), page.address()]).toEqual(['true', '/events'])
    expect(fetch).not.toHaveBeenCalled()
    fireEvent.click(button)
    await waitFor(() => expect(titles()).toEqual(['Far', 'Near']))
    expect(within(list()).queryByText(/400 m/)).toBeNull()
  })
})

it('the map has a pin a place that opens the list of it, and follows the filter; the list stands beside it', async () => {
  const page = await open('/events?view=map')
  const map = await screen.findByRole('region', { name: /^Map of the coast/ })
  const pin = await within(map).findByRole('button', { name: /, Place of Near: 1 event$/ })
  expect(titles()).toEqual(['Far', 'Near'])
  fireEvent.click(pin)
  expect(within(map).getByRole('link', { name: 'Near' })).toBeTruthy()
  expect(pin.getAttribute('aria-expanded')).toBe('true')
  fireEvent.click(within(map).getByRole('button', { name: 'Close the list of this place' }))
  expect(within(map).queryByRole('link', { name: 'Near' })).toBeNull()
  expect(document.activeElement).toBe(pin)
  fireEvent.click(within(map).getByRole('button', { name: 'Whole coast' }))
  await within(map).findByRole('button', { name: /Place of Far/ })
  fireEvent.click(screen.getByRole('link', { name: 'Surf' }))
  await waitFor(() => expect(within(map).queryByRole('button', { name: /Place of Far/ })).toBeNull())
  expect(page.address()).toBe('/events?tags=surf&view=map')
})
