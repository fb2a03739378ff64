import { describe, expect, test } from 'vitest'
import { STARTING_TAGS } from '@/site/starting-tags'
import { tagsToOffer } from './place-and-tag-options'

const SURF = { id: '1', key: 'surf', name: 'Surf' }
const BINGO = { id: '2', key: 'bingo', name: 'Bingo' }

const keys = (...of: Parameters<typeof tagsToOffer>) => tagsToOffer(...of).map(({ key }) => key)

describe('the tags to choose from', () => {
  test('are the used ones and those that an installation starts with where a device never saw all', () => {
    const offered = keys([BINGO, SURF], STARTING_TAGS, 'en')
    expect(offered.slice(0, 2)).toEqual(['bingo', 'surf'])
    expect(offered).toContain('music')
    expect(offered).toHaveLength(15)
  })

  test('are those that an installation starts with where a device never saw any, in its language', () => {
    const offered = tagsToOffer([], STARTING_TAGS, 'pt')
    expect(offered.find(({ key }) => key === 'music')?.name).toBe('Música')
  })
})
