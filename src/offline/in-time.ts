import { deferred } from './deferred'
import type { Timers } from './clock'

/** IndexedDB of some browsers neither opens nor fails after a crash. A slow phone takes a second or two. */
const STORAGE_TIMEOUT_MS = 5000

/** The device's storage has not responded. */
export class StorageSilent extends Error {
  override name = 'StorageSilent'
}

/** Rejects with `StorageSilent` when the storage does not respond in time; the work itself goes on. */
export async function inTime<T>(timers: Timers, work: Promise<T>): Promise<T> {
  const silent = deferred<'silent'>()
  const cancel = timers.after(STORAGE_TIMEOUT_MS, () => silent.resolve('silent'))
  try {
    const first = await Promise.race([work.then((result) => ({ result })), silent.promise])
    if (first === 'silent') throw new StorageSilent('The storage does not respond')
    return first.result
  } finally {
    cancel()
  }
}
