import { expect, test } from 'vitest'
import { findTags, suggestedKey } from './back-office-queries'
import { newTagSchema } from '@/domain/tags/tag-schemas'

test.each([
  ['Música ao vivo', 'musica-ao-vivo'],
  ['  Food & drinks! ', 'food-drinks'],
  ['Yoga, pilates', 'yoga-pilates'],
  ['Фестиваль', 'фестиваль'],
  ['…', ''],
])('the name %j suggests the key %j', (name, key) => {
  expect(suggestedKey(name)).toBe(key)
})

test('a suggested key is valid, however long the name', () => {
  const name = 'a very '.repeat(14)
  expect(newTagSchema.safeParse({ name, key: suggestedKey(name) }).success).toBe(true)
})

test('tags are found by name and by key, whatever the accents', () => {
  const tags = [
    { key: 'live', name: 'Música' },
    { key: 'surf', name: 'Waves' },
  ]
  expect(findTags(tags, 'MUSICA')).toEqual([tags[0]])
  expect(findTags(tags, 'sur')).toEqual([tags[1]])
  expect(findTags(tags, ' ')).toEqual(tags)
  expect(findTags(tags, 'yoga')).toEqual([])
  const both = { key: 'gigs', name: 'Gigs', names: { en: 'Gigs', pt: 'Concertos' } }
  expect(findTags([both], 'concertos')).toEqual([both])
})
