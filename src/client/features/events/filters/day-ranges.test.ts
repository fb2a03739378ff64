import { describe, expect, it } from 'vitest'
import { dayRanges } from './day-ranges'

const days = (startDate: string, endDate = startDate) => ({ startDate, endDate })
const weekendOf = (today: string) => dayRanges(today)[2]

describe('the days that the list offers', () => {
  it('are today, tomorrow, the weekend and a week with today, then the days after', () => {
    // A Wednesday.
    expect(dayRanges('2026-11-25').slice(0, 5)).toEqual([
      days('2026-11-25'),
      days('2026-11-26'),
      days('2026-11-28', '2026-11-29'),
      days('2026-11-25', '2026-12-01'),
      days('2026-11-27'),
    ])
  })

  it('go on one by one to two weeks, across the end of a year', () => {
    const ranges = dayRanges('2026-12-24')
    expect(ranges).toHaveLength(4 + 12)
    expect(ranges.at(-1)).toEqual(days('2027-01-06'))
  })

  it('have both days of a weekend that begins today, and what is left of one that ends today', () => {
    expect(weekendOf('2026-11-27')).toEqual(days('2026-11-28', '2026-11-29'))
    expect(weekendOf('2026-11-28')).toEqual(days('2026-11-28', '2026-11-29'))
    expect(weekendOf('2026-11-29')).toEqual(days('2026-11-29'))
  })

  it('leave out no day and repeat none in the nights that the clocks change', () => {
    expect([1, 4].map((place) => dayRanges('2027-03-27')[place])).toEqual([
      days('2027-03-28'),
      days('2027-03-29'),
    ])
    expect([1, 4].map((place) => dayRanges('2026-10-24')[place])).toEqual([
      days('2026-10-25'),
      days('2026-10-26'),
    ])
  })
})
