import { expect, it } from 'vitest'
import { fakeClock } from '@tests/support/server/fake-clock'
import { deferred } from './deferred'
import { createStorageTimeout } from './storage-timeout'

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

it('the storage of a page that was frozen for hours gets its turn', async () => {
  let runs = new Array<() => void>()
  const inTime = createStorageTimeout({
    after(_, run) {
      runs.push(run)
      return () => (runs = runs.filter((other) => other !== run))
    },
  })
  const work = deferred<string>()
  const read = inTime(work.promise)
  // The timers that were due meanwhile run first.
  for (const run of runs.splice(0)) run()
  work.resolve('the session')
  expect(await read).toBe('the session')
  expect(runs).toEqual([])
})
