import { expect, it } from 'vitest'
import { searchTags } from './search-tags'

const tags = [{ name: 'Surf' }, { name: 'Música' }, { name: 'Food & Drink' }]

it('finds a tag by any part of its name', () => {
  expect(searchTags(tags, 'drink')).toEqual([{ name: 'Food & Drink' }])
})

it('finds accented names typed without accents, and the reverse', () => {
  expect(searchTags(tags, 'musica')).toEqual([{ name: 'Música' }])
  expect(searchTags(tags, 'súrf')).toEqual([{ name: 'Surf' }])
})

it('lists all before anything is typed, and none that does not match', () => {
  expect(searchTags(tags, ' ')).toEqual(tags)
  expect(searchTags(tags, 'chess')).toEqual([])
})
