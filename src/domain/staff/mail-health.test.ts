import { expect, test } from 'vitest'
import { mailHealth } from './jobs'

const NOW = 1_000_000
const before = (minutes?: number) => (minutes === undefined ? undefined : NOW - minutes * 60)

test.each([
  ['fine', 'nothing is late', undefined, undefined],
  ['fine', 'nothing is late, however long ago the last was sent', undefined, 500],
  ['delayed', 'something is late for less than an hour', 59, 300],
  ['failing', 'something is late for an hour', 60, undefined],
  ['failing', 'something is late, and nothing has left for an hour', 600, 60],
  ['delayed', 'one mailbox takes nothing while others do', 600, 59],
])('the mail queue is %s: %s', (health, _, late, sent) => {
  expect(mailHealth({ lateSince: before(late), lastSentAt: before(sent), nowSeconds: NOW })).toBe(health)
})
