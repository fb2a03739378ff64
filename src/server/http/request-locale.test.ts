import { describe, expect, it } from 'vitest'
import { preferredLocale } from './request-locale'

describe('preferredLocale', () => {
  it.each([
    [undefined, 'en'],
    ['', 'en'],
    ['pt', 'pt'],
    ['pt-BR,pt;q=0.9,en;q=0.8', 'pt'],
    ['en;q=0.5, pt;q=0.8', 'pt'],
    ['de, fr;q=0.9, pt;q=0.1', 'pt'],
    ['de-DE', 'en'],
    ['pt;q=0, en', 'en'],
    ['*', 'en'],
    [';;;,,,q=', 'en'],
  ])('understands %s', (header, locale) => {
    expect(preferredLocale(header)).toBe(locale)
  })
})
