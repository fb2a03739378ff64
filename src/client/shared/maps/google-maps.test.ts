import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { within } from './google-maps'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a script that never comes is given up on', async () => {
  const never = within(10_000, new Promise<void>(() => undefined))
  const refusal = expect(never).rejects.toMatchObject({ name: 'MapsError', failure: 'timeout' })
  await vi.advanceTimersByTimeAsync(10_000)
  await refusal
})

test('what comes in time leaves no timer behind', async () => {
  expect(await within(10_000, Promise.resolve('a library'))).toBe('a library')
  expect(vi.getTimerCount()).toBe(0)
})
