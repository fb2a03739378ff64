import { afterEach, expect, test, vi } from 'vitest'
import {
  appleAuthorizationUrl,
  ATTEMPT_KEY,
  beginProviderSignIn,
  consumeAttempt,
  googleAuthorizationUrl,
  notifyOpener,
  storeAttempt,
  type ProviderAttempt,
} from './provider-sign-in'

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
  sessionStorage.setItem(ATTEMPT_KEY, popup?.attempt ?? '')
  const attempt = consumeAttempt('apple')
  if (popup === undefined || attempt === undefined) throw new Error('The popup has no attempt')
  expect(new URL(popup.url).searchParams.get('state')).toBe(attempt.state)
  notifyOpener(attempt, 'signed-in')
  expect(await signedIn).toBe('signed-in')
})

test('a browser that forbids storage is told from one that fails for another reason', async () => {
  const forbidden = vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('Denied', 'SecurityError')
  })
  expect(await beginProviderSignIn('google', SETTINGS)).toBe('storage-forbidden')
  forbidden.mockRestore()
  vi.spyOn(crypto.subtle, 'digest').mockRejectedValue(new DOMException('No', 'OperationError'))
  await expect(beginProviderSignIn('google', SETTINGS)).rejects.toThrow('No')
})

const attempt = { state: 'a state', nonce: 'a nonce' } as const
const settings = {
  authorization_endpoint: 'https://provider.example/auth?hd=1',
  client_id: 'guide',
  redirect_uri: 'https://guide.example/back?',
}
const parametersOf = (url: string) => Object.fromEntries(new URL(url).searchParams)

test('Google is asked with state, nonce, and a challenge in place of its verifier (RFC 7636, appendix B)', async () => {
  const codeVerifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
  const url = await googleAuthorizationUrl(settings, { ...attempt, codeVerifier })
  expect(parametersOf(url)).toEqual({
    hd: '1',
    response_type: 'code',
    client_id: 'guide',
    redirect_uri: 'https://guide.example/back?',
    scope: 'openid email profile',
    prompt: 'select_account',
    state: 'a state',
    nonce: 'a nonce',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  })
})

test('Apple is asked to post name and email', () => {
  const url = appleAuthorizationUrl(settings, attempt)
  expect(parametersOf(url)).toEqual({
    hd: '1',
    response_type: 'code',
    response_mode: 'form_post',
    client_id: 'guide',
    redirect_uri: 'https://guide.example/back?',
    scope: 'openid name email',
    state: 'a state',
    nonce: 'a nonce',
  })
})

const NOW = 1_800_000_000_000
const MINUTE = 60_000
const ATTEMPT: ProviderAttempt = {
  provider: 'google',
  state: 'a state',
  nonce: 'a nonce',
  codeVerifier: 'a verifier',
  opensIn: 'page',
  startedAt: NOW,
}

/** Uses the attempt up so many minutes after it was begun. */
function useUp(minutes: number, provider: 'google' | 'apple' = 'google') {
  vi.spyOn(Date, 'now').mockReturnValue(NOW + minutes * MINUTE)
  return consumeAttempt(provider)
}

test('an attempt is used once, by the provider that it was begun with', () => {
  storeAttempt(ATTEMPT)
  expect(useUp(9)).toEqual(ATTEMPT)
  expect(useUp(9)).toBeUndefined()
  storeAttempt(ATTEMPT)
  expect(useUp(1, 'apple')).toBeUndefined()
  expect(useUp(1)).toBeUndefined()
})

test('an attempt ends after ten minutes, also when the clock was put back', () => {
  for (const minutes of [10, -10]) {
    storeAttempt(ATTEMPT)
    expect(useUp(minutes)).toBeUndefined()
  }
})
