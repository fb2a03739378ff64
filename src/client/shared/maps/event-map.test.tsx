import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { EventMap } from './event-map'

vi.mock('./use-google-maps', () => ({ useGoogleMaps: () => ({ state: 'on', allow: () => undefined }) }))
vi.mock('@googlemaps/js-api-loader', () => ({
  setOptions: () => undefined,
  importLibrary: async () => ({ Map: drawn, AdvancedMarkerElement: drawn }),
}))

const drawn = vi.fn()

// The map is in view at once.
vi.stubGlobal(
  'IntersectionObserver',
  class {
    constructor(private readonly notify: (entries: object[]) => void) {}
    observe = () => this.notify([{ isIntersecting: true }])
    disconnect = () => undefined
  },
)
afterEach(cleanup)

const map = <EventMap place={{ latitude: 38.9, longitude: -9.4, location_name: 'Coxos' }} />
const REFUSED = 'Google wouldn’t show the map here.'

test('a key that Google refuses once it has begun is final, for every map of this page', async () => {
  render(map)
  await vi.waitFor(() => expect(drawn).toHaveBeenCalledTimes(2))
  act(() => window.gm_authFailure?.())
  expect(screen.getByRole('alert').textContent).toContain(REFUSED)
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  cleanup()
  render(map)
  expect((await screen.findByRole('alert')).textContent).toContain(REFUSED)
})
