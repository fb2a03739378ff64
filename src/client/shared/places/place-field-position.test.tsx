import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Place } from '@/domain/places/place'
import { GAZETTEER } from '@/site/places'
import { UsePosition } from './place-field'
import { knownPlaces } from './place-field-search'

const COXOS = { latitude: 38.9997, longitude: -9.4249 }
const FIELDS_BEHIND_COXOS = { latitude: 39.004, longitude: -9.4249 }
const PORTO = { latitude: 41.1496, longitude: -8.611 }

function renderAt(coords: { latitude: number; longitude: number }, typed = '') {
  vi.stubGlobal('navigator', {
    geolocation: { getCurrentPosition: (found: (position: unknown) => void) => found({ coords }) },
  })
  const found: Place[] = []
  let searches = 0
  render(
    <UsePosition
      places={knownPlaces(GAZETTEER, [])}
      typed={typed}
      onFound={(place) => found.push(place)}
      onSearch={() => (searches += 1)}
    />,
  )
  press('Use my current position')
  return { found, searches: () => searches }
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
/** Presses a button of a part that is loaded when it is needed. */
const pressLater = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
const nameIt = (value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: /What’s this place called/ }), { target: { value } })

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('a known place that one stands at is taken by its name', () => {
  const { found } = renderAt(COXOS)
  expect(found).toMatchObject([{ displayName: 'Coxos', formattedAddress: 'Santo Isidoro, Mafra', ...COXOS }])
})

test('a place that nobody knows is given a name', async () => {
  const { found } = renderAt(FIELDS_BEHIND_COXOS)
  expect(found).toEqual([])
  await screen.findByText('You’re near Coxos.')
  nameIt('Tent by the cliff')
  press('Use this place')
  expect(found).toMatchObject([
    { displayName: 'Tent by the cliff', formattedAddress: 'Near Coxos', ...FIELDS_BEHIND_COXOS },
  ])
})

test('who is far from the village is told how far, and asked', async () => {
  const { found, searches } = renderAt(PORTO)
  await screen.findByText(/That’s 25\d km from Ericeira/)
  expect(found).toEqual([])
  press('Search for the place')
  expect(searches()).toBe(1)
  expect(screen.queryByText(/That is/)).toBeNull()

  press('Use my current position')
  await pressLater('Use it anyway')
  await pressLater('Use this place')
  screen.getByText('Please give the place a name')
  nameIt('Casa da Música')
  press('Use this place')
  expect(found).toMatchObject([{ displayName: 'Casa da Música', formattedAddress: '', ...PORTO }])
})
