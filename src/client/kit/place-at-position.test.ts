import { describe, expect, test } from 'vitest'
import { GAZETTEER } from '@/places'
import { placeAt } from './place-at-position'
import { knownPlaces } from './place-field-search'

const places = knownPlaces(GAZETTEER, [])

describe('the geolocation position', () => {
  const atCoxos = { latitude: 38.99975, longitude: -9.42494 }

  test('is named after the place one stands at', () => {
    expect(placeAt(atCoxos, '', places, 'Ericeira')).toEqual({
      name: 'Coxos',
      displayName: 'Coxos',
      formattedAddress: 'Santo Isidoro, Mafra',
      latitude: 38.99975,
      longitude: -9.42494,
    })
  })

  test('takes the name that was typed', () => {
    expect(placeAt(atCoxos, ' Tent by the cliff ', places, 'Ericeira').displayName).toBe('Tent by the cliff')
  })

  test('is the village where nothing known is near', () => {
    const far = placeAt({ latitude: 38.7, longitude: -9.1 }, '', places, 'Ericeira')
    expect(far).toMatchObject({ displayName: 'Ericeira', formattedAddress: 'Ericeira', latitude: 38.7 })
  })
})
