import { EventEmitter, once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { abortAfter } from './clock'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

it('ends what takes too long, though memory is collected meanwhile', async () => {
  const closing = new AbortController()
  const answered = once(new EventEmitter(), 'message', { signal: abortAfter(50, closing.signal) })
  // Only what a later turn can still reach is left.
  await setImmediate()
  collectGarbage()
  await expect(answered).rejects.toThrow('aborted')
})
