import { expect, test } from 'vitest'
import { ATTEMPT_KEY } from '@/client/shared/sign-in/provider-sign-in'
import { consumeResponse } from './provider-return-page'

const NOW = 1_800_000_000_000
const attemptOf = (provider: 'google' | 'apple') =>
  ({ provider, state: 'st+te/=', nonce: 'a nonce', startedAt: NOW }) as const

function tabWith(attempt: object | undefined) {
  const stored = new Map(attempt ? [[ATTEMPT_KEY, JSON.stringify(attempt)]] : [])
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  }
}

const ok = new URLSearchParams({ state: 'st+te/=', code: '4/0&#', name: 'Ana' }).toString()

test('Google’s code is in the query, Apple’s with the name in the fragment', () => {
  const google = {
    location: { search: `?${ok}`, hash: '' },
    storage: tabWith(attemptOf('google')),
    nowMs: NOW,
  }
  expect(consumeResponse('google', google)).toMatchObject({ kind: 'code', code: '4/0&#' })
  const apple = { location: { search: '', hash: `#${ok}` }, storage: tabWith(attemptOf('apple')), nowMs: NOW }
  expect(consumeResponse('apple', apple)).toMatchObject({ kind: 'code', code: '4/0&#', name: 'Ana' })
})

test('another state, or none, is no response of ours, whatever it says', () => {
  for (const query of [
    'state=another&code=x',
    'code=x',
    'state=another&error=access_denied',
    '',
    'state=&code=x',
  ])
    expect(
      consumeResponse('google', {
        location: { search: `?${query}`, hash: `#${ok}` },
        storage: tabWith(attemptOf('google')),
        nowMs: NOW,
      }),
      query,
    ).toEqual({ kind: 'invalid' })
})

const read = (parameters: Record<string, string>) =>
  consumeResponse('google', {
    location: {
      search: `?${new URLSearchParams({ state: 'st+te/=', ...parameters }).toString()}`,
      hash: '',
    },
    storage: tabWith(attemptOf('google')),
    nowMs: NOW,
  }).kind

test('no is no, and nothing at all is invalid', () => {
  expect(read({ error: 'access_denied' })).toBe('denied')
  expect(read({ error: 'access_denied', code: 'x' })).toBe('denied')
  expect(read({})).toBe('invalid')
  expect(read({ code: '' })).toBe('invalid')
})

test('without an attempt of this tab a response is stray: read twice, opened by hand, storage forbidden', () => {
  const location = { search: `?${ok}`, hash: '' }
  const storage = tabWith(attemptOf('google'))
  consumeResponse('google', { location, storage, nowMs: NOW })
  for (const tab of [storage, tabWith(undefined), undefined])
    expect(consumeResponse('google', { location, storage: tab, nowMs: NOW })).toEqual({ kind: 'stray' })
})
