import { createMemoryHistory } from '@tanstack/react-router'
import { expect, it } from 'vitest'
import { isOnPage } from './page-head'

it.each([
  ['/add-event', true],
  ['/add-event?sent=1', true],
  ['/add-event/', true],
  ['/Add-Event', true],
  ['/outbox', false],
  ['/add-events', false],
  ['/', false],
])('who is at %s is on the page: %s', (entry, expected) => {
  expect(isOnPage(createMemoryHistory({ initialEntries: [entry] }), '/add-event')).toBe(expected)
})
