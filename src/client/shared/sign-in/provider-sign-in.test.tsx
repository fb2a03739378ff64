import { afterEach, expect, test, vi } from 'vitest'
import {
  appleAuthorizationUrl,
  beginProviderSignIn,
  consumeAttempt,
  googleAuthorizationUrl,
  storeAttempt,
  type ProviderAttempt,
} from './provider-sign-in'

afterEach(() => {
  sessionStorage.clear()
})

const SETTINGS = {
  client_id: 'guide',
  redirect_uri: 'http://localhost:3000/auth/apple/redirect',
  authorization_endpoint: 'https://provider.test/authorize',
}

test('a browser that forbids storage is told from one that fails for another reason', async () => {
  const forbidden = vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('Denied', 'SecurityError')
  })
  expect(await beginProviderSignIn('google', SETTINGS)).toBe('storage-forbidden')
  forbidden.mockRestore()
  vi.spyOn(crypto.subtle, 'digest').mockRejectedValue(new DOMException('No', 'OperationError'))
  await expect(beginProviderSignIn('google', SETTINGS)).rejects.toThrow('No')
})

const attempt = { state: 'a state', nonce: 'a nonce', startedAt: 0 } as const
const settings = {
  authorization_endpoint: 'https://provider.example/auth?hd=1',
  client_id: 'guide',
  redirect_uri: 'https://guide.example/back?',
}
const parametersOf = (url: string) => Object.fromEntries(new URL(url).searchParams)

test('Google is asked with state, nonce, and a challenge in place of its verifier (RFC 7636, appendix B)', async () => {
  const codeVerifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
  const google = { ...attempt, provider: 'google', codeVerifier } as const
  const url = await googleAuthorizationUrl(settings, google)
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
  const url = appleAuthorizationUrl(settings, { ...attempt, provider: 'apple' })
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
  startedAt: NOW,
}

function storage() {
  const stored = new Map<string, string>()
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
    stored,
  }
}

test('an attempt is used once', () => {
  const tab = storage()
  storeAttempt(tab, ATTEMPT)
  expect(consumeAttempt(tab, { provider: 'google', nowMs: NOW + 9 * MINUTE })).toEqual(ATTEMPT)
  expect(consumeAttempt(tab, { provider: 'google', nowMs: NOW + 9 * MINUTE })).toBeUndefined()
  expect(tab.stored.size).toBe(0)
})

test('an attempt ends after ten minutes, also when the clock was put back', () => {
  for (const nowMs of [NOW + 10 * MINUTE, NOW - 10 * MINUTE]) {
    const tab = storage()
    storeAttempt(tab, ATTEMPT)
    expect(consumeAttempt(tab, { provider: 'google', nowMs })).toBeUndefined()
  }
})

test('a response of one provider never answers an attempt with the other', () => {
  const tab = storage()
  storeAttempt(tab, ATTEMPT)
  expect(consumeAttempt(tab, { provider: 'apple', nowMs: NOW })).toBeUndefined()
  expect(tab.stored.size).toBe(0)
})
