import { expect, test } from 'vitest'
import { nextTry, readTried } from './create-page'

const body = {
  title: 'Fado on the beach',
  description: 'Bring a jacket and a chair.',
  location_name: 'Praia do Sul',
  latitude: 38.96,
  longitude: -9.41,
  tag_keys: ['music'],
  timetable: {
    list: [{ start_time: '2184-01-10 19:00:00', end_time: '2184-01-10 21:00:00', is_all_day: false }],
  },
}
const photo = { bytes: new ArrayBuffer(8), type: 'image/jpeg', name: 'poster.jpg' } as const

test('the same content keeps its key, also when it is read from a draft', () => {
  const first = nextTry(undefined, body, photo)
  expect(nextTry(first, { ...body }, { ...photo })).toEqual(first)
  const read = readTried(JSON.parse(JSON.stringify({ tried: first })))
  expect(nextTry(read, body, photo).key).toBe(first.key)
})

test('other fields and another photo are another creation', () => {
  const first = nextTry(undefined, body, photo)
  expect(nextTry(first, { ...body, title: 'Fado' }, photo).key).not.toBe(first.key)
  expect(nextTry(first, body, undefined).key).not.toBe(first.key)
  expect(nextTry(undefined, body, photo).key).not.toBe(first.key)
})

test('a draft that was never sent has no key', () => {
  expect(readTried(undefined)).toBeUndefined()
  expect(readTried({ tried: 7 })).toBeUndefined()
})
