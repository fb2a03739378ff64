import { expect, test } from 'vitest'
import { CSV_COLUMNS, IMPORT_BATCH_MAX } from '@/domain/staff/import'
import { TAGS_MAX } from '@/domain/tags/tag'
import { JsonStructure } from '@/server/http/bodies/json-bodies'
import { importBatches, itemOf } from './import-calls'
import type { ImportableRow } from './import-calls'

const block = { start_time: '2026-07-01 21:00:00', end_time: '2026-07-01 23:00:00', is_all_day: false }
const tagsOf = (count: number) => Array.from({ length: count }, (_, index) => `tag-${index}`)
const row = (uid: string, dates: number, tags = 1): ImportableRow => ({
  uid,
  title: `Event ${uid}`,
  digest: 'a'.repeat(64),
  state: 'new',
  has_place: true,
  problems: [],
  notes: [],
  event: {
    title: `Event ${uid}`,
    description: 'An evening at the sea, [with] "quotes", commas: and braces {}',
    location_name: 'Praia do Sul',
    latitude: 38.9583,
    longitude: -9.4166,
    tag_keys: tagsOf(tags),
    info_url: 'https://example.com/',
    price: 5,
    timetable: { list: Array.from({ length: dates }, () => block) },
  },
})
const rowsOf = (count: number, dates: number, tags: number) =>
  Array.from({ length: count }, (_, index) => row(String(index), dates, tags))
/** The largest settings that a calendar can have. */
const source = {
  name: 'club.csv',
  format: 'csv',
  url: 'https://example.com/club.csv',
  defaults: {
    location_name: 'Ericeira',
    latitude: 38.96,
    longitude: -9.41,
    tag_keys: tagsOf(TAGS_MAX),
    email: '',
  },
  columns: Object.fromEntries(CSV_COLUMNS.map((column) => [column, column])),
}

test('sends fifty events at a time, in order', () => {
  const rows = Array.from({ length: 120 }, (_, index) => row(String(index), 1))
  const batches = importBatches(rows)
  expect(batches.map((batch) => batch.length)).toEqual([50, 50, 20])
  expect(batches.flat()).toEqual(rows)
})

test.each([
  [40, 5, 5],
  [50, 3, 4],
  [44, 4, 4],
  [20, 50, 1],
  [50, 1, TAGS_MAX],
  [50, 20, TAGS_MAX],
])('sends %i events of %i dates and %i tags in requests that the server reads', (count, dates, tags) => {
  const rows = rowsOf(count, dates, tags)
  const batches = importBatches(rows)
  expect(batches.flat()).toEqual(rows)
  for (const batch of batches) {
    const body = Buffer.from(JSON.stringify({ source, items: batch.map(itemOf) }))
    expect(() => new JsonStructure().read(body)).not.toThrow()
    expect(batch.length).toBeLessThanOrEqual(IMPORT_BATCH_MAX)
  }
})

test('sends more in one request the less they have', () => {
  expect(importBatches(rowsOf(20, 50, 1)).length).toBeGreaterThan(1)
  expect(importBatches(rowsOf(20, 10, 1)).length).toBe(1)
})

test('leaves room in the first request for what the source has cancelled', () => {
  const rows = rowsOf(40, 8, 3)
  const cancelled = Array.from({ length: 300 }, (_, index) => `gone-${index}@example.com`)
  const batches = importBatches(rows, cancelled)
  expect(batches.flat()).toEqual(rows)
  expect(importBatches(rows)[0]?.length).toBeGreaterThan(batches[0]?.length ?? 0)
  for (const [index, batch] of batches.entries()) {
    const body = { source, items: batch.map(itemOf), ...(index === 0 && { cancelled }) }
    expect(() => new JsonStructure().read(Buffer.from(JSON.stringify(body)))).not.toThrow()
  }
})

test('sends what the source has cancelled also when no row is chosen', () => {
  expect(importBatches([], ['1'])).toEqual([[]])
})

test('sends nothing for nothing', () => {
  expect(importBatches([])).toEqual([])
})
