import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { QueryProvider } from '@tests/support/query-provider'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import type { StoredPlace } from '@/domain/places/place'
import { SITE } from '@/site/site'
import { PlaceField } from './place-field'
import { knownPlaces } from './place-field-search'

const places = knownPlaces([])
const input = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Location' })
const type = (value: string) => fireEvent.change(input(), { target: { value } })

const none = { location_name: '', latitude: 0, longitude: 0 }
const newPlace = (name: string) => ({ location_name: `${name} - ${SITE.village}`, ...SITE.centre })

/** A controlled field, after Ark's combobox has replaced the light input; returns a reader of the last value. */
async function renderField(start: StoredPlace = none) {
  const chosen: StoredPlace[] = [start]
  function Holder() {
    const [value, setValue] = useState(start)
    const choose = (place: StoredPlace) => {
      chosen.push(place)
      setValue(place)
    }
    return <PlaceField places={places} value={value} onChange={choose} />
  }
  render(<Holder />, { wrapper: QueryProvider })
  input().focus()
  await waitFor(() => expect(input().getAttribute('data-part')).toBe('input'))
  return () => chosen.at(-1) ?? start
}

afterEach(cleanup)

test('a place that was chosen is a new one once its text is changed, and none when that is empty', async () => {
  const value = await renderField({
    location_name: 'Praia dos Pescadores - Ericeira',
    latitude: 38.96,
    longitude: -9.41,
  })
  type('Praia dos')
  await waitFor(() => expect(value()).toEqual(newPlace('Praia dos')))
  type(' ')
  await waitFor(() => expect(value()).toEqual(none))
})

test('a name written out in full is the known place, anything else a new one, without picking from the list', async () => {
  const value = await renderField()
  type('sao lourenco')
  await waitFor(() => expect(value().location_name).toMatch(/^São Lourenço - /))
  expect(input().value).toBe('sao lourenco')
  fireEvent.blur(input())
  await waitFor(() => expect(input().value).toBe('São Lourenço'))
  type('Casa do Xico ')
  await waitFor(() => expect(value()).toEqual(newPlace('Casa do Xico')))
  fireEvent.blur(input())
  await waitFor(() => expect(input().value).toBe('Casa do Xico'))
  screen.getByText(/your location puts it on the map/)
})
