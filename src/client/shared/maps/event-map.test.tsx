import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { EventMap } from './event-map'
import type { GoogleMapsState } from './use-google-maps'

/** Whether Google Maps may be loaded, as the hook says; its own rules are proved with the place search. */
const gate = vi.hoisted(() => ({ state: 'on' as GoogleMapsState, allow: () => undefined as void }))
vi.mock('./use-google-maps', () => ({ useGoogleMaps: () => gate }))

/** How Google's script responds to each request for a library, and what was rendered with it. */
const google = vi.hoisted(() => ({ load: async () => ({}) as object, requests: 0 }))
vi.mock('@googlemaps/js-api-loader', () => ({
  setOptions: () => undefined,
  importLibrary: async () => {
    google.requests += 1
    return google.load()
  },
}))

/** The options of the maps and markers that were made. */
const rendered: object[] = []
const libraries = {
  Map: function Map(_: HTMLElement, options: object) {
    rendered.push(options)
  },
  AdvancedMarkerElement: function AdvancedMarkerElement(options: object) {
    rendered.push(options)
  },
}
const fine = async () => libraries
const blocked = () => Promise.reject(new Error('The Google Maps JavaScript API could not load.'))

beforeEach(() => {
  rendered.length = 0
  google.requests = 0
  google.load = fine
  gate.state = 'on'
  // The map is in view at once.
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(private readonly notify: (entries: object[]) => void) {}
      observe = () => this.notify([{ isIntersecting: true }])
      disconnect = () => undefined
    },
  )
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const map = <EventMap latitude={38.9} longitude={-9.4} place="Coxos" />
const FAILED = 'Google Maps couldn’t be loaded.'
const REFUSED = 'Google wouldn’t show the map here.'
const LOADING = 'Loading the map...'
const button = (name: string) => screen.queryByRole('button', { name })

test('a script that is blocked is said, and another try loads it', async () => {
  google.load = blocked
  render(map)
  expect((await screen.findByRole('alert')).textContent).toContain(FAILED)
  google.load = fine
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await vi.waitFor(() => expect(rendered).toHaveLength(2))
  await vi.waitFor(() => expect(screen.queryByText(LOADING)).toBeNull())
  expect(screen.queryByRole('alert')).toBeNull()
})

test('without a key nothing is said of a map; without consent it takes a tap; without a network it is said', () => {
  gate.state = 'off'
  const { container, rerender } = render(map)
  expect(container.innerHTML).toBe('')

  const allow = vi.fn<() => void>()
  Object.assign(gate, { state: 'needs-consent', allow })
  rerender(<EventMap latitude={38.9} longitude={-9.4} place="Coxos beach" />)
  expect(allow).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'Show the map' }))
  expect(allow).toHaveBeenCalledOnce()

  gate.state = 'offline'
  rerender(map)
  screen.getByText('You’re offline: the map needs a connection.')
  expect(button('Show the map')).toBeNull()
  expect(google.requests).toBe(0)
})

// This test is the last: a refused key is refused until the page is loaded anew.
test('a key that Google refuses once it has begun is final, for every map of this page', async () => {
  render(map)
  await vi.waitFor(() => expect(rendered).toHaveLength(2))
  act(() => window.gm_authFailure?.())
  expect(screen.getByRole('alert').textContent).toContain(REFUSED)
  expect(button('Try again')).toBeNull()
  cleanup()
  render(map)
  expect((await screen.findByRole('alert')).textContent).toContain(REFUSED)
})
