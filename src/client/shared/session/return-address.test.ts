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
  'https://evil.example',
  'https://evil.example/profile',
  'http:evil.example',
  'https:/evil.example',
  'https:evil.example',
  'HTTPS://EVIL.EXAMPLE',
  'ftp://evil.example/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'blob:https://guide.invalid/1',
  'mailto:a@evil.example',
  // Addresses that begin like one of ours.
  '//evil.example',
  '///evil.example',
  '//evil.example/%2f..',
  '/\\evil.example',
  '\\\\evil.example',
  '\\/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r\n/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '/./\\evil.example',
  '//user:password@evil.example/',
  '//guide.invalid@evil.example/',
  '//evil.example:443/profile',
  '//[::1]/profile',
  '/\u0000/evil.example',
  '／／evil.example',
  '/／evil.example',
  '//evil。example',
  '/profile\r\nSet-Cookie: a=b',
  '/profile\u0000',
  // Ways into the login pages, which would be a loop.
  '/./login',
  '/events/../login',
  '/events/%2e%2e/login',
  '/events/.%2E/register',
  '/profile/../auth/google/callback?code=1&state=2',
  '/login/',
  '/login#x',
  '/reset-password?token=t',
  '/auth/apple/redirect',
  // The text is no address at all.
  '',
  ' ',
  'profile',
  './profile',
  '../profile',
  '?x=1',
  '#x',
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
  ['/backoffice/../login'],
  ['/backoffice/%2e%2e/profile'],
  ['/backoffice/login/../login'],
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
