import { expect, test } from 'vitest'
import { importBatches } from './import-batches'
import type { ImportableRow } from './import-batches'

const block = { start_time: '2026-07-01', end_time: '2026-07-01', is_all_day: true }
const row = (uid: string, dates: number) =>
  ({ uid, event: { timetable: { list: Array.from({ length: dates }, () => block) } } }) as ImportableRow

test('sends fifty events at a time, in order', () => {
  const rows = Array.from({ length: 120 }, (_, index) => row(String(index), 1))
  const batches = importBatches(rows)
  expect(batches.map((batch) => batch.length)).toEqual([50, 50, 20])
  expect(batches.flat()).toEqual(rows)
})

test('sends fewer when they have many dates', () => {
  const batches = importBatches(Array.from({ length: 20 }, (_, index) => row(String(index), 50)))
  expect(batches.map((batch) => batch.length)).toEqual([7, 7, 6])
})

test('sends nothing for nothing', () => {
  expect(importBatches([])).toEqual([])
})
