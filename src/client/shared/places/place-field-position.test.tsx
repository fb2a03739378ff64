import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Place } from '@/domain/places/place'
import { UsePosition } from './place-field'
import { knownPlaces } from './place-field-search'

const COXOS = { latitude: 38.9997, longitude: -9.4249 }
const FIELDS_BEHIND_COXOS = { latitude: 39.004, longitude: -9.4249 }
const PORTO = { latitude: 41.1496, longitude: -8.611 }

async function renderAt(coords: { latitude: number; longitude: number }, typed = '') {
  vi.stubGlobal('navigator', {
    geolocation: { getCurrentPosition: (found: (position: unknown) => void) => found({ coords }) },
  })
  const found: Place[] = []
  render(<UsePosition places={knownPlaces([])} typed={typed} onFound={(place) => found.push(place)} />)
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Use my current position' })))
  return found
}

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test.each([
  ['a known place that one stands at is taken by its name', COXOS, '', 'Coxos', 'Santo Isidoro, Mafra'],
  ['a name that was typed gets the position', FIELDS_BEHIND_COXOS, 'Tent', 'Tent', 'Near Coxos'],
  [
    'without one the place is called by what is near',
    FIELDS_BEHIND_COXOS,
    '',
    'Near Coxos',
    'Santo Isidoro, Mafra',
  ],
])('%s', async (_, coords, typed, displayName, formattedAddress) => {
  expect(await renderAt(coords, typed)).toMatchObject([{ displayName, formattedAddress, ...coords }])
})

test('who is far from the village is told how far', async () => {
  expect(await renderAt(PORTO, 'Casa da Música')).toEqual([])
  screen.getByText(/That’s 25\d km from Ericeira/)
})
