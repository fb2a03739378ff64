// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { QueryProvider } from '@tests/support/query-provider'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { NO_PLACE } from '@/domain/place'
import type { Place } from '@/domain/place'
import { GAZETTEER } from '@/places'
import { SITE } from '@/site'
import { PlaceField } from './place-field'
import { knownPlaces } from './place-field-search'

const places = knownPlaces(GAZETTEER, [])

/** The field with somebody who holds its value; the answer reads the last one. */
function renderField(start: Place = NO_PLACE) {
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
  return { value: () => chosen.at(-1) ?? start, input: screen.getByRole<HTMLInputElement>('combobox') }
}

const type = (input: HTMLElement, value: string) => fireEvent.change(input, { target: { value } })

afterEach(cleanup)

test('chooses by keyboard, and says which option Enter would take', () => {
  const { input, value } = renderField()
  type(input, 'ilhas')
  fireEvent.keyDown(input, { key: 'ArrowDown' })
  const option = screen.getByRole('option', { selected: true })
  expect(input.getAttribute('aria-activedescendant')).toBe(option.id)
  fireEvent.keyDown(input, { key: 'Enter' })
  expect(value().displayName).toBe('Ribeira d’Ilhas')
  expect(input.value).toBe('Ribeira d’Ilhas')
  expect(input.getAttribute('aria-expanded')).toBe('false')
})

test('clearing it resets the name to empty and the coordinates to 0', () => {
  const { value } = renderField(places[0])
  fireEvent.click(screen.getByRole('button', { name: 'Clear location' }))
  expect(value()).toEqual({ name: '', displayName: '', formattedAddress: '', latitude: 0, longitude: 0 })
})

test('a place that was chosen is no longer chosen once its text is changed', () => {
  const { input, value } = renderField(places[0])
  type(input, 'Praia dos')
  expect(value()).toEqual(NO_PLACE)
})

test('takes a place nobody has listed by the name that was typed, at the centre of the village', () => {
  const { input, value } = renderField()
  type(input, 'Tenda do Manel')
  fireEvent.click(screen.getByRole('option', { name: /Use “Tenda do Manel”/ }))
  expect(value()).toMatchObject({ displayName: 'Tenda do Manel', ...SITE.centre })
})

test('a name written out in full counts as chosen when the field is left, anything less does not', () => {
  const { input, value } = renderField()
  type(input, 'sao lourenco')
  fireEvent.blur(input)
  expect(value().displayName).toBe('São Lourenço')
  type(input, 'coxo')
  fireEvent.blur(input)
  expect(value()).toEqual(NO_PLACE)
  expect(input.value).toBe('coxo')
})
