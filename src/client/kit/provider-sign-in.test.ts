// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { consumeAddress, rememberAddress } from '@/client/shell/remembered-address'
import { ATTEMPT_KEY } from './provider-attempt'
import { beginProviderSignIn } from './provider-sign-in'

afterEach(() => {
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

const APPLE = {
  authorization_endpoint: 'https://apple.example/authorize',
  client_id: 'guide',
  redirect_uri: 'https://guide.example/auth/apple/redirect',
}

/** The window that opens is never answered: the person closes it. */
function beginAndAbandon(returnTo?: string): void {
  vi.stubGlobal('open', () => window)
  void beginProviderSignIn('apple', APPLE, { returnTo })
}

test('an attempt that is given up does not change where another way of signing in leads', () => {
  beginAndAbandon()
  expect(consumeAddress(sessionStorage, 'public')).toBeUndefined()
  rememberAddress(sessionStorage, '/outbox')
  beginAndAbandon('/profile?delete=ana')
  expect(consumeAddress(sessionStorage, 'public')).toBe('/outbox')
})

test('where an attempt leads goes with it', () => {
  beginAndAbandon('/profile?delete=ana')
  expect(JSON.parse(sessionStorage.getItem(ATTEMPT_KEY) ?? '')).toMatchObject({
    provider: 'apple',
    opensIn: 'popup',
    returnTo: '/profile?delete=ana',
  })
})
