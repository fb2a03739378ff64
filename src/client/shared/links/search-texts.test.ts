import { expect, test } from 'vitest'
import { searchTexts } from './web-url'

test('of an address only the known texts are read, also one that looks like a number', () => {
  const read = searchTexts('q', 'status')
  expect(read({ q: 7, status: 'all', other: 'x' })).toEqual({ q: '7', status: 'all' })
  expect(read({ q: ['a'], status: { b: 1 } })).toStrictEqual({ q: undefined, status: undefined })
  expect(read({ q: '' })).toStrictEqual({ q: undefined })
})
