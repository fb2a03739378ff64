import { afterEach, expect, test, vi } from 'vitest'
import { truncate } from './table'

afterEach(() => void vi.unstubAllGlobals())

test('a text that fits stays whole, a longer one is cut to so many characters', () => {
  expect(truncate('12345678901234567890', 20)).toBe('12345678901234567890')
  expect(truncate('123456789012345678901', 20)).toBe('12345678901234567890…')
  expect(truncate('', 20)).toBe('')
})

test('no character is cut in half, and no blank stands before the ellipsis', () => {
  expect(truncate('👨‍👩‍👧 a família', 1)).toBe('👨‍👩‍👧…')
  expect(truncate('João vai', 5)).toBe('João…')
})

test('a browser that knows no characters of several code points cuts between code points', () => {
  vi.stubGlobal('Intl', {})
  expect(truncate('👨‍👩‍👧 a família', 1)).toBe('👨…')
  expect(truncate('família', 20)).toBe('família')
})
