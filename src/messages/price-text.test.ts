import { describe, expect, it } from 'vitest'
import { priceLine, priceValue } from './price-text'

describe('the price of an event', () => {
  it.each([
    [{}, undefined],
    [{ price: null }, undefined],
    [{ price: 0 }, 'Free'],
    [{ price: 0, is_donation: true }, 'By donation'],
    [{ price: 12 }, 'Price: €12'],
    [{ price: 12.5 }, 'Price: €12.50'],
  ])('is said for %j as %s', (price, line) => {
    expect(priceLine(price, 'en')).toBe(line)
  })

  it('has the words and the comma of its language', () => {
    expect(priceLine({ price: 0 }, 'pt')).toBe('Grátis')
    expect(priceLine({ price: 0, is_donation: true }, 'pt')).toBe('Por donativo')
    expect(priceLine({ price: 12.5 }, 'pt')).toBe('Preço: 12,50 €')
    expect(priceValue({ price: 12.5 }, 'pt')).toBe('12,50 €')
  })

  it('does not repeat the word that stands beside it', () => {
    expect(priceValue({ price: 12.5 }, 'en')).toBe('€12.50')
    expect(priceValue({ price: 0 }, 'en')).toBe('Free')
  })
})
