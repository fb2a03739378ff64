import { describe, expect, test } from 'vitest'
import { GAZETTEER } from '@/site/places'
import { SITE } from '@/site/site'
import { metresBetween, placeAt, whereaboutsOf } from './place-at-position'
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

  test('is at no place that was only typed, though one stands at the centre of the village', () => {
    const typed = {
      ...placeAt(SITE.centre, 'Casa do Xico', 'Ericeira'),
      id: 'typed',
      source: 'event' as const,
    }
    expect(names(whereaboutsOf(SITE.centre, [typed]))).toEqual([undefined, undefined])
  })

  test('is stored to about a metre, by a name', () => {
    expect(placeAt({ latitude: 38.999749, longitude: -9.424944 }, 'Tent', 'Near Coxos')).toEqual({
      name: 'Tent',
      displayName: 'Tent',
      formattedAddress: 'Near Coxos',
      latitude: 38.99975,
      longitude: -9.42494,
    })
  })

  test.each([
    ['Porto', { latitude: 41.1496, longitude: -8.611 }, 253],
    ['New York', { latitude: 40.7128, longitude: -74.006 }, 5385],
  ])('is as far from the village as %s is', (_, position, km) => {
    expect(Math.abs(metresBetween(SITE.centre, position) / 1000 - km)).toBeLessThan(km / 50)
  })
})
