import { expect, test } from 'vitest'
import { importBatches } from './import-calls'
import type { ImportableRow } from './import-calls'

const row = (uid: string): ImportableRow => ({
  uid,
  title: `Event ${uid}`,
  digest: 'a'.repeat(64),
  state: 'new',
  has_place: true,
  problems: [],
  notes: [],
  event: {
    title: `Event ${uid}`,
    description: 'An evening at the sea',
    location_name: 'Praia do Sul',
    latitude: 38.9583,
    longitude: -9.4166,
    tag_keys: ['surf'],
    timetable: { list: [] },
  },
})

test('sends fifty events at a time, in order', () => {
  const rows = Array.from({ length: 120 }, (_, index) => row(String(index)))
  const batches = importBatches(rows)
  expect(batches.map((batch) => batch.length)).toEqual([50, 50, 20])
  expect(batches.flat()).toEqual(rows)
})

test('sends what the source has cancelled also when no row is chosen', () => {
  expect(importBatches([], ['1'])).toEqual([[]])
})

test('sends nothing for nothing', () => {
  expect(importBatches([])).toEqual([])
})
