import { describe, expect, it } from 'vitest'
import * as fc from 'fast-check'
import { weekStarts, villageClock, nextWeekMail } from './village-time'

const seconds = (iso: string) => Date.parse(iso) / 1000
const villageWeeksIso = (epochSeconds: number) => new Date(epochSeconds * 1000).toISOString()

/** How long the two weeks before the current one are. */
const hours = (at: string) => {
  const [first = 0, second = 0, third = 0] = weekStarts(seconds(at), 3)
  return [(second - first) / 3600, (third - second) / 3600]
}

describe('the last weeks', () => {
  it('begin on Mondays at midnight of the village, the current one last', () => {
    // A Wednesday in summer: midnight is 23:00 UTC of the day before.
    expect(weekStarts(seconds('2026-06-17T10:00:00Z'), 3).map(villageWeeksIso)).toEqual([
      '2026-05-31T23:00:00.000Z',
      '2026-06-07T23:00:00.000Z',
      '2026-06-14T23:00:00.000Z',
    ])
  })

  it('have an hour less in March and one more in October', () => {
    // Clocks change on Sunday, March 29 and October 25, 2026.
    expect(hours('2026-04-06T12:00:00Z')).toEqual([167, 168])
    expect(hours('2026-10-26T12:00:00Z')).toEqual([168, 169])
  })
})

const weekMailTimeAt = (iso: string) => Date.parse(iso) / 1000
const around = (iso: string) =>
  fc.integer({ min: weekMailTimeAt(iso) - 9 * 86_400, max: weekMailTimeAt(iso) + 9 * 86_400 })
const anyInstant = fc.oneof(
  // The nights in which the clocks change, and a year of 53 weeks.
  around('2026-03-29T01:00Z'),
  around('2026-10-25T01:00Z'),
  around('2027-01-01T00:00Z'),
  fc.integer({ min: weekMailTimeAt('2020-01-01T00:00Z'), max: weekMailTimeAt('2040-01-01T00:00Z') }),
)

describe('the week’s mail', () => {
  it('leaves on the first Thursday at 18:00 in the village that is to come', () => {
    fc.assert(
      fc.property(anyInstant, (now) => {
        const { week, atSeconds } = nextWeekMail(now)
        const wall = villageClock(atSeconds)
        expect(wall.toPlainTime().toString()).toBe('18:00:00')
        expect(wall.dayOfWeek).toBe(4)
        expect(week).toBe(`${wall.yearOfWeek}-W${String(wall.weekOfYear).padStart(2, '0')}`)
        expect(atSeconds).toBeGreaterThan(now)
        expect(villageClock(now).until(wall).total({ unit: 'days' })).toBeLessThanOrEqual(7)
      }),
    )
  })

  it('comes once a week', () => {
    fc.assert(
      fc.property(anyInstant, (now) => {
        const next = nextWeekMail(now)
        const after = nextWeekMail(next.atSeconds)
        expect(villageClock(next.atSeconds).add({ days: 7 }).equals(villageClock(after.atSeconds))).toBe(true)
      }),
    )
  })

  it.each([
    ['summer', '2026-06-15T10:00Z', '2026-06-18T17:00Z', '2026-W25'],
    ['winter', '2026-11-25T10:00Z', '2026-11-26T18:00Z', '2026-W48'],
    ['the week that ends with the clock’s change', '2026-10-22T17:00Z', '2026-10-29T18:00Z', '2026-W44'],
    ['the turn of a year', '2026-12-31T17:59:59Z', '2026-12-31T18:00Z', '2026-W53'],
  ])('in %s', (_when, now, leaves, week) => {
    expect(nextWeekMail(weekMailTimeAt(now))).toEqual({ week, atSeconds: weekMailTimeAt(leaves) })
  })
})
