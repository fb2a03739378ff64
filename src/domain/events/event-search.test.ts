import { expect, test } from 'vitest'
import { SEARCH_MAX, searchText, userIdText } from './search-words'

const V4 = '9f1c2d3e-4b5a-4c6d-8e7f-0123456789ab'

test.each([
  [V4, V4],
  [`  ${V4.toUpperCase()}\n`, V4],
  ['', ''],
  ['   ', ''],
])('the user search takes %j', (text, id) => {
  expect(userIdText.parse(text)).toBe(id)
})

test.each(['ana', V4.replace('-4c', '-1c'), V4.slice(1), `${V4} ${V4}`])(
  'the user search refuses %j, which is no version-4 UUID',
  (text) => {
    expect(userIdText.safeParse(text).error?.issues.map(({ message }) => message)).toEqual([
      'user_id_invalid',
    ])
  },
)

test('a text to search for is one line of limited length', () => {
  expect(searchText.parse(' são\njoão ')).toBe('são joão')
  expect(searchText.safeParse('a'.repeat(SEARCH_MAX + 1)).error?.issues[0]?.message).toBe('text_too_long')
})
