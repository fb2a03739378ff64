import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toEpochSeconds, villageClock } from './village-time'
import { instantOfWall, villageWall } from './local-time'

const at = (iso: string) => Date.parse(iso) / 1000
const anyInstant = fc.oneof(
  fc.integer({ min: at('1985-01-01T00:00Z'), max: at('2080-01-01T00:00Z') }),
  // Around the nights in which the clocks change.
  fc.integer({ min: at('2026-10-24T12:00Z'), max: at('2026-10-26T12:00Z') }),
  fc.integer({ min: at('2027-03-27T12:00Z'), max: at('2027-03-29T12:00Z') }),
)

describe('the wall clock by Intl alone', () => {
  it('shows what Temporal shows at any instant', () => {
    fc.assert(
      fc.property(anyInstant, (instant) => {
        const { year, month, day, hour, minute } = villageClock(instant)
        expect(villageWall(instant)).toEqual({ year, month, day, hour, minute })
      }),
    )
  })

  it('is at the instant that Temporal says, also where the clock shows an hour twice or never', () => {
    fc.assert(
      fc.property(anyInstant, (wall) => {
        const minute = wall - (wall % 60)
        const plain = Temporal.PlainDateTime.from(new Date(minute * 1000).toISOString().slice(0, 19))
        expect(instantOfWall(minute)).toBe(toEpochSeconds(plain))
      }),
    )
  })
})
