import { expect, test } from 'vitest'
import type { OutboxEntry } from '@/offline/outbox/entry'
import { attemptText, waitText } from './entry-labels'

const NOW = new Date('2026-06-15T14:00:10+01:00').getTime()
const FIVE_MINUTES = 5 * 60_000

const queued = (lastError: OutboxEntry['lastError'], waitMs = FIVE_MINUTES) =>
  ({ state: 'queued', attempts: 1, nextAttemptAt: NOW + waitMs, lastError }) as OutboxEntry
const BUSY = { code: 'TOO_MANY_REQUESTS', status: 429, retryAfterMs: FIVE_MINUTES }

test.each([
  [BUSY, 'The server is busy. Next try at 2:05 PM.'],
  [{ code: 'UNAVAILABLE', status: 503 }, 'The server is busy. Next try at 2:05 PM.'],
  [{ code: 'NOT_OURS', status: 502 }, 'The server is busy. Next try at 2:05 PM.'],
  [{ code: 'NETWORK' }, 'We couldn’t reach the server. Next try at 2:05 PM.'],
  [{ code: 'TIMEOUT' }, 'The connection was too slow. Next try at 2:05 PM.'],
  [
    { code: 'NOT_OURS', status: 200 },
    'Another page responded instead of the guide: this Wi-Fi may need you to sign in first. Next try at 2:05 PM.',
  ],
])('an entry that met %o says why it waits and until when', (lastError, sentence) => {
  expect(waitText(queued(lastError), NOW, true)).toBe(sentence)
})

test('a wait of seconds, or one that a clock which jumped has made, is over within a minute', () => {
  const soon = 'The server is busy. Next try within a minute.'
  expect(waitText(queued(BUSY, 5000), NOW, true)).toBe(soon)
  expect(waitText(queued(BUSY, -5000), NOW, true)).toBe(soon)
  expect(waitText(queued(BUSY, 86_400_000), NOW, true)).toBe(soon)
})

test('without a connection no time is promised', () => {
  expect(waitText(queued({ code: 'NETWORK' }), NOW, false)).toBe(
    'You’re offline. Next try as soon as you’re online.',
  )
})

test('what was never tried, or is open in a form, does not wait for a time', () => {
  expect(waitText({ ...queued(undefined), attempts: 0 }, NOW, true)).toBeUndefined()
  expect(waitText({ ...queued(BUSY), editingUntil: NOW + 60_000 }, NOW, true)).toBeUndefined()
  expect(waitText({ ...queued(BUSY), state: 'sending' }, NOW, true)).toBeUndefined()
})

test('an attempt that a person asked for says what it got', () => {
  expect(attemptText(queued(BUSY), NOW, true)).toBe('The server asked us to wait until 2:05 PM.')
  expect(attemptText(queued({ code: 'NETWORK' }, 3000), NOW, false)).toBe('You’re still offline.')
  expect(attemptText(queued({ code: 'NETWORK' }, 3000), NOW, true)).toBe(
    'We couldn’t reach the server. Next try within a minute.',
  )
  expect(attemptText({ ...queued(BUSY), state: 'needs-attention' }, NOW, true)).toBe('It wasn’t accepted.')
})
