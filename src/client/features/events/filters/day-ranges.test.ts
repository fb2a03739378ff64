import { describe, expect, it } from 'vitest'
import { dayRanges, isRangeOf, rangeFilter } from './event-filters'

const rangesOf = (today: string) => dayRanges(today, today)
const days = (today: string) => rangesOf(today).map(({ first, last }) => [first, last])
const weekendOf = (today: string) => rangesOf(today)[3]

const firsts = (today: string) => [2, 5].map((place) => days(today)[place]?.[0])

describe('the days that the list offers', () => {
  it('are today, tonight, tomorrow, the weekend and a week with today, then the days after', () => {
    // This day is a Wednesday.
    expect(rangesOf('2026-11-25').slice(0, 6)).toEqual([
      { name: 'today', first: '2026-11-25', last: '2026-11-25' },
      { name: 'tonight', first: '2026-11-25', last: '2026-11-25' },
      { name: 'tomorrow', first: '2026-11-26', last: '2026-11-26' },
      { name: 'weekend', first: '2026-11-28', last: '2026-11-29' },
      { name: 'week', first: '2026-11-25', last: '2026-12-01' },
      { name: 'day', first: '2026-11-27', last: '2026-11-27' },
    ])
  })

  it('go on one by one to two weeks, across the end of a year', () => {
    const ranges = days('2026-12-24')
    expect(ranges).toHaveLength(5 + 12)
    expect(ranges.at(-1)).toEqual(['2027-01-06', '2027-01-06'])
  })

  it('have this weekend until its Saturday, and the next one on Sunday, when what is left is today', () => {
    const thisOne = { name: 'weekend', first: '2026-11-28', last: '2026-11-29' }
    expect(weekendOf('2026-11-27')).toEqual(thisOne)
    expect(weekendOf('2026-11-28')).toEqual(thisOne)
    expect(weekendOf('2026-11-29')).toEqual({
      name: 'nextWeekend',
      first: '2026-12-05',
      last: '2026-12-06',
    })
  })

  it('are never two chips of one filter', () => {
    for (const today of ['2026-11-27', '2026-11-28', '2026-11-29', '2026-11-30']) {
      const ranges = rangesOf(today)
      for (const range of ranges) {
        const filter = rangeFilter(range, { tags: ['surf'], text: 'fado' })
        expect(ranges.filter((one) => isRangeOf(one, filter))).toEqual([range])
      }
    }
  })

  it('have the evening before as tonight after midnight, in the order of time', () => {
    expect(dayRanges('2026-11-26', '2026-11-25')[0]).toEqual({
      name: 'tonight',
      first: '2026-11-25',
      last: '2026-11-25',
    })
  })

  it('leave out no day and repeat none in the nights that the clocks change', () => {
    expect(firsts('2027-03-27')).toEqual(['2027-03-28', '2027-03-29'])
    expect(firsts('2026-10-24')).toEqual(['2026-10-25', '2026-10-26'])
  })
})
