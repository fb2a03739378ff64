import { expect, test } from 'vitest'
import { mailHealth } from './jobs'

const NOW = 1_000_000
const health = (lateMinutes?: number, sentMinutes?: number) =>
  mailHealth({
    lateSince: lateMinutes === undefined ? undefined : NOW - lateMinutes * 60,
    lastSentAt: sentMinutes === undefined ? undefined : NOW - sentMinutes * 60,
    nowSeconds: NOW,
  })

test('the mail queue is fine as long as nothing is late', () => {
  expect(health()).toBe('fine')
  expect(health(undefined, 500)).toBe('fine')
})

test('it is delayed while something is late for a short time', () => {
  expect(health(59)).toBe('delayed')
  expect(health(59, 300)).toBe('delayed')
})

test('it fails when something is late for an hour and nothing has left meanwhile', () => {
  expect(health(60)).toBe('failing')
  expect(health(600, 60)).toBe('failing')
})

test('one mailbox that takes nothing does not make it fail while others do', () => {
  expect(health(600, 59)).toBe('delayed')
})
