import { expect, test } from 'vitest'
import { emptyValues, toPayload } from './event-values'
import { conflictChoices, mergeVersions } from './merge-versions'

const base = {
  ...toPayload(emptyValues(), { website: '', filledInMs: 0 }),
  title: 'Sunset session',
  description: 'Longboards only.',
  tag_keys: ['surf', 'music'],
  price: 5,
}

test('only fields that differ are to be chosen', () => {
  expect(conflictChoices(base, base, base)).toEqual({})
  expect(conflictChoices(base, { ...base, tag_keys: ['music', 'surf'] }, base)).toEqual({})
})

test('a field that one left alone is the other’s; one that both changed is one’s own until chosen', () => {
  const mine = { ...base, title: 'Mine', price: 7 }
  const theirs = { ...base, title: 'Theirs', description: 'Every board is welcome.' }
  expect(conflictChoices(base, mine, theirs)).toEqual({ title: 'mine', price: 'mine', description: 'theirs' })
})

test('facts are fields of their own', () => {
  const mine = { ...base, audience: 'families' as const, access: ['step_free' as const] }
  const theirs = { ...base, access: ['seating' as const], languages: ['pt' as const] }
  const choices = conflictChoices(base, mine, theirs)
  expect(choices).toEqual({ audience: 'mine', access: 'mine', languages: 'theirs' })
  expect(mergeVersions(mine, theirs, choices)).toMatchObject({ audience: 'families', languages: ['pt'] })
})

test('what is taken back differs from what is said, and not from what was never said', () => {
  const { info_links: _, ...unlinked } = base
  const takenBack = { ...unlinked, audience: null, access: [], languages: [], price: null }
  const unset = { ...base, price: null, info_links: [] }
  expect(conflictChoices(unset, takenBack, unset)).toEqual({})
  const spoken = { ...unset, audience: 'families' as const, access: ['step_free' as const] }
  expect(conflictChoices(spoken, takenBack, spoken)).toEqual({ audience: 'mine', access: 'mine' })
})

test('a place is chosen whole, with its coordinates', () => {
  const theirs = { ...base, location_name: 'Jogo da Bola', latitude: 38.96, longitude: -9.41 }
  expect(conflictChoices(base, base, theirs)).toEqual({ location_name: 'theirs' })
  expect(mergeVersions(base, theirs, { location_name: 'theirs' })).toMatchObject({
    location_name: 'Jogo da Bola',
    latitude: 38.96,
    longitude: -9.41,
  })
})

test('the merged version has what was chosen and keeps the rest of one’s own', () => {
  const mine = { ...base, title: 'Mine', price: 7 }
  const theirs = { ...base, title: 'Theirs', price: 9, description: 'Every board is welcome.' }
  expect(
    mergeVersions(mine, theirs, { title: 'theirs', price: 'mine', description: 'theirs' }),
  ).toMatchObject({ title: 'Theirs', price: 7, description: 'Every board is welcome.' })
})

test('a field that is gone in the other version can be chosen, too', () => {
  const theirs = { ...base, info_links: [] }
  const mine = { ...base, info_links: [{ type: 'telegram' as const, data: 'https://t.me/surf' }] }
  expect(mergeVersions(mine, theirs, { info_links: 'theirs' }).info_links).toEqual([])
})
