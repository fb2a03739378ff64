import { expect, test } from 'vitest'
import { readEventsSearch, statusOf } from './events-search'

test.each([
  [{}, {}, 'ON_REVIEW'],
  [{ status: 'ON_REVIEW' }, {}, 'ON_REVIEW'],
  [{ status: 'REJECTED', other: 1 }, { status: 'REJECTED' }, 'REJECTED'],
  [{ status: 'all' }, { status: 'all' }, undefined],
  [{ status: 'nonsense' }, {}, 'ON_REVIEW'],
])('reads %o from the address', (raw, search, status) => {
  expect(readEventsSearch(raw)).toEqual(search)
  expect(statusOf(readEventsSearch(raw))).toBe(status)
})
