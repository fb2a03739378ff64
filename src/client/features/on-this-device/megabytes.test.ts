import { expect, it } from 'vitest'
import { megabytes } from './megabytes'

it.each([
  [0, 'en', '0.0 MB'],
  [1, 'en', '0.1 MB'],
  [4_180_000, 'en', '4.2 MB'],
  [4_180_000, 'pt', '4,2 MB'],
])('says %i bytes in %s as %s', (bytes, locale, text) => {
  expect(megabytes(bytes, locale).replace(/\s/, ' ')).toBe(text)
})
