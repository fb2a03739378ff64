import { expect, test } from 'vitest'
import { consumeReturnAddress, clearReturnAddress, storeReturnAddress } from './return-address'

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
  storeReturnAddress(session, '/backoffice/events?status=REJECTED')
  expect(consumeReturnAddress(session, 'back-office')).toBe('/backoffice/events?status=REJECTED')
  expect(consumeReturnAddress(session, 'back-office')).toBeUndefined()
  storeReturnAddress(session, '/profile?x=1#events')
  expect(consumeReturnAddress(session, 'public')).toBe('/profile?x=1#events')
  expect(consumeReturnAddress(session, 'public')).toBeUndefined()
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
  storeReturnAddress(session, href)
  expect(consumeReturnAddress(session, area)).toBeUndefined()
})

const HOSTILE = [
  // Other origins and schemes.
  'https://evil.example/profile',
  'https:/evil.example',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  // Addresses that begin like one of ours.
  '//evil.example',
  '/\\evil.example',
  '\\/evil.example',
  '/\t/evil.example',
  ' //evil.example',
  '/./\\evil.example',
  '//guide.invalid@evil.example/',
  '/profile\r\nSet-Cookie: a=b',
  // Ways into the login pages, which would be a loop.
  '/events/%2e%2e/login',
  '/profile/../auth/google/callback?code=1&state=2',
  '/login/',
  '/reset-password?token=t',
  // The text is no address at all.
  '',
  'profile',
  '../profile',
  `/profile?${'x'.repeat(10_000)}`,
]

test.each(HOSTILE.map((href) => [href.slice(0, 60), href]))(
  '%j leads nowhere, from either login',
  (_, href) => {
    const areas = ['public', 'back-office'] as const
    for (const area of areas) {
      const session = storage()
      storeReturnAddress(session, href)
      expect(consumeReturnAddress(session, area)).toBeUndefined()
      session.setItem('redirect-address', href)
      expect(consumeReturnAddress(session, area)).toBeUndefined()
    }
  },
)

test.each([
  ['//backoffice/events'],
  ['/\\backoffice/events'],
  ['/Backoffice/events'],
  ['/backoffice%2fevents'],
])('%s is no page of the back office', (href) => {
  const session = storage()
  session.setItem('redirect-address', href)
  expect(consumeReturnAddress(session, 'back-office')).toBeUndefined()
})

test('what is encoded stays within one path segment, of this site', () => {
  const session = storage()
  storeReturnAddress(session, '/events/%2F%2Fevil.example?next=//evil.example#//evil.example')
  const href = consumeReturnAddress(session, 'public') ?? ''
  expect(new URL(href, 'https://guide.example').origin).toBe('https://guide.example')
})

test('an address is gone after a sign-out', () => {
  const session = storage()
  storeReturnAddress(session, '/profile')
  clearReturnAddress(session)
  expect(consumeReturnAddress(session, 'public')).toBeUndefined()
})

function throws(): never {
  throw new DOMException('Forbidden', 'SecurityError')
}

test('where storage is forbidden nothing is remembered, and nothing breaks', () => {
  for (const forbidden of [undefined, { getItem: throws, setItem: throws, removeItem: throws }]) {
    storeReturnAddress(forbidden, '/profile')
    expect(consumeReturnAddress(forbidden, 'public')).toBeUndefined()
    clearReturnAddress(forbidden)
  }
})
