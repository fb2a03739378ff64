import { describe, expect, it } from 'vitest'
import {
  earliestEnd,
  filterOf,
  isFiltered,
  readSearch,
  searchOf,
  withCurrentTags,
  withEnd,
  withStart,
  withTagToggled,
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

  it('keeps a tag whose key looks like a number', () => {
    expect(readSearch({ tags: 2026 })).toEqual({ tags: '2026' })
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

  it('stay when the days change', () => {
    expect(withStart(filter, '2026-11-21', TODAY)).toEqual({ ...filter, startDate: '2026-11-21' })
    expect(withStart({ ...filter, startDate: '2026-11-21' }, '', TODAY)).toEqual(filter)
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

  it('has no dates left when all of them have passed', () => {
    expect(filterOf({ from: '2026-11-10', to: '2026-11-12' }, NOON)).toEqual({ tags: [] })
    expect(filterOf({ from: '2026-11-10' }, NOON)).toEqual({ tags: [] })
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

  it('cannot be before today', () => {
    const filter = { tags: [], startDate: '2026-11-21' }
    expect(withStart(filter, '2026-11-19', TODAY)).toBe(filter)
    expect(withStart(filter, TODAY, TODAY).startDate).toBe(TODAY)
  })

  it('takes the end with it when it is cleared', () => {
    expect(withStart({ tags: [], startDate: '2026-11-21', endDate: '2026-11-22' }, '', TODAY)).toEqual({
      tags: [],
    })
  })
})

describe('the end date', () => {
  it('can be chosen only after a start date', () => {
    const filter = { tags: [] }
    expect(withEnd(filter, '2026-11-25', TODAY)).toBe(filter)
  })

  it('is ignored when it is before today or before the start', () => {
    const filter = { tags: [], startDate: '2026-11-22' }
    expect(withEnd(filter, '2026-11-21', TODAY)).toBe(filter)
    expect(withEnd(filter, '0002-11-25', TODAY)).toBe(filter)
    expect(withEnd(filter, '2026-11-22', TODAY).endDate).toBe('2026-11-22')
  })

  it('may start at the later of start date and today', () => {
    expect(earliestEnd({ tags: [], startDate: '2026-11-25' }, TODAY)).toBe('2026-11-25')
    expect(earliestEnd({ tags: [], startDate: '2026-11-19' }, TODAY)).toBe(TODAY)
    expect(earliestEnd({ tags: [] }, TODAY)).toBe(TODAY)
  })
})

const at = (iso: string) => Date.parse(iso) / 1000

describe('an evening', () => {
  it('is written into the address in place of days, and read from it', () => {
    const filter = { tags: ['surf'], evening: '2026-11-20' }
    expect(searchOf(filter)).toEqual({ tags: 'surf', evening: '2026-11-20' })
    expect(filterOf(readSearch({ ...searchOf(filter), from: '2026-11-25' }), NOON)).toEqual(filter)
    expect(readSearch({ evening: '2026-02-30' })).toEqual({})
  })

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

describe('the view', () => {
  it('is read when it is one of the three', () => {
    expect(readSearch({ view: 'agenda' })).toEqual({ view: 'agenda' })
    expect(readSearch({ view: 'map' })).toEqual({ view: 'map' })
    expect(readSearch({ view: 'globe' })).toEqual({})
  })
})

describe('the filters together', () => {
  it('are none without tag, day and evening', () => {
    expect(isFiltered({ tags: [] })).toBe(false)
    for (const one of [{ tags: ['surf'] }, { tags: [], startDate: TODAY }, { tags: [], evening: TODAY }])
      expect(isFiltered(one)).toBe(true)
  })

  it('have a tag more or less', () => {
    expect(withTagToggled({ tags: ['surf'], evening: TODAY }, 'music')).toEqual({
      tags: ['surf', 'music'],
      evening: TODAY,
    })
    expect(withTagToggled({ tags: ['surf', 'music'] }, 'surf')).toEqual({ tags: ['music'] })
  })
})

it('an old link names a tag by a key that was merged into it', () => {
  const tags = [{ key: 'concerts', merged_keys: ['gigs'] }, { key: 'surf' }]
  expect(withCurrentTags({ tags: ['gigs', 'surf', 'gone'] }, tags).tags).toEqual(['concerts', 'surf', 'gone'])
  expect(withCurrentTags({ tags: ['concerts', 'gigs'] }, tags).tags).toEqual(['concerts'])
})
