import { expect, test } from 'vitest'
import { ATTEMPT_KEY, consumeAttempt, storeAttempt } from './provider-sign-in'
import type { ProviderAttempt } from './provider-sign-in'

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

function storage() {
  const stored = new Map<string, string>()
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
    stored,
  }
}

const forbidden = () => {
  throw new DOMException('forbidden', 'SecurityError')
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

test('what is stored may be anything', () => {
  for (const text of ['', 'null', '{}', '[', JSON.stringify({ ...ATTEMPT, state: 7 })]) {
    const tab = storage()
    tab.setItem(ATTEMPT_KEY, text)
    expect(consumeAttempt(tab, { provider: 'google', nowMs: NOW }), text).toBeUndefined()
  }
})

test('where storage is forbidden there is no attempt', () => {
  const tab = { getItem: forbidden, setItem: forbidden, removeItem: forbidden }
  expect(consumeAttempt(tab, { provider: 'google', nowMs: NOW })).toBeUndefined()
  expect(() => storeAttempt(tab, ATTEMPT)).toThrow('forbidden')
})
