import { expect, test } from 'vitest'
import { filterOf, readEventsSearch } from './events-search'

const USER = '9f1c2d3e-4b5a-4c6d-8e7f-0123456789ab'
const none = { status: undefined, tags: [], userId: undefined, words: undefined }

test.each([
  [{}, {}, { ...none, status: 'ON_REVIEW' }],
  [{ status: 'ON_REVIEW' }, {}, { ...none, status: 'ON_REVIEW' }],
  [{ status: 'REJECTED', other: 1 }, { status: 'REJECTED' }, { ...none, status: 'REJECTED' }],
  [{ status: 'all' }, { status: 'all' }, none],
  [{ status: 'nonsense' }, {}, { ...none, status: 'ON_REVIEW' }],
  [{ user_id: USER.toUpperCase() }, { user_id: USER }, { ...none, userId: USER }],
  [{ user_id: USER, status: 'all' }, { user_id: USER }, { ...none, userId: USER }],
  [
    { user_id: USER, status: 'ON_REVIEW' },
    { user_id: USER, status: 'ON_REVIEW' },
    { ...none, status: 'ON_REVIEW', userId: USER },
  ],
  [{ user_id: 'ana' }, {}, { ...none, status: 'ON_REVIEW' }],
  [
    { status: 'all', tags: 'surf,,yoga,surf,a b' },
    { status: 'all', tags: 'surf,yoga' },
    { ...none, tags: ['surf', 'yoga'] },
  ],
  [
    { status: 'all', q: ' são  joão ' },
    { status: 'all', q: 'são  joão' },
    { ...none, words: 'são  joão' },
  ],
  [
    { status: 'all', q: 2026 },
    { status: 'all', q: '2026' },
    { ...none, words: '2026' },
  ],
  [{ status: 'all', q: ['a'], tags: {} }, { status: 'all' }, none],
])('reads %o from the address', (raw, search, filter) => {
  expect(readEventsSearch(raw)).toEqual(search)
  expect(filterOf(readEventsSearch(raw))).toEqual(filter)
})
