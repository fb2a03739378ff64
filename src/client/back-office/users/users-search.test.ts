import { expect, test } from 'vitest'
import { readUsersSearch } from './users-route'

test('the search is read from the address, without blanks around it', () => {
  expect(readUsersSearch({ search: ' ana ' })).toEqual({ search: 'ana' })
})

test('what is no search is left out', () => {
  for (const search of [undefined, '', '  ', ['ana'], 'a'.repeat(255)])
    expect(readUsersSearch({ search })).toEqual({})
})
