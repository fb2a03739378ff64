import { expect, test } from 'vitest'
import { cachedFor } from './response-cache'

const clock = { ms: 0, nowMs: () => clock.ms }

test('reads again only when what it has is old', async () => {
  let reads = 0
  const read = cachedFor(clock, 1000, () => Promise.resolve((reads += 1)))
  expect(await Promise.all([read(), read()])).toEqual([1, 1])
  clock.ms += 999
  expect(await read()).toBe(1)
  clock.ms += 1
  expect(await read()).toBe(2)
})

test('reads again after a failure', async () => {
  const results = [Promise.reject(new Error('away')), Promise.resolve('here')]
  const read = cachedFor(clock, 1000, () => results.shift() ?? Promise.reject(new Error('too often')))
  await expect(read()).rejects.toThrow('away')
  expect(await read()).toBe('here')
})
