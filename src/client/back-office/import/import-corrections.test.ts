import { describe, expect, test } from 'vitest'
import type { ImportRow } from '@/contract/back-office/import'
import { AS_OFFERED, fieldsToKeep, correctable, corrected } from './use-import-choice'

const event = {
  title: 'Concert',
  description: 'An evening at the sea.',
  location_name: 'Somewhere',
  latitude: 38.96,
  longitude: -9.41,
  tag_keys: ['music'],
  timetable: { list: [{ start_time: '2026-07-01', end_time: '2026-07-01', is_all_day: true }] },
}
const row = (changes: Partial<ImportRow> = {}): ImportRow => ({
  uid: '1',
  title: 'Concert',
  digest: 'a'.repeat(64),
  state: 'new',
  has_place: false,
  problems: [],
  notes: ['place_unknown', 'end_guessed'],
  event,
  ...changes,
})
const place = { location_name: 'Praia do Sul', latitude: 38.95, longitude: -9.42 }

describe('a corrected row', () => {
  test('has the new title, and all else as it was', () => {
    expect(corrected(row(), { title: 'Choir' })).toEqual(
      row({ title: 'Choir', event: { ...event, title: 'Choir' } }),
    )
    expect(corrected(row(), undefined)).toEqual(row())
  })

  test('moves to the place that was chosen, of which nothing is guessed any more', () => {
    expect(corrected(row(), { title: 'Concert', place })).toEqual(
      row({ event: { ...event, ...place }, has_place: true, notes: ['end_guessed'] }),
    )
  })

  test('can be imported once it fits, as an update of an event that is there', () => {
    const { event: draft, ...rest } = row({
      state: 'invalid',
      problems: [{ path: 'title', code: 'title_too_short' }],
      event_id: 'known',
    })
    const wrong = { ...rest, ...(draft && { draft: { ...draft, title: 'C' } }) }
    expect(corrected(wrong, { title: 'Choir' })).toMatchObject({ state: 'changed', problems: [] })
    expect(corrected(wrong, { title: 'Ch' })).toMatchObject({
      state: 'invalid',
      problems: [{ path: 'title', code: 'title_too_short' }],
    })
  })

  test('keeps what was changed by hand where it did not fit before', () => {
    const { event: draft, ...rest } = row({
      state: 'invalid',
      problems: [{ path: 'title', code: 'title_too_short' }],
      event_id: 'known',
      current: event,
      changes: [
        { field: 'title', by_hand: true },
        { field: 'price', by_hand: true },
      ],
    })
    const wrong = { ...rest, title: 'C', ...(draft && { draft: { ...draft, title: 'C' } }) }
    const choir = corrected(wrong, { title: 'Choir' })
    expect(fieldsToKeep(AS_OFFERED, choir)).toEqual(['price'])
  })

  test('stays wrong where its times are', () => {
    const { event: draft, ...rest } = row({
      state: 'invalid',
      problems: [{ path: 'timetable.list.0.end_time', code: 'end_date_before_start' }],
    })
    const wrong = { ...rest, ...(draft && { draft }) }
    expect(corrected(wrong, { title: 'Choir' })).toMatchObject({ state: 'invalid', problems: wrong.problems })
  })

  test('is none that has not changed, or that has nothing to change', () => {
    expect(correctable(row({ state: 'unchanged' }))).toBeUndefined()
    const { event: _, ...rest } = row({ state: 'invalid', obstacle: 'start_missing' })
    expect(corrected(rest, { title: 'Choir' })).toBe(rest)
  })
})
