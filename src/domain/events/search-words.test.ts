import { searchText, userIdText } from './event-search'
import { describe, expect, it, test } from 'vitest'
import { hasWords, isQuery, queryWords, SEARCH_MAX, toQuery, wordsOf } from './search-words'

const fado = {
  title: 'Noite de Fado',
  location_name: 'Ribeira d’Ilhas - Ericeira',
  description: 'Three voices & one guitar, 100% live.',
  tags: [
    { key: 'live', name: 'Concerts', names: { en: 'Concerts', pt: 'Música ao vivo' } },
    { key: 'food', name: 'Food & Drink' },
  ],
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

  it('find what is written otherwise, and an emoji beside words need not be there', () => {
    const monday = { title: '2ª Feira 🏄 Straße', location_name: '1º andar', description: '', tags: [] }
    for (const text of ['2a feira', '1o', 'strasse', '🏄', '🎉 feira 🏖️', 'ＦＥＩＲＡ', 'fei\u200Bra'])
      expect(hasWords(monday, queryWords(text)), text).toBe(true)
    expect(hasWords(monday, queryWords('🎉'))).toBe(false)
    expect([' \u2800a\u0301b ', '\u3164a', '%%'].map(toQuery)).toEqual(['áb', '', ''])
  })

  it('are no longer than an index holds', () => {
    expect(wordsOf('á'.repeat(5000))).toEqual(['a'.repeat(60)])
  })
})

describe('a text to search for', () => {
  it('has 2 to 200 characters', () => {
    expect(['a', 'ab', 'a'.repeat(200), 'a'.repeat(201)].map(isQuery)).toEqual([false, true, true, false])
  })

  it.each(['fado', 'FAD noi', 'ribeira d’il', 'ilhas', 'musica', 'concer', 'guit 100', 'comida'])(
    'finds by “%s”: each word as a beginning, in any text and any language of a tag',
    (text) => expect(hasWords(fado, wordsOf(text))).toBe(true),
  )

  it.each(['ado', 'fado jazz', 'ribeiras'])('does not find by “%s”', (text) =>
    expect(hasWords(fado, wordsOf(text))).toBe(false),
  )
})

const V4 = '9f1c2d3e-4b5a-4c6d-8e7f-0123456789ab'

test('the user search takes a version-4 UUID, however it is typed, or nothing', () => {
  for (const [text, id] of [
    [`  ${V4.toUpperCase()}\n`, V4],
    ['   ', ''],
  ])
    expect(userIdText.parse(text)).toBe(id)
  for (const text of ['ana', V4.replace('-4c', '-1c'), V4.slice(1), `${V4} ${V4}`])
    expect(userIdText.safeParse(text).error?.issues[0]?.message, text).toBe('user_id_invalid')
})

test('a text to search for is one line of limited length', () => {
  expect(searchText.parse(' são\njoão ')).toBe('são joão')
  expect(searchText.safeParse('a'.repeat(SEARCH_MAX + 1)).error?.issues[0]?.message).toBe('text_too_long')
})
