import { describe, expect, it } from 'vitest'
import { GAZETTEER } from '@/places'
import { SITE } from '@/site'
import { directionsUrl, isLocated, mapUrl, splitLocationName } from './place'

const coxos = { location_name: 'Coxos - Santo Isidoro, Mafra', latitude: 38.9997, longitude: -9.4249 }
const typed = { location_name: 'Casa do Xico - Ericeira', ...SITE.centre }

describe('a place is located', () => {
  it.each(GAZETTEER.map((place) => [place.name, place] as const))('when it is known: %s', (_, place) => {
    expect(isLocated(place)).toBe(true)
  })

  it('a step from the centre of the village', () => {
    const { latitude, longitude } = SITE.centre
    expect(isLocated({ latitude: latitude + 0.00001, longitude })).toBe(true)
    expect(isLocated({ latitude, longitude: longitude - 0.00001 })).toBe(true)
  })

  it('not when it was only typed, nor when it was never chosen', () => {
    expect(isLocated(typed)).toBe(false)
    expect(isLocated({ latitude: 0, longitude: 0 })).toBe(false)
  })
})

const query = (url: string) => new URL(url).searchParams

describe('a link to a map', () => {
  it('leads to the coordinates of a located place', () => {
    expect(mapUrl(coxos)).toBe('https://www.google.com/maps/search/?api=1&query=38.9997,-9.4249')
    expect(directionsUrl(coxos, 'google')).toBe(
      'https://www.google.com/maps/dir/?api=1&destination=38.9997,-9.4249',
    )
    expect(directionsUrl(coxos, 'apple')).toBe('https://maps.apple.com/?daddr=38.9997,-9.4249')
  })

  it('searches a typed place by its name', () => {
    expect(query(mapUrl(typed)).get('query')).toBe('Casa do Xico, Ericeira')
    expect(directionsUrl(typed, 'google')).toBe(mapUrl(typed))
    expect(query(directionsUrl(typed, 'apple')).get('q')).toBe('Casa do Xico, Ericeira')
  })

  it('names the village where the name does not', () => {
    const { searchParams } = new URL(mapUrl({ ...typed, location_name: 'Bar & Café' }))
    expect(searchParams.get('query')).toBe('Bar & Café, Ericeira')
  })
})

it('takes a stored place apart into name and address', () => {
  expect(splitLocationName('Coxos - Santo Isidoro - Mafra')).toEqual({
    displayName: 'Coxos',
    formattedAddress: 'Santo Isidoro - Mafra',
  })
})
