import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { villageClock, lastWeekMail, nextWeekMail } from './village-time'

const at = (iso: string) => Date.parse(iso) / 1000
const around = (iso: string) => fc.integer({ min: at(iso) - 9 * 86_400, max: at(iso) + 9 * 86_400 })
const anyInstant = fc.oneof(
  // The nights in which the clocks change, and a year of 53 weeks.
  around('2026-03-29T01:00Z'),
  around('2026-10-25T01:00Z'),
  around('2027-01-01T00:00Z'),
  fc.integer({ min: at('2020-01-01T00:00Z'), max: at('2040-01-01T00:00Z') }),
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

  it('comes once a week: the one that left last is the one before', () => {
    fc.assert(
      fc.property(anyInstant, (now) => {
        const [last, next] = [lastWeekMail(now), nextWeekMail(now)]
        expect(last.atSeconds).toBeLessThanOrEqual(now)
        expect(villageClock(last.atSeconds).add({ days: 7 }).equals(villageClock(next.atSeconds))).toBe(true)
        expect(nextWeekMail(last.atSeconds)).toEqual(next)
        expect(nextWeekMail(last.atSeconds - 1)).toEqual(last)
      }),
    )
  })

  it.each([
    ['summer', '2026-06-15T10:00Z', '2026-06-18T17:00Z', '2026-W25'],
    ['winter', '2026-11-25T10:00Z', '2026-11-26T18:00Z', '2026-W48'],
    ['the week that ends with the clock’s change', '2026-10-22T17:00Z', '2026-10-29T18:00Z', '2026-W44'],
    ['the turn of a year', '2026-12-31T17:59:59Z', '2026-12-31T18:00Z', '2026-W53'],
  ])('in %s', (_when, now, leaves, week) => {
    expect(nextWeekMail(at(now))).toEqual({ week, atSeconds: at(leaves) })
  })
})
