import { expect, it } from 'vitest'
import type { ImportPreview, ImportRow } from '@/contract/back-office/import'
import { findingsOf } from './sources'

const preview = (found: Partial<ImportPreview>): ImportPreview => ({
  name: 'Surf club',
  format: 'ics',
  items: [],
  past: 0,
  unchanged: 0,
  left_out: 0,
  gone: [],
  ...found,
})
const row = (found: Partial<ImportRow>): ImportRow => ({
  uid: '1',
  title: 'Yoga',
  digest: 'a'.repeat(64),
  state: 'changed',
  has_place: true,
  problems: [],
  notes: [],
  changes: [],
  ...found,
})
const kindsOf = (found: Partial<ImportPreview>) => findingsOf(preview(found)).map(({ kind }) => kind)

it('what is over at its source, and to come here, counts as gone from the calendar', () => {
  const ended = { id: 'known', uid: '1', title: 'Yoga', status: 'PUBLISHED', reason: 'ended' } as const
  expect(kindsOf({ gone: [ended] })).toEqual(['vanished'])
})

it('a changed digest is news where content changes with it, a date has a place of its own, or an import’s cancellation is taken back', () => {
  expect(kindsOf({ items: [row({})] })).toEqual([])
  expect(kindsOf({ items: [row({ changes: [{ field: 'title', by_hand: false }] })] })).toEqual(['changed'])
  expect(kindsOf({ items: [row({ notes: ['exception_place_left_out'] })] })).toEqual(['changed'])
  expect(kindsOf({ items: [row({ is_reinstated: true })] })).toEqual(['changed'])
})
