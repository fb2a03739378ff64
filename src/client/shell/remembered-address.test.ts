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

test('an address is used once, with its query', () => {
  const session = storage()
  rememberAddress(session, '/backoffice/events?status=REJECTED')
  expect(consumeAddress(session, 'back-office')).toBe('/backoffice/events?status=REJECTED')
  expect(consumeAddress(session, 'back-office')).toBeUndefined()
  rememberAddress(session, '/profile?x=1#events')
  expect(consumeAddress(session, 'public')).toBe('/profile?x=1#events')
  expect(consumeAddress(session, 'public')).toBeUndefined()
})

test.each([
  ['/profile', 'back-office'],
  ['/backofficers', 'back-office'],
  ['/backoffice/login', 'back-office'],
  ['/backoffice/login?x=1', 'back-office'],
  ['/backoffice/events', 'public'],
  ['/login', 'public'],
  ['/register?x=1', 'public'],
  ['/auth/google/callback?code=1', 'public'],
] as const)('%s is not for the login of the %s', (href, area) => {
  const session = storage()
  rememberAddress(session, href)
  expect(consumeAddress(session, area)).toBeUndefined()
})
