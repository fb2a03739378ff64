import { describe, expect, it } from 'vitest'
import { programmeEvent } from '@tests/support/offline/offline-programme'
import { COAST } from '@/site/coast'
import { UNLOCATED } from '@/domain/places/place'
import { GAZETTEER } from '@/site/places'
import { COAST_EXTENT, VILLAGE_EXTENT } from '@/client/shared/maps/coast-sketch'
import { pinsOf } from './coast-map'

const at = (name: string, id = name) => {
  const place = GAZETTEER.find((one) => one.name === name)
  if (place === undefined) throw new Error(`no place ${name}`)
  const { latitude, longitude, address } = place
  return programmeEvent(id, 0, { latitude, longitude, location_name: `${name} - ${address}` })
}

const shown = (...given: Parameters<typeof pinsOf>) =>
  pinsOf(...given).pins.map(({ places, events }) => [places.join(), events.length])

describe('the pins of the map', () => {
  it('are one a place with all of its events, from north to south', () => {
    const events = [at('Foz do Lizandro'), at('Coxos', 'a'), at('Coxos', 'b')]
    expect(shown(events, COAST_EXTENT)).toEqual([
      ['Coxos', 2],
      ['Foz do Lizandro', 1],
    ])
  })

  it('join where a finger could not tell them apart, and part when the map is of the village', () => {
    const events = [at('Parque de Santa Marta'), at('Praça da República'), at('Praça da República', 'b')]
    expect(shown(events, COAST_EXTENT)).toEqual([['Praça da República,Parque de Santa Marta', 3]])
    expect(shown(events, VILLAGE_EXTENT)).toEqual([
      ['Praça da República', 2],
      ['Parque de Santa Marta', 1],
    ])
  })

  it('leave out what lies elsewhere or is known by its name only, and count it', () => {
    const lisbon = programmeEvent('lisbon', 0, { latitude: 38.7167, longitude: -9.1399 })
    const typed = programmeEvent('typed', 0, UNLOCATED)
    const { pins, elsewhere } = pinsOf([lisbon, typed, at('Coxos')], COAST_EXTENT)
    expect(pins).toHaveLength(1)
    expect(elsewhere.map(({ id }) => id)).toEqual(['lisbon', 'typed'])
    expect(pinsOf([at('Coxos')], VILLAGE_EXTENT).elsewhere).toHaveLength(1)
  })

  it('stand on a coast that has every place of the village, in at most 4 KB', () => {
    expect(
      pinsOf(
        GAZETTEER.map(({ name }) => at(name)),
        COAST_EXTENT,
      ).elsewhere,
    ).toEqual([])
    expect(COAST.land.length).toBeLessThan(4096)
  })
})
