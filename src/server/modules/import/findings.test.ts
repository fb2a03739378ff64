import { expect, it } from 'vitest'
import type { ImportPreview } from '@/contract/back-office/import'
import { findingsOf } from './findings'

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
const kindsOf = (found: Partial<ImportPreview>) => findingsOf(preview(found)).map(({ kind }) => kind)

it('what is over at its source, and to come here, counts as gone from the calendar', () => {
  const ended = { id: 'known', uid: '1', title: 'Yoga', status: 'PUBLISHED', reason: 'ended' } as const
  expect(kindsOf({ gone: [ended] })).toEqual(['vanished'])
})
