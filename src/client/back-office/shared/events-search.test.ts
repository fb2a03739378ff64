import { expect, test } from 'vitest'
import {
  chosenSort,
  filterOf,
  problemOf,
  queueFilterOf,
  queueSearchOf,
  readEventsSearch,
} from './events-search'

const USER = '9f1c2d3e-4b5a-4c6d-8e7f-0123456789ab'
const QUEUE = { status: 'ON_REVIEW', sort: 'oldest' }
const ALL = { sort: 'newest' }

test.each([
  [{}, {}, QUEUE],
  [{ status: 'REJECTED', other: 1 }, { status: 'REJECTED' }, { ...ALL, status: 'REJECTED' }],
  [{ status: 'all' }, { status: 'all' }, ALL],
  [{ user_id: USER.toUpperCase() }, { user_id: USER }, { ...ALL, user_id: USER }],
  [
    { user_id: USER, status: 'ON_REVIEW' },
    { user_id: USER, status: 'ON_REVIEW' },
    { ...QUEUE, user_id: USER },
  ],
  [{ person: ' ana ' }, { person: 'ana' }, { ...ALL, person: 'ana' }],
  [
    { status: 'all', tags: 'surf,,yoga,surf,a b' },
    { status: 'all', tags: 'surf,yoga' },
    { ...ALL, tags: 'surf,yoga' },
  ],
  [
    { status: 'all', q: ' são  joão ' },
    { status: 'all', q: 'são  joão' },
    { ...ALL, q: 'são  joão' },
  ],
  [{ status: 'all', q: ['a'], tags: {} }, { status: 'all' }, ALL],
  [
    { status: 'nonsense', source: 'none', q: 2026 },
    { source: 'none', q: '2026' },
    { ...QUEUE, source: 'none', q: '2026' },
  ],
  [
    { from: '2026-02-30', to: '2026-03-01', source: 'town hall', traits: 'over,lost', sort: 'random' },
    { to: '2026-03-01', traits: 'over' },
    { ...QUEUE, to: '2026-03-01', traits: 'over' },
  ],
  [{ traits: 'proposal' }, { traits: 'proposal' }, { sort: 'oldest', traits: 'proposal' }],
])('reads %o from the address', (raw, search, filter) => {
  expect(readEventsSearch(raw)).toEqual(search)
  expect(filterOf(readEventsSearch(raw), 'oldest')).toEqual(filter)
})

test.each([
  [{ q: "'" }, 'search_without_words'],
  [{ person: '...' }, 'search_without_words'],
  [{ q: 'a'.repeat(500) }, 'text_too_long'],
  [{ user_id: '0b0a5a3e' }, 'user_id_invalid'],
  [{ q: 'são joão' }, undefined],
  [{ user_id: USER }, undefined],
  [{}, undefined],
])('a text that cannot be searched for stays in the address, and is named: %o', (raw, problem) => {
  const search = readEventsSearch(raw)
  expect(search).toEqual(raw)
  expect(problemOf(search)).toBe(problem)
})

test('what is on review stands in the order of its queue, unless the address has one', () => {
  expect(chosenSort({}, 'soonest')).toBe('soonest')
  expect(chosenSort({ sort: 'newest' }, 'soonest')).toBe('newest')
  expect(chosenSort({ status: 'PUBLISHED' }, 'soonest')).toBe('newest')
})

test('the queue of proposals is of events in any status, since these are published', () => {
  const search = queueSearchOf({ status: 'PUBLISHED', traits: 'proposal,over' })
  expect(queueFilterOf(search, 'soonest')).toEqual({ traits: 'proposal,over', sort: 'soonest' })
})

test('the queue of a list is what of it is on review', () => {
  const search = queueSearchOf({ status: 'all', tags: 'surf', sort: 'soonest' })
  expect(search).toEqual({ tags: 'surf', sort: 'soonest' })
  expect(queueFilterOf(search, 'oldest')).toEqual({ status: 'ON_REVIEW', tags: 'surf', sort: 'soonest' })
  expect(queueFilterOf({ q: '!' }, 'oldest')).toEqual(QUEUE)
})
