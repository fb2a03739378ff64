import { expect, test } from 'vitest'
import { UNLOCATED } from '@/domain/places/place'
import { nearestPlace } from './place-location'

test('a place is told by the known one that is nearest, in steps of fifty metres', () => {
  const square = { location_name: 'Praça da República - Jogo da Bola', latitude: 38.9632, longitude: -9.4165 }
  expect(nearestPlace(square)).toEqual({ name: 'Casa de Cultura Jaime Lobo e Silva', metres: 100 })
})

test('neither the place itself nor what is a walk away is near', () => {
  expect(nearestPlace({ location_name: 'Coxos', latitude: 38.9997, longitude: -9.4249 })?.name).toBe(
    'Crazy Left',
  )
  expect(nearestPlace({ location_name: 'Farm', latitude: 39.05, longitude: -9.3 })).toBeUndefined()
})

test('nothing is near a place of which only the name is known', () => {
  expect(nearestPlace({ location_name: 'Casa do Xico - Ericeira', ...UNLOCATED })).toBeUndefined()
})
