import { expect, test, vi } from 'vitest'
import type { Refused } from '@/offline/api/next-step'
import { failureText, formFailureText, isUncertain, serverErrorText, waitText } from './server-error-text'

const refused = (part: Partial<Refused>): Refused => ({
  kind: 'refused',
  status: 400,
  code: 'MALFORMED_REQUEST',
  message: '',
  fields: [],
  ...part,
})

test('a rate limit says how long to wait, rounded up, in seconds, minutes or hours', () => {
  expect(serverErrorText(refused({ code: 'TOO_MANY_REQUESTS', retryAfterMs: 120_000 }))).toBe(
    'Too many attempts. Try again in 2 minutes.',
  )
  for (const [ms, text] of [
    [0, '1 second'],
    [1000, '1 second'],
    [1001, '2 seconds'],
    [59_000, '59 seconds'],
    [59_001, '1 minute'],
    [60_001, '2 minutes'],
    [3_540_001, '1 hour'],
    [3_600_001, '2 hours'],
  ] as const)
    expect(waitText(ms, 'en'), String(ms)).toBe(text)
})

test('a server with codes of its own is quoted, where it says anything', () => {
  const quoted = (message: string) => serverErrorText(refused({ isCodeGuessed: true, message }))
  expect(quoted('This event is there already.')).toBe('This event is there already.')
  expect(quoted('')).toBe(serverErrorText(refused({})))
  expect(serverErrorText(refused({ code: 'NOT_FOUND', message: 'no such row' }))).not.toBe('no such row')
})

test('without a network a form says that what was typed stays, and what is no form does not', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const away = { kind: 'unreachable', reason: 'network' } as const
  expect(failureText(away)).toBe('You need a connection for this.')
  expect(formFailureText(away)).toBe('You need a connection for this. What you typed stays here.')
})

test('only what was sent and has no response may have been done', () => {
  const lost = { kind: 'unreachable', reason: 'timeout' } as const
  expect(isUncertain(lost)).toBe(true)
  expect(isUncertain({ kind: 'unreachable', reason: 'unsent' })).toBe(false)
  expect(isUncertain({ kind: 'unreachable', reason: 'not-ours', status: 502 })).toBe(false)
  expect(isUncertain(refused({ status: 403, code: 'FORBIDDEN' }))).toBe(false)
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  expect(isUncertain(lost), 'the network went after it was sent').toBe(true)
})
