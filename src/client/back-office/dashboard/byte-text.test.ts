import { expect, test } from 'vitest'
import { byteText } from './given-up-jobs'

test('bytes are said in the largest unit that fits', () => {
  expect(byteText(0, 'en')).toBe('0 byte')
  expect(byteText(1023, 'en')).toBe('1,023 byte')
  expect(byteText(1024, 'en')).toBe('1 kB')
  expect(byteText(1.5 * 1024 ** 3, 'en')).toBe('1.5 GB')
  expect(byteText(1.5 * 1024 ** 3, 'pt')).toBe('1,5 GB')
  expect(byteText(3 * 1024 ** 5, 'en')).toBe('3,072 TB')
})
