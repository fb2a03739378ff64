import { expect, test } from 'vitest'
import { rememberAddress, consumeAddress } from './remembered-address'

function storage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const items = new Map<string, string>()
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => items.set(key, value),
    removeItem: (key) => items.delete(key),
  }
}

test('an address of the back office is used once, with its query', () => {
  const session = storage()
  rememberAddress(session, '/backoffice/events?status=REJECTED')
  expect(consumeAddress(session)).toBe('/backoffice/events?status=REJECTED')
  expect(consumeAddress(session)).toBe('/backoffice/dashboard')
})

test.each([
  '/backoffice/login',
  '/backoffice/login?x=1',
  '/profile',
  '//evil.example/backoffice/',
  '/backofficers',
])('does not store %s', (href) => {
  const session = storage()
  rememberAddress(session, href)
  expect(consumeAddress(session)).toBe('/backoffice/dashboard')
})

test('does not follow an address that was put there by somebody else', () => {
  const session = storage()
  session.setItem('redirect-address', 'https://evil.example/')
  expect(consumeAddress(session)).toBe('/backoffice/dashboard')
})
