import { afterEach, expect, test, vi } from 'vitest'
import { consumeReturnAddress, storeReturnAddress } from '@/client/shared/session/return-address'
import { ATTEMPT_KEY, consumeAttempt, beginProviderSignIn, notifyOpener } from './provider-sign-in'

afterEach(() => {
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

const SETTINGS = {
  client_id: 'guide',
  redirect_uri: 'http://localhost:3000/auth/apple/redirect',
  authorization_endpoint: 'https://provider.test/authorize',
}

/** Stubs the browser's windows: one that is opened begins with a copy of this tab's storage, one that is open keeps its own. */
function stubWindows() {
  const windows = new Map<string, { url: string; attempt: string | null; isOpen: boolean }>()
  vi.stubGlobal('open', (url: string, name: string) => {
    const before = windows.get(name)
    const opened =
      before?.isOpen === true
        ? Object.assign(before, { url })
        : { url, attempt: sessionStorage.getItem(ATTEMPT_KEY), isOpen: true }
    windows.set(name, opened)
    return { close: () => (opened.isOpen = false) }
  })
  return () => [...windows.values()].filter(({ isOpen }) => isOpen)
}

test('a second press begins anew: its popup knows what the provider will respond to', async () => {
  const openWindows = stubWindows()
  void beginProviderSignIn('apple', SETTINGS)
  const signedIn = beginProviderSignIn('apple', SETTINGS)
  const [popup, ...others] = openWindows()
  expect(others).toEqual([])
  const storage = { getItem: () => popup?.attempt ?? null, setItem: () => {}, removeItem: () => {} }
  const attempt = consumeAttempt(storage, { provider: 'apple', nowMs: Date.now() })
  if (popup === undefined || attempt === undefined) throw new Error('The popup has no attempt')
  expect(new URL(popup.url).searchParams.get('state')).toBe(attempt.state)
  notifyOpener(attempt, 'signed-in')
  expect(await signedIn).toBe('signed-in')
})

test('an attempt that is given up does not change where another way of signing in leads', () => {
  stubWindows()
  void beginProviderSignIn('apple', SETTINGS)
  expect(consumeReturnAddress(sessionStorage, 'public')).toBeUndefined()
  storeReturnAddress(sessionStorage, '/outbox')
  void beginProviderSignIn('apple', SETTINGS, { returnTo: '/profile?delete=ana' })
  expect(consumeReturnAddress(sessionStorage, 'public')).toBe('/outbox')
})

test('where an attempt leads goes with it', () => {
  const openWindows = stubWindows()
  void beginProviderSignIn('apple', SETTINGS, { returnTo: '/profile?delete=ana' })
  expect(JSON.parse(openWindows()[0]?.attempt ?? '')).toMatchObject({ returnTo: '/profile?delete=ana' })
})

test('a browser that forbids storage is told from one that fails for another reason', async () => {
  const storage = vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('Denied', 'SecurityError')
  })
  expect(await beginProviderSignIn('google', SETTINGS)).toBe('storage-forbidden')
  storage.mockRestore()
  vi.spyOn(crypto.subtle, 'digest').mockRejectedValue(new DOMException('No', 'OperationError'))
  await expect(beginProviderSignIn('google', SETTINGS)).rejects.toThrow('No')
})
