import { describe, expect, it } from 'vitest'
import { acceptedLanguages, chooseLocale } from './locale'

describe('the language of a visitor', () => {
  it('is the remembered choice before what the browser asks for', () => {
    expect(chooseLocale('theme=x; lang=en', ['pt-PT'])).toBe('en')
  })

  it('is the first spoken one of the browser’s wishes', () => {
    expect(chooseLocale('', ['de-DE', 'pt-BR', 'en'])).toBe('pt')
  })

  it('is English when nothing fits or the cookie is nonsense', () => {
    expect(chooseLocale('lang=<script>', ['de'])).toBe('en')
  })

  it('follows the weights of Accept-Language, not its order', () => {
    expect(acceptedLanguages('en;q=0.5, pt-PT;q=0.9, *;q=0.1, fr;q=0')).toEqual(['pt-PT', 'en', '*'])
  })
})
