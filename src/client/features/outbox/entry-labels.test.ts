import { expect, test } from 'vitest'
import { emptyValues, toSubmission } from '@/client/shared/event-form/form-values'
import type { OutboxEntry } from '@/offline/outbox/entry'
import { entryTitle, problemLines, stateLine } from './entry-labels'

const NOW = 1_795_176_000_000

function entry(part: Partial<OutboxEntry> = {}): OutboxEntry {
  const payload = toSubmission({ ...emptyValues(), title: 'Jazz' }, { website: '', filledInMs: 5000 })
  return {
    kind: 'submitEvent',
    payload,
    id: '1',
    seq: 1,
    schemaVersion: 1,
    owner: null,
    state: 'queued',
    attempts: 0,
    nextAttemptAt: NOW,
    leaseUntil: 0,
    createdAt: NOW - 5 * 60_000,
    ...part,
  } as OutboxEntry
}

test('an entry is called what the person called it', () => {
  expect(entryTitle(entry())).toBe('Jazz')
  const payload = {
    first_name: 'A',
    last_name: 'B',
    email: 'a@b.pt',
    topic: 'Urgent Matter' as const,
    message: 'x',
  }
  expect(entryTitle({ ...entry(), kind: 'sendSupportMessage', payload })).toBe('Message: Urgent Matter')
})

test('says since when it is queued, and how many attempts there were', () => {
  expect(stateLine(entry(), NOW)).toBe('Written 5 minutes ago')
  expect(stateLine(entry({ attempts: 2 }), NOW)).toBe('Written 5 minutes ago · 2 attempts so far')
})

test('names each refused field, and what to do when the start has passed while it waited', () => {
  const fields = [
    { path: 'timetable.list.0.start_time', code: 'start_time_past' as const, message: '' },
    { path: 'tag_keys.0', code: 'tag_unknown' as const, message: '' },
  ]
  const refused = entry({
    state: 'needs-attention',
    lastError: { code: 'VALIDATION_FAILED', status: 422, fields },
  })
  expect(problemLines(refused)).toEqual([
    'Tags: This tag no longer exists: please choose another',
    'Time block 1, start date: Start time cannot be in the past',
    'Its start time has passed: change the date or discard it.',
  ])
})
