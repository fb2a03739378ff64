import { describe, expect, it } from 'vitest'
import { programmeEvent } from '@tests/support/offline/offline-programme'
import { UNLOCATED } from '@/domain/places/place'
import { overwriteGetLocale } from '@/messages/compiled/runtime.js'
import { SITE } from '@/site/site'
import { distanceText, nearnessOf } from './nearness'

/** Degrees of latitude to a kilometre. */
const KM = 1 / 111.195
const { latitude, longitude } = SITE.centre
const event = (id: string, north: number) =>
  programmeEvent(id, 0, { latitude: latitude + north * KM, longitude: longitude + 0.0001 })
const here = { latitude, longitude, accuracy: 20 }

describe('nearest', () => {
  it('orders within each day, leaves the days, and puts what lies nowhere last', () => {
    const nowhere = programmeEvent('nowhere', 0, UNLOCATED)
    const days = [
      { day: '2026-06-15', own: [nowhere, event('far', 4), event('near', 1.2)], alsoOn: [] },
      { day: '2026-06-16', own: [event('here', 0)], alsoOn: [event('b', 3), event('a', -2)] },
    ]
    const { sorted, distanceOf } = nearnessOf(here)
    const ids = sorted?.(days).map(({ day, own, alsoOn }) => [
      day,
      ...[...own, ...alsoOn].map(({ id }) => id),
    ])
    expect(ids).toEqual([
      ['2026-06-15', 'near', 'far', 'nowhere'],
      ['2026-06-16', 'here', 'a', 'b'],
    ])
    expect([event('near', 1.2), nowhere].map((one) => distanceOf?.(one))).toEqual(['1.2 km', undefined])
  })

  it('keeps the order, and says why, far away and where the position is too rough', () => {
    const far = nearnessOf({ ...here, latitude: latitude + 51 * KM })
    expect(far).toEqual({ note: 'You’re 51 km from Ericeira. Events are sorted by time.' })
    expect(nearnessOf({ ...here, latitude: latitude + 49 * KM }).position).toBeDefined()
    expect(nearnessOf({ ...here, accuracy: 20_000 })).toEqual({
      note: 'Your location is only accurate to about 20 km. Events are sorted by time.',
    })
    expect(nearnessOf({ ...here, accuracy: 2000 }).note).toMatch(
      /give or take 2 km: your location is approximate/,
    )
  })

  it('writes a distance as people say it, in both languages', () => {
    expect([1, 340, 974, 976, 1234, 9949, 9951, 86_600].map(distanceText)).toEqual([
      '50 m',
      '350 m',
      '950 m',
      '1 km',
      '1.2 km',
      '9.9 km',
      '10 km',
      '87 km',
    ])
    overwriteGetLocale(() => 'pt')
    expect(distanceText(1234)).toBe('1,2 km')
    overwriteGetLocale(() => 'en')
  })
})
