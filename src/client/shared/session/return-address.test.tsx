import { beforeEach, expect, test, vi } from 'vitest'
import { consumeReturnAddress, clearReturnAddress, storeReturnAddress } from './return-address'

beforeEach(() => sessionStorage.clear())

test('an address is used once, with its query', () => {
  storeReturnAddress('/backoffice/events?status=REJECTED')
  expect(consumeReturnAddress('back-office')).toBe('/backoffice/events?status=REJECTED')
  expect(consumeReturnAddress('back-office')).toBeUndefined()
  storeReturnAddress('/profile?x=1#events')
  expect(consumeReturnAddress('public')).toBe('/profile?x=1#events')
})

test.each([
  ['/profile', 'back-office'],
  ['/backofficers', 'back-office'],
  ['/backoffice/login?x=1', 'back-office'],
  ['//backoffice/events', 'back-office'],
  ['/\\backoffice/events', 'back-office'],
  ['/Backoffice/events', 'back-office'],
  ['/backoffice%2fevents', 'back-office'],
  ['/backoffice/events', 'public'],
  ['/login', 'public'],
  ['/register?x=1', 'public'],
  ['/auth/google/callback?code=1', 'public'],
] as const)('%s is not for the login of the %s', (href, area) => {
  storeReturnAddress(href)
  expect(consumeReturnAddress(area)).toBeUndefined()
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
    for (const area of ['public', 'back-office'] as const) {
      storeReturnAddress(href)
      expect(consumeReturnAddress(area)).toBeUndefined()
    }
  },
)

test('what is encoded stays within one path segment, of this site', () => {
  storeReturnAddress('/events/%2F%2Fevil.example?next=//evil.example#//evil.example')
  const href = consumeReturnAddress('public') ?? ''
  expect(new URL(href, 'https://guide.example').origin).toBe('https://guide.example')
})

test('an address is gone after a sign-out', () => {
  storeReturnAddress('/profile')
  clearReturnAddress()
  expect(consumeReturnAddress('public')).toBeUndefined()
})

test('where storage is forbidden nothing is remembered, and nothing breaks', () => {
  vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('Forbidden', 'SecurityError')
  })
  storeReturnAddress('/profile')
  expect(consumeReturnAddress('public')).toBeUndefined()
})
