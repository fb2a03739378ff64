import { describe, expect, test } from 'vitest'
import { GAZETTEER } from '@/site/places'

import { whereaboutsOf } from './place-at-position'
import { knownPlaces } from './place-field-search'

const places = knownPlaces(GAZETTEER, [])
const names = ({ at, near }: ReturnType<typeof whereaboutsOf>) => [at?.displayName, near?.displayName]

describe('the geolocation position', () => {
  test.each([
    ['at a known place', { latitude: 38.99975, longitude: -9.42494 }, ['Coxos', 'Coxos']],
    ['near one', { latitude: 39.004, longitude: -9.4249 }, [undefined, 'Coxos']],
    ['at none', { latitude: 41.15, longitude: -8.61 }, [undefined, undefined]],
  ])('is %s', (_, position, expected) => {
    expect(names(whereaboutsOf(position, places))).toEqual(expected)
  })
})
