import { describe, expect, it, test } from 'vitest'
import { orderTags, searchTags, withSelected } from './tag-picker'

const tag = (name: string) => ({ id: name, key: name.toLowerCase(), name })

test('the most used come first, the others by name as the language sorts them', () => {
  const tags = orderTags(
    [tag('Surf'), tag('Music')],
    [tag('Yoga'), tag('Art'), tag('Surf'), tag('Água')],
    'pt',
  )
  expect(tags.map(({ name }) => name)).toEqual(['Surf', 'Music', 'Água', 'Art', 'Yoga'])
})

test('what is selected stays in the list, also when it is not among the known tags', () => {
  expect(withSelected([tag('Surf')], ['surf', 'from-a-draft']).map(({ key }) => key)).toEqual([
    'surf',
    'from-a-draft',
  ])
})

describe('the search', () => {
  const tags = [{ name: 'Surf' }, { name: 'Música' }, { name: 'Food & Drink' }]

  it('finds accented names typed without accents, and the reverse', () => {
    expect(searchTags(tags, 'musica')).toEqual([{ name: 'Música' }])
    expect(searchTags(tags, 'súrf')).toEqual([{ name: 'Surf' }])
  })
})
