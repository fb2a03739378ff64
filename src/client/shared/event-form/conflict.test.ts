import { expect, test } from 'vitest'
import { changedOver, differingFields } from './conflict'
import { emptyValues, toPayload } from './event-values'

const base = {
  ...toPayload(emptyValues(), { website: '', filledInMs: 0 }),
  title: 'Sunset session',
  description: 'Longboards only.',
  tag_keys: ['surf', 'music'],
  price: 5,
}

test('fields differ by what they say, not by how: neither the order of tags nor a fact that was taken back is a difference', () => {
  const { info_links: _, ...unlinked } = base
  expect(differingFields(base, { ...base, tag_keys: ['music', 'surf'] })).toEqual([])
  expect(
    differingFields({ ...base, price: undefined }, { ...unlinked, price: null, audience: null, access: [] }),
  ).toEqual([])
  expect(differingFields(base, { ...base, latitude: 38.9, access: ['seating'] })).toEqual([
    'location_name',
    'access',
  ])
})

test('what one has left alone is the other’s; what both have changed is one’s own', () => {
  const mine = { ...base, title: 'Mine', price: undefined, audience: 'families' as const }
  const place = { location_name: 'Jogo da Bola', latitude: 38.96, longitude: -9.41 }
  const theirs = { ...base, ...place, title: 'Theirs', languages: ['pt' as const] }
  const { price: _, ...rest } = theirs
  expect(changedOver(theirs, { base, mine })).toEqual({ ...rest, title: 'Mine', audience: 'families' })
})
