import { describe, expect, it } from 'vitest'
import { GAZETTEER } from '@/site/places'
import { SITE } from '@/site/site'
import { isSlug } from '@/domain/text/plain-text'
import { directionsUrl, isLocated, mapUrl, UNLOCATED, placeOf, placeSlug, splitLocationName } from './place'

const coxos = { location_name: 'Coxos - Santo Isidoro, Mafra', latitude: 38.9997, longitude: -9.4249 }
const typed = { location_name: 'Casa do Xico - Ericeira', ...SITE.centre }

describe('a place is located', () => {
  it('when it is known, not when it was only typed, nor when it was never chosen', () => {
    expect(GAZETTEER.filter((place) => !isLocated(place))).toEqual([])
    expect(isLocated(typed)).toBe(false)
    expect(isLocated({ latitude: 0, longitude: 0 })).toBe(false)
  })
})

describe('a link to a map', () => {
  it('leads to the coordinates of a located place', () => {
    expect(mapUrl(coxos)).toBe('https://www.google.com/maps/search/?api=1&query=38.9997,-9.4249')
    expect(directionsUrl(coxos, 'google')).toBe(
      'https://www.google.com/maps/dir/?api=1&destination=38.9997,-9.4249',
    )
    expect(directionsUrl(coxos, 'apple')).toBe('https://maps.apple.com/?daddr=38.9997,-9.4249')
  })
})

describe('the slug of a place', () => {
  it.each([
    ['Ribeira d’Ilhas - Santo Isidoro, Mafra', 'ribeira-d-ilhas'],
    ['— !', ''],
    [`${'a'.repeat(79)} b`, 'a'.repeat(79)],
  ])('of %s is %s, which is one in an address', (name, slug) => {
    expect(placeSlug(name)).toBe(slug)
    expect(isSlug(slug)).toBe(slug !== '')
  })

  it.each(['Coxos', 'a--b', '-a', 'a/b', 'a'.repeat(81)])('is none where it is written as %s', (slug) => {
    expect(isSlug(slug)).toBe(false)
  })
})

describe('the wording of a place that is shown', () => {
  const described = { location_name: 'Coxos, past the last house on the left', ...UNLOCATED }
  const named = { location_name: 'Coxos', latitude: 39, longitude: -9.4 }
  const addressed = { ...named, location_name: 'Coxos - Santo Isidoro' }

  it('has coordinates before words, then its address, whatever comes first', () => {
    expect(placeOf([described, named, addressed])).toEqual(addressed)
    expect(placeOf([addressed, described])).toEqual(addressed)
    expect(placeOf([described])).toEqual(described)
    expect(placeOf([])).toBeUndefined()
  })
})

it('takes a stored place apart into name and address', () => {
  expect(splitLocationName('Coxos - Santo Isidoro - Mafra')).toEqual({
    displayName: 'Coxos',
    formattedAddress: 'Santo Isidoro - Mafra',
  })
})
