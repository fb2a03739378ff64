import { expect, test } from 'vitest'
import { searchTexts, webUrl } from './web-url'

test('of an address only the known texts are read, also one that looks like a number', () => {
  const read = searchTexts('q', 'status')
  expect(read({ q: 7, status: 'all', other: 'x' })).toEqual({ q: '7', status: 'all' })
  expect(read({ q: ['a'], status: { b: 1 } })).toStrictEqual({ q: undefined, status: undefined })
  expect(read({ q: '' })).toStrictEqual({ q: undefined })
})

test('an address that an anonymous client wrote is shown by its host when it leads to the web', () => {
  expect(webUrl('https://www.example.org/a?b')).toEqual({
    href: 'https://www.example.org/a?b',
    host: 'example.org',
  })
  expect([webUrl('javascript:alert(1)'), webUrl(undefined)]).toEqual([undefined, undefined])
})
