import { expect, it } from 'vitest'
import { readWeekSearch } from './week-query'

it('a tag of digits, which the router reads as a number, is a tag', () => {
  expect(readWeekSearch({ tags: 2026 })).toEqual({ tags: '2026' })
  expect(readWeekSearch({ tags: 'surf,2026', lang: 'pt' })).toEqual({ tags: 'surf,2026', lang: 'pt' })
  expect(readWeekSearch({ tags: [1, 2] })).toEqual({})
})
