import { beforeAll, describe, expect, it } from 'vitest'
import { UNLOCATED } from '@/domain/places/place'
import type { StoredPlace } from '@/domain/places/place'
import { ensureTemporal } from '@/domain/time/village-time'
import { placeFinder } from './map-event'
import { DEFAULTS, NOW, fixtureText, mapText } from '@/server/modules/import/source/import.fixture'

beforeAll(ensureTemporal)

const square = { location_name: 'Largo do Coreto - Ericeira', ...UNLOCATED }
const mapBall = (places: readonly StoredPlace[] = []) =>
  mapText(fixtureText('municipality.csv'), NOW, {
    defaults: { ...DEFAULTS, location_name: 'Praia do Sul', latitude: 38.9583, longitude: -9.4166 },
    findPlace: placeFinder(places),
  }).get('Baile de São João')

describe('a place that is not known here', () => {
  it('keeps its name and gets no position, neither that of the default place', () => {
    expect(mapBall()?.event).toMatchObject({ location_name: 'Largo do Coreto', ...UNLOCATED })
  })

  it('does not become known by an event whose place was only typed', () => {
    const latitude = 38.9638
    expect(mapBall([square])).toMatchObject({ event: UNLOCATED, hasPlace: true })
    expect(mapBall([{ ...square, latitude }])).toMatchObject({ event: { latitude }, hasPlace: true })
  })
})
