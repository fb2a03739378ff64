import { expect, it } from 'vitest'
import { priceText } from './price-text'

it('a price has cents only where there are any, and the comma of its language', () => {
  expect(priceText(0, 'en')).toBe('0')
  expect(priceText(12.5, 'en')).toBe('12.50')
  expect(priceText(12.5, 'pt')).toBe('12,50')
})
