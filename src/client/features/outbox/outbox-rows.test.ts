import { expect, test } from 'vitest'
import { emptyValues, toPayload } from '@/client/shared/event-form/event-values'
import type { Failure, Refused } from '@/offline/api/next-step'
import type { OutboxEntry } from '@/offline/outbox/entry'
import { problemLines, stateText } from './outbox-rows'

const NOW = new Date('2026-06-15T14:00:10+01:00').getTime()
const FIVE_MINUTES = 5 * 60_000

const queued = (lastError: OutboxEntry['lastError'], part: Partial<OutboxEntry> = {}) =>
  ({
    state: 'queued',
    attempts: 1,
    nextAttemptAt: NOW + FIVE_MINUTES,
    lastError,
    ...part,
  }) as OutboxEntry
const BUSY: Refused = {
  kind: 'refused',
  code: 'TOO_MANY_REQUESTS',
  status: 429,
  retryAfterMs: FIVE_MINUTES,
  message: '',
  fields: [],
}

test.each<[Failure, string]>([
  [BUSY, 'The server is busy. Next try at 2:05 PM.'],
  [{ kind: 'unreachable', reason: 'not-ours', status: 502 }, 'The server is busy. Next try at 2:05 PM.'],
  [{ kind: 'unreachable', reason: 'network' }, 'We couldn’t reach the server. Next try at 2:05 PM.'],
  [{ kind: 'unreachable', reason: 'timeout' }, 'The connection was too slow. Next try at 2:05 PM.'],
  [
    { kind: 'unreachable', reason: 'not-ours', status: 200 },
    'Another page responded instead of the guide: this Wi-Fi may need you to sign in first. Next try at 2:05 PM.',
  ],
])('an entry that met %o says why it waits and until when', (lastError, sentence) => {
  expect(stateText(queued(lastError), NOW, true)).toBe(sentence)
})

test('a wait of seconds, or one that a clock which jumped has made, is over within a minute', () => {
  for (const waitMs of [5000, -5000, 86_400_000])
    expect(stateText(queued(BUSY, { nextAttemptAt: NOW + waitMs }), NOW, true)).toBe(
      'The server is busy. Next try within a minute.',
    )
})

test('names each refused field, and what to do when the start has passed while it waited', () => {
  const payload = toPayload({ ...emptyValues(), title: 'Jazz' }, { website: '', filledInMs: 5000 })
  const fields = [
    { path: 'timetable.list.0.start_time', code: 'start_time_past' as const, message: '' },
    { path: 'tag_keys.0', code: 'tag_unknown' as const, message: '' },
  ]
  const lastError = { ...BUSY, code: 'VALIDATION_FAILED' as const, status: 422, fields }
  const refused = { ...queued(lastError), kind: 'submitEvent', payload, state: 'needs-attention' }
  expect(problemLines(refused as OutboxEntry)).toEqual([
    'Tags: This tag no longer exists: please choose another',
    'Time block 1, start date: Start time cannot be in the past',
    'Its start time has passed: change the date or discard it.',
  ])
})
