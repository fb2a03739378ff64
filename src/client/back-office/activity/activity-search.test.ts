import { expect, test } from 'vitest'
import { readActivitySearch } from './activity-table'

const id = '3f2c5a0e-1b7d-4c8e-9a6f-0d1e2c3b4a59'

test('the filters of the log are read from the address', () => {
  expect(readActivitySearch({ action: 'event.edited', user_id: id })).toEqual({
    action: 'event.edited',
    user_id: id,
  })
})

test('what is no filter is left out, so that the call is not refused', () => {
  expect(readActivitySearch({ action: 'event.sold', user_id: 'ana', page: 2 })).toEqual({})
  expect(readActivitySearch({ action: '', user_id: '' })).toEqual({})
})
