import { expect, it } from 'vitest'
import { programmeEvent } from '@tests/support/offline/offline-programme'
import { UNLOCATED } from '@/domain/places/place'
import { GAZETTEER } from '@/site/places'
import { KNOWN_PLACES, viewOf } from '@/client/shared/maps/coast-sketch'
import { pinsOf } from './coast-map'

const PHONE = { width: 360, height: 560, rem: 16 }
const coast = viewOf(KNOWN_PLACES, PHONE)
const village = viewOf(
  KNOWN_PLACES.filter(({ name }) => /Santa Marta|República|Algodio/.test(name)),
  PHONE,
)

const at = (name: string, id = name) => {
  const { latitude, longitude, address } = GAZETTEER.find((one) => one.name === name) ?? expect.fail(name)
  return programmeEvent(id, 0, { latitude, longitude, location_name: `${name} - ${address}` })
}

const shown = (...given: Parameters<typeof pinsOf>) =>
  pinsOf(...given).pins.map(({ name, events }) => [name, events.length])

it('has a pin a place, from north to south, and one for places whose pins would lie over one another', () => {
  const events = [at('Praça da República'), at('Parque de Santa Marta'), at('Praça da República', 'b')]
  expect(shown([...events, at('Coxos')], coast)).toEqual([
    ['Coxos', 1],
    ['Praça da República +1', 3],
  ])
  expect(shown(events, village)).toEqual([
    ['Praça da República', 2],
    ['Parque de Santa Marta', 1],
  ])
})

it('counts what lies elsewhere or is known by its name only', () => {
  const lisbon = programmeEvent('lisbon', 0, { latitude: 38.7167, longitude: -9.1399 })
  const typed = programmeEvent('typed', 0, UNLOCATED)
  expect(pinsOf([lisbon, typed, at('Coxos')], coast).elsewhere).toEqual([lisbon, typed])
  expect(pinsOf([at('Coxos')], village).elsewhere).toHaveLength(1)
})
