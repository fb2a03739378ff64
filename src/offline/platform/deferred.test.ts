import { expect, it } from 'vitest'
import { fakeClock } from '@tests/support/server/fake-clock'
import { createStorageTimeout } from '@/offline/platform/deferred'

it('a storage that is silent is given up after five seconds, and after a quarter of one from then on', async () => {
  const clock = fakeClock(0)
  const inTime = createStorageTimeout(clock)
  const first = inTime(new Promise(() => {}))
  clock.advance(5000)
  await expect(first).rejects.toThrow('does not respond')
  const second = inTime(new Promise(() => {}))
  clock.advance(250)
  await expect(second).rejects.toThrow('does not respond')
  expect(clock.pending()).toBe(0)
})
