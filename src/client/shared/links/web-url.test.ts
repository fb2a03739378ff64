import { expect, test } from 'vitest'
import { webUrl } from './web-url'

test('an address that an anonymous client wrote is shown by its host when it leads to the web', () => {
  expect(webUrl('https://www.example.org/a?b')).toEqual({
    href: 'https://www.example.org/a?b',
    host: 'example.org',
  })
  expect([webUrl('javascript:alert(1)'), webUrl(undefined)]).toEqual([undefined, undefined])
})
