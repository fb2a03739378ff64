import { beforeAll, describe, expect, it } from 'vitest'
import { UNLOCATED } from '@/domain/places/place'
import type { StoredPlace } from '@/domain/places/place'
import { ensureTemporal } from '@/domain/time/village-time'
import { DEFAULTS, NOW, fixtureText, mapText } from '@/server/modules/import/source/import.fixture'
import { placeFinder, fitTimetable } from './map-event'

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

/** Fridays in October, over the night in which the clocks change. */
const fridays = [16, 23, 30].map((day) => ({
  start_time: `2026-10-${day} 22:00:00`,
  end_time: `2026-10-${day + 1} 02:00:00`,
  is_all_day: false,
}))

const fit = (blocks: typeof fridays) => fitTimetable({ blocks, isSeries: true, isOpen: false }).timetable

describe('a series past midnight', () => {
  it('becomes weekly, with an end before its start', () => {
    expect(fit(fridays)).toEqual({
      repeated: {
        days: [5],
        start_hour: 22,
        start_minute: 0,
        end_hour: 2,
        end_minute: 0,
        period_start_date: '2026-10-16',
        period_end_date: '2026-10-30',
        is_all_day: false,
      },
    })
  })

  it('stays a list when it ends two days later or not at the hour of the others', () => {
    const longer = fridays.map((block) => ({ ...block, end_time: block.end_time.replace(/-\d\d /, '-31 ') }))
    expect(fit(longer)).toHaveProperty('list')
    const uneven = fridays.map((block, n) =>
      n === 1 ? { ...block, end_time: '2026-10-24 03:00:00' } : block,
    )
    expect(fit(uneven)).toHaveProperty('list')
  })
})
