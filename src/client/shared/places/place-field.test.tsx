import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { QueryProvider } from '@tests/support/query-provider'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { NO_PLACE, type Place } from '@/domain/places/place'
import { SITE } from '@/site/site'
import { PlaceField } from './place-field'
import { knownPlaces } from './place-field-search'

const places = knownPlaces([])
const input = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Location' })
const type = (value: string) => fireEvent.change(input(), { target: { value } })

const newPlace = {
  name: 'Casa do Xico',
  displayName: 'Casa do Xico',
  formattedAddress: SITE.village,
  ...SITE.centre,
}

/** A controlled field, after Ark's combobox has replaced the light input; returns a reader of the last value. */
async function renderField(start: Place = NO_PLACE) {
  const chosen: Place[] = [start]
  function Holder() {
    const [value, setValue] = useState(start)
    const choose = (place: Place) => {
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
  const value = await renderField(places[0])
  type('Praia dos')
  await waitFor(() => expect(value()).toEqual({ ...newPlace, name: 'Praia dos', displayName: 'Praia dos' }))
  type(' ')
  await waitFor(() => expect(value()).toEqual(NO_PLACE))
})

test('a name written out in full is the known place, anything else a new one, without picking from the list', async () => {
  const value = await renderField()
  type('sao lourenco')
  await waitFor(() => expect(value().displayName).toBe('São Lourenço'))
  expect(input().value).toBe('sao lourenco')
  fireEvent.blur(input())
  await waitFor(() => expect(input().value).toBe('São Lourenço'))
  type('Casa do Xico ')
  await waitFor(() => expect(value()).toEqual(newPlace))
  fireEvent.blur(input())
  await waitFor(() => expect(input().value).toBe('Casa do Xico'))
  screen.getByText(/your location puts it on the map/)
})
