import { expect, it } from 'vitest'
import {
  dayRanges,
  endChange,
  filterOf,
  isFiltered,
  isRangeOf,
  pickedDays,
  readSearch,
  startChange,
  withChange,
} from './event-filters'

const TODAY = '2026-11-20'
const at = (iso: string) => Date.parse(iso) / 1000
const NOON = at('2026-11-20T12:00:00Z')

it('an address is read into its filter and back; what makes no sense is left out', () => {
  const facts = { free: 1, family: 1, access: 'step_free,seating', in: 'pt' } as const
  const search = { tags: 'surf,music', from: '2026-11-21', to: '2026-11-22', ...facts }
  const opened = { ...search, page: 2, filters: true } as const
  expect(readSearch(opened)).toEqual(opened)
  expect(withChange(opened, { to: undefined, tags: '' })).toEqual({ from: search.from, ...facts })
  const filter = filterOf(search, NOON)
  expect(filter).toEqual({
    tags: ['surf', 'music'],
    startDate: '2026-11-21',
    endDate: '2026-11-22',
    facts,
  })
  expect([isFiltered(filter), isFiltered({ tags: [] })]).toEqual([true, false])
  // A form without script writes every tag on its own.
  expect(readSearch({ tags: ['surf', 'music', 'surf'] })).toEqual({ tags: 'surf,music' })
  const nonsense = { tags: 'x,,', from: '2026-02-30', to: 'soon', page: -1, filters: 'yes', other: { a: 1 } }
  expect(readSearch(nonsense)).toEqual({})
})

const open = (from: string | undefined, to: string) => filterOf({ ...(from && { from }), to }, NOON)

it('an address that is opened later starts today, and has no end without a start or before it', () => {
  expect(open('2026-11-18', '2026-11-22')).toEqual({ tags: [], startDate: TODAY, endDate: '2026-11-22' })
  expect(open('2026-11-25', '2026-11-22')).toEqual({ tags: [], startDate: '2026-11-25' })
  expect(open(undefined, '2026-11-22')).toEqual({ tags: [] })
})

it('a start clears an earlier end and an evening; an end before today or before the start is ignored', () => {
  const filter = { tags: ['surf'], startDate: '2026-11-21', endDate: '2026-11-22' }
  const days = { from: '2026-11-21', to: '2026-11-22' }
  const search = { tags: 'surf', ...days }
  const started = (day: string) => withChange(search, startChange(filter, day, TODAY))
  expect(started('2026-11-23')).toEqual({ tags: 'surf', from: '2026-11-23' })
  expect(started('2026-11-22')).toEqual({ ...search, from: '2026-11-22' })
  expect(started('')).toEqual({ tags: 'surf' })
  const evening = startChange({ tags: [], evening: TODAY }, TODAY, TODAY)
  expect(withChange({ evening: TODAY }, evening)).toEqual({ from: TODAY })
  const ended = (day: string) => withChange(search, endChange(filter, day, TODAY))
  expect(ended('2026-11-20')).toEqual(search)
  expect(ended('0002-11-25')).toEqual(search)
  expect(ended('2026-11-21')).toEqual({ ...search, to: '2026-11-21' })
  expect(ended('')).toEqual({ tags: 'surf', from: '2026-11-21' })
})

it('an evening is shown until its night is over, then all that is to come', () => {
  expect(filterOf({ evening: TODAY }, at('2026-11-21T05:59:59Z'))).toEqual({ tags: [], evening: TODAY })
  expect(filterOf({ evening: TODAY }, at('2026-11-21T06:00:00Z'))).toEqual({ tags: [] })
})

const rangesOf = (today: string, evening = today) =>
  dayRanges(today, evening).map(({ name, days }) =>
    [name, ...Object.values(days).map((day) => day.slice(8))].join(' '),
  )

it('the list offers today, tonight, tomorrow and the weekend, which on Sunday is the next one', () => {
  expect(rangesOf('2026-11-25')).toEqual(['Today 25 25', 'Tonight 25', 'Tomorrow 26 26', 'Weekend 28 29'])
  expect(rangesOf('2026-11-28')[3]).toBe('Weekend 28 29')
  expect(rangesOf('2026-11-29')[3]).toBe('Next weekend 05 06')
  // The night before stands first.
  expect(rangesOf('2026-11-26', '2026-11-25').slice(0, 2)).toEqual(['Tonight 25', 'Today 26 26'])
})

it('no two chips are of one filter; what is none of them is named by its dates', () => {
  for (const today of ['2026-11-27', '2026-11-28', '2026-11-29', '2026-11-30']) {
    const ranges = dayRanges(today, today)
    for (const range of ranges) {
      const filter = filterOf({ tags: 'surf', q: 'fado', ...range.days }, at(`${today}T12:00:00Z`))
      expect(ranges.filter((one) => isRangeOf(one, filter))).toEqual([range])
      expect(pickedDays(filter, ranges)).toEqual([])
    }
    const none = { from: undefined, to: undefined, evening: undefined }
    expect(pickedDays({ tags: [], startDate: '2026-12-24', endDate: '2026-12-25' }, ranges)).toEqual([
      { name: 'From: Dec 24, 2026', change: none },
      { name: 'To: Dec 25, 2026', change: { ...none, from: '2026-12-24' } },
    ])
  }
})
