import { describe, expect, it } from 'vitest'
import { hasWords, isQuery, wordsOf } from './search-words'

const fado = {
  title: 'Noite de Fado',
  location_name: 'Ribeira d’Ilhas - Ericeira',
  description: 'Three voices & one guitar, 100% live.',
  tags: [{ name: 'Concerts', names: { en: 'Concerts', pt: 'Música ao vivo' } }],
}

describe('the words of a text', () => {
  it('are without case, accents and signs, each once', () => {
    expect(wordsOf('São João, SAO  joão! d’Ilhas')).toEqual(['sao', 'joao', 'd', 'ilhas'])
    expect(wordsOf('Sa\u0303o')).toEqual(['sao'])
    expect(wordsOf('50% off_peak C++')).toEqual(['50', 'off', 'peak', 'c'])
  })

  it('are none of signs alone, of NUL and of half a character', () => {
    expect(wordsOf('%_\\ \0 \uD800 --')).toEqual([])
    expect(isQuery('%%%')).toBe(false)
  })

  it('are no longer than an index holds', () => {
    expect(wordsOf('á'.repeat(5000))).toEqual(['a'.repeat(60)])
  })
})

describe('a text to search for', () => {
  it('has 2 to 200 characters', () => {
    expect(['a', 'ab', 'a'.repeat(200), 'a'.repeat(201)].map(isQuery)).toEqual([false, true, true, false])
  })

  it.each(['fado', 'FAD noi', 'ribeira d’il', 'ilhas', 'musica', 'concer', 'guit 100'])(
    'finds by “%s”: each word as a beginning, in any text and any language of a tag',
    (text) => expect(hasWords(fado, wordsOf(text))).toBe(true),
  )

  it.each(['ado', 'fado jazz', 'ribeiras'])('does not find by “%s”', (text) =>
    expect(hasWords(fado, wordsOf(text))).toBe(false),
  )
})
