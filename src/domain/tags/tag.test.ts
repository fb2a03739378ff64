import { describe, expect, it, test } from 'vitest'
import { byUse, firstName, inLanguage } from './tag'
import { namesOfForm, tagFormSchema } from './tag-schemas'

const STORED = { key: 'music', name: 'Music', names: { pt: 'Música' } }

describe('a tag in a language', () => {
  it('is named in it, and has every name', () => {
    expect(inLanguage(STORED, 'pt')).toEqual({
      key: 'music',
      name: 'Música',
      names: { en: 'Music', pt: 'Música' },
    })
  })

  it('is named in the first language where it has no name of its own', () => {
    expect(inLanguage({ ...STORED, names: { fr: 'Musique' } }, 'pt').name).toBe('Music')
    expect(inLanguage(STORED, 'pt-BR').name).toBe('Music')
  })
})

test('the first name does not depend on who reads the tag', () => {
  expect([STORED, inLanguage(STORED, 'pt'), { name: 'Surf' }].map(firstName)).toEqual([
    'Music',
    'Music',
    'Surf',
  ])
})

test('tags that are used as often have one order in every language', () => {
  const tags = [
    { key: 'b', count: 1 },
    { key: 'a', count: 1 },
    { key: 'c', count: 2 },
  ]
  expect(tags.toSorted(byUse).map(({ key }) => key)).toEqual(['c', 'a', 'b'])
})

describe('the names of a tag as text fields', () => {
  it('leave out the language that stays empty', () => {
    const read = tagFormSchema.parse({ name: ' Music ', name_pt: '  ', key: 'music' })
    expect(namesOfForm(read)).toEqual({ name: 'Music', names: {} })
    expect(namesOfForm({ name: 'Music', name_pt: 'Música' })).toEqual({
      name: 'Music',
      names: { pt: 'Música' },
    })
  })

  it.each([
    ['x', 'tag_name_too_short'],
    ['n'.repeat(101), 'tag_name_too_long'],
  ])('refuse %j in the other language', (name, code) => {
    const read = tagFormSchema.safeParse({ name: 'Music', name_pt: name, key: 'music' })
    expect(read.error?.issues).toMatchObject([{ path: ['name_pt'], message: code }])
  })
})
