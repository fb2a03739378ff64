import { expect, it } from 'vitest'
import { megabytes } from './programme-card'

it.each([
  [0, 'en', '0.0\u00A0MB'],
  [1, 'en', '0.1\u00A0MB'],
  [4_180_000, 'en', '4.2\u00A0MB'],
  [4_180_000, 'pt', '4,2\u00A0MB'],
])('says %i bytes in %s as %s, in one line', (bytes, locale, text) => {
  expect(megabytes(bytes, locale)).toBe(text)
})
