import { expect, test } from 'vitest'
import { orderTags, shownTags } from './tag-picker-order'

const tag = (name: string) => ({ id: name, key: name.toLowerCase(), name })
const tags = orderTags([tag('Surf'), tag('Music')], [tag('Yoga'), tag('Art'), tag('Surf'), tag('Água')], 'pt')

test('the most used come first, the others by name as the language sorts them', () => {
  expect(tags.map(({ name }) => name)).toEqual(['Surf', 'Music', 'Água', 'Art', 'Yoga'])
})

test('what is chosen stays in sight beyond the first few, also when this device does not know it', () => {
  const shown = shownTags(tags, ['yoga', 'from-a-draft'], '', 2)
  expect(shown.map(({ key }) => key)).toEqual(['surf', 'music', 'yoga', 'from-a-draft'])
})

test('the search forgives accents and looks at every tag', () => {
  expect(shownTags(tags, [], 'agua', 2).map(({ name }) => name)).toEqual(['Água'])
})
