import { expect, it } from 'vitest'
import { MAX_PHOTO_BYTES } from '@/domain/events/event'
import { leaseMsOf, MAX_LEASE_MS, NAMING_TIMEOUT_MS, timeoutOf } from '@/offline/outbox/entry-state'
import { isBeingSent } from '../entry-state'
import type { OutboxEntry } from '../entry'

const NOW = Date.UTC(2026, 5, 15, 10)

const largest = { bytes: new ArrayBuffer(MAX_PHOTO_BYTES), type: 'image/jpeg' as const, name: 'large.jpg' }

const sent = (photo: OutboxEntry['photo'], leaseUntil: number): OutboxEntry => ({
  kind: 'sendSupportMessage',
  payload: {
    first_name: 'Ana',
    last_name: 'Silva',
    email: 'a@example.com',
    topic: 'Feedback',
    message: 'Hi',
  },
  id: 'a',
  seq: 1,
  schemaVersion: 1,
  owner: null,
  photo,
  state: 'sending',
  attempts: 1,
  nextAttemptAt: 0,
  leaseUntil,
  createdAt: NOW,
})

it('an entry with the largest photo is being sent until the last of its requests must have ended', () => {
  const leaseMs = leaseMsOf({ photo: largest })
  // The upload, and before and after it what names it.
  const requestsMs = 2 * (timeoutOf({ photo: largest }) + 2 * NAMING_TIMEOUT_MS)
  expect(leaseMs).toBeGreaterThan(requestsMs)
  const entry = sent(largest, NOW + leaseMs)
  expect(isBeingSent(entry, NOW)).toBe(true)
  expect(isBeingSent(entry, NOW + requestsMs)).toBe(true)
  expect(isBeingSent(entry, NOW + leaseMs)).toBe(false)
})

it('no lease is longer than the longest: one that is comes from a clock that jumped', () => {
  const larger = { ...largest, bytes: new ArrayBuffer(2 * MAX_PHOTO_BYTES) }
  expect(leaseMsOf({ photo: larger })).toBe(MAX_LEASE_MS)
  expect(isBeingSent(sent(undefined, NOW + MAX_LEASE_MS + 1), NOW)).toBe(false)
})
