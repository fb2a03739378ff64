import { describe, expect, it } from 'vitest'
import {
  dayRanges,
  isRangeOf,
  pickedDays,
  rangeFilter,
  filterOf,
  isFiltered,
  readSearch,
  searchOf,
  withEnd,
  withStart,
} from './event-filters'

const TODAY = '2026-11-20'
const NOON = Date.parse('2026-11-20T12:00:00Z') / 1000

describe('the address of the list', () => {
  it('is read into tags, dates and page', () => {
    const search = { tags: 'surf,music', from: '2026-11-21', to: '2026-11-22', page: 2, filters: true }
    expect(readSearch(search)).toEqual(search)
  })

  it('is read when a form without script wrote every tag on its own', () => {
    expect(readSearch({ tags: ['surf', 'music', 'surf'] })).toEqual({ tags: 'surf,music' })
  })

  it('leaves out what makes no sense', () => {
    const search = {
      tags: 'x,,',
      from: '2026-02-30',
      to: 'tomorrow',
      page: -1,
      filters: 'yes',
      other: { a: 1 },
    }
    expect(readSearch(search)).toEqual({})
  })

  it('gives the same filter back that it was written from', () => {
    const filter = { tags: ['surf'], startDate: '2026-11-21', endDate: '2026-11-22' }
    expect(filterOf(readSearch({ ...searchOf(filter) }), NOON)).toEqual(filter)
  })
})

describe('the facts of a filter', () => {
  const search = { free: 1, family: 1, access: 'step_free,seating', in: 'pt' } as const
  const filter = { tags: [], facts: search }

  it('are in the address, come back from it, and make the filter one that can be cleared', () => {
    expect(searchOf(filter)).toEqual(search)
    expect(filterOf(readSearch({ ...search }), NOON)).toEqual(filter)
    expect([isFiltered(filter), isFiltered({ tags: [] })]).toEqual([true, false])
  })
})

describe('an address that is opened later', () => {
  it('starts today when its start has passed and its end has not', () => {
    expect(filterOf({ from: '2026-11-18', to: '2026-11-22' }, NOON)).toEqual({
      tags: [],
      startDate: TODAY,
      endDate: '2026-11-22',
    })
  })

  it('has no end without a start, or before it', () => {
    expect(filterOf({ to: '2026-11-22' }, NOON)).toEqual({ tags: [] })
    expect(filterOf({ from: '2026-11-25', to: '2026-11-22' }, NOON)).toEqual({
      tags: [],
      startDate: '2026-11-25',
    })
  })
})

describe('the start date', () => {
  it('clears the end when the end is earlier than the new start', () => {
    const filter = { tags: ['surf'], startDate: '2026-11-21', endDate: '2026-11-22' }
    expect(withStart(filter, '2026-11-23', TODAY)).toEqual({ tags: ['surf'], startDate: '2026-11-23' })
    expect(withStart(filter, '2026-11-22', TODAY)).toEqual({ ...filter, startDate: '2026-11-22' })
  })
})

describe('the end date', () => {
  it('is ignored when it is before today or before the start', () => {
    const filter = { tags: [], startDate: '2026-11-22' }
    expect(withEnd(filter, '2026-11-21', TODAY)).toBe(filter)
    expect(withEnd(filter, '0002-11-25', TODAY)).toBe(filter)
    expect(withEnd(filter, '2026-11-22', TODAY).endDate).toBe('2026-11-22')
  })
})

const at = (iso: string) => Date.parse(iso) / 1000

describe('an evening', () => {
  it('is shown until its night is over, then all that is to come', () => {
    expect(filterOf({ evening: TODAY }, at('2026-11-21T05:59:59Z'))).toEqual({ tags: [], evening: TODAY })
    expect(filterOf({ evening: TODAY }, at('2026-11-21T06:00:00Z'))).toEqual({ tags: [] })
  })

  it('gives way to a start date', () => {
    expect(withStart({ tags: [], evening: TODAY }, '2026-11-21', TODAY)).toEqual({
      tags: [],
      startDate: '2026-11-21',
    })
  })
})

const rangesOf = (today: string) => dayRanges(today, today)

describe('the days that the list offers', () => {
  it('are today, tonight, tomorrow and the weekend', () => {
    // This day is a Wednesday.
    expect(rangesOf('2026-11-25')).toEqual([
      { name: 'today', first: '2026-11-25', last: '2026-11-25' },
      { name: 'tonight', first: '2026-11-25', last: '2026-11-25' },
      { name: 'tomorrow', first: '2026-11-26', last: '2026-11-26' },
      { name: 'weekend', first: '2026-11-28', last: '2026-11-29' },
    ])
  })

  it('have this weekend until its Saturday, and the next one on Sunday, when what is left is today', () => {
    const thisOne = { name: 'weekend', first: '2026-11-28', last: '2026-11-29' }
    const weekends = ['2026-11-27', '2026-11-28', '2026-11-29'].map((today) => rangesOf(today)[3])
    const next = { name: 'nextWeekend', first: '2026-12-05', last: '2026-12-06' }
    expect(weekends).toEqual([thisOne, thisOne, next])
  })

  it('are never two chips of one filter; what is none of them is named by its dates', () => {
    for (const today of ['2026-11-27', '2026-11-28', '2026-11-29', '2026-11-30']) {
      const ranges = rangesOf(today)
      for (const range of ranges) {
        const filter = rangeFilter(range, { tags: ['surf'], text: 'fado' })
        expect(ranges.filter((one) => isRangeOf(one, filter))).toEqual([range])
        expect(pickedDays(filter, ranges)).toEqual([])
      }
      const picked = pickedDays({ tags: [], startDate: '2026-12-24', endDate: '2026-12-25' }, ranges)
      expect(picked).toEqual([
        { text: 'From: Dec 24, 2026', without: { tags: [] } },
        { text: 'To: Dec 25, 2026', without: { tags: [], startDate: '2026-12-24' } },
      ])
    }
  })

  it('have the evening before as tonight after midnight, in the order of time', () => {
    const names = dayRanges('2026-11-26', '2026-11-25').map(({ name, first }) => [name, first])
    expect(names.slice(0, 2)).toEqual([
      ['tonight', '2026-11-25'],
      ['today', '2026-11-26'],
    ])
  })
})
