import { describe, expect, test } from 'vitest'
import { GAZETTEER } from '@/site/places'
import { knownPlaces, searchPlaces } from './place-field-search'

const places = knownPlaces([
  { location_name: 'Bar do Zé - Rua Direita 3', latitude: 38.9641, longitude: -9.4171 },
  { location_name: 'coxos - somewhere else', latitude: 0, longitude: 0 },
])

describe('the places that are known', () => {
  test('are those of the gazetteer and of the events in the replica, each name once', () => {
    expect(places).toHaveLength(GAZETTEER.length + 1)
    expect(places.at(-1)).toMatchObject({ displayName: 'Bar do Zé', formattedAddress: 'Rua Direita 3' })
    expect(places.find((place) => place.name === 'Coxos')?.latitude).toBeCloseTo(38.9997)
  })
})

describe('the search', () => {
  test.each([
    ["ribeira d'ilhas", 'Ribeira d’Ilhas'],
    ['sao lourenco', 'São Lourenço'],
    ['ILHAS', 'Ribeira d’Ilhas'],
    ['skate', 'Skatepark da Ericeira'],
    ['ze', 'Bar do Zé'],
  ])('finds “%s” as %s first', (text, name) => {
    expect(searchPlaces(places, text)[0]?.displayName).toBe(name)
  })
})
