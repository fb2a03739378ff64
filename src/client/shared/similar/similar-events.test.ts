import { describe, expect, it } from 'vitest'
import { programmeEvent } from '@tests/support/offline/offline-programme'
import { likeNamed, nearestEvents } from './similar-queries'

const MUSIC = { id: '1', key: 'music', name: 'Music', names: { en: 'Music', pt: 'Música' } }
const events = [
  programmeEvent('a', 0, { title: 'Noite de Fado na Praça', tags: [MUSIC] }),
  programmeEvent('b', 0, { title: 'Sunset yoga', location_name: 'Quinta da Baleia' }),
  programmeEvent('c', 0, { title: 'Surf contest' }),
]
const ids = (found: readonly { id: string }[]) => found.map(({ id }) => id)

describe('what was nearly meant', () => {
  it.each([
    ['sunsat', 'b'],
    ['musca', 'a'],
    ['balea', 'b'],
  ])('by “%s” is found in titles, places and tags', (text, id) =>
    expect(ids(nearestEvents(events, text, 3))[0]).toBe(id),
  )

  it('is nothing where nothing is alike', () => {
    expect(nearestEvents(events, 'xylophone', 3)).toEqual([])
    const comedy = [programmeEvent('d', 0, { title: 'Comedy Club' })]
    expect(nearestEvents(comedy, 'comida', 3)).toEqual([])
  })
})

describe('a like-named event', () => {
  it.each(['Fado na praca', 'Noite de fados', 'NOITE FADO PRAÇA'])('is found for “%s”', (title) =>
    expect(ids(likeNamed(events, title))).toEqual(['a']),
  )

  it.each(['Fado workshop for beginners', 'Morning market'])('is none for “%s”', (title) =>
    expect(likeNamed(events, title)).toEqual([]),
  )
})
