import { describe, expect, it } from 'vitest'
import { dayRanges } from './day-ranges'

const days = (startDate: string, endDate = startDate) => ({ startDate, endDate })

describe('the days that the list offers', () => {
  it('are today, tomorrow, the weekend and a week with today', () => {
    // A Wednesday.
    expect(dayRanges('2026-11-25')).toMatchObject({
      today: days('2026-11-25'),
      tomorrow: days('2026-11-26'),
      weekend: days('2026-11-28', '2026-11-29'),
      nextDays: days('2026-11-25', '2026-12-01'),
    })
  })

  it('go on one by one to two weeks, across the end of a year', () => {
    const shown = dayRanges('2026-12-24').days
    expect(shown).toHaveLength(12)
    expect(shown[0]).toEqual(days('2026-12-26'))
    expect(shown.at(-1)).toEqual(days('2027-01-06'))
  })

  it('have both days of a weekend that begins today, and what is left of one that ends today', () => {
    expect(dayRanges('2026-11-28').weekend).toEqual(days('2026-11-28', '2026-11-29'))
    expect(dayRanges('2026-11-29').weekend).toEqual(days('2026-11-29'))
    expect(dayRanges('2026-11-27').weekend).toEqual(days('2026-11-28', '2026-11-29'))
  })

  it('leave out no day in the nights that the clocks change', () => {
    const spring = dayRanges('2027-03-27')
    expect([spring.tomorrow, spring.days[0]]).toEqual([days('2027-03-28'), days('2027-03-29')])
    const autumn = dayRanges('2026-10-24')
    expect([autumn.tomorrow, autumn.days[0]]).toEqual([days('2026-10-25'), days('2026-10-26')])
  })
})
