import { deferred } from './deferred'
import type { Timers } from './clock'

/** IndexedDB of some browsers neither opens nor fails after a crash. A slow phone takes a second or two. */
const STORAGE_TIMEOUT_MS = 5000
/** Once it was silent: nobody waits so long at each step. */
const SILENT_AGAIN_MS = 250

/** The device's storage has not responded. */
export class StorageSilent extends Error {
  override name = 'StorageSilent'
}

/** Rejects with `StorageSilent` when the storage does not respond in time; the work itself goes on. */
export type InTime = <T>(work: Promise<T>) => Promise<T>

/** The timeout of one database. As long as it is silent, the later waits are short. */
export function createInTime(timers: Timers): InTime {
  let isSilent = false

  return async <T>(work: Promise<T>): Promise<T> => {
    const silent = deferred<'silent'>()
    const cancel = timers.after(isSilent ? SILENT_AGAIN_MS : STORAGE_TIMEOUT_MS, () =>
      silent.resolve('silent'),
    )
    const heard = work.finally(() => {
      isSilent = false
    })
    try {
      const first = await Promise.race([heard.then((result) => ({ result })), silent.promise])
      if (first !== 'silent') return first.result
      isSilent = true
      throw new StorageSilent('The storage does not respond')
    } finally {
      cancel()
    }
  }
}

export function inTime<T>(timers: Timers, work: Promise<T>): Promise<T> {
  return createInTime(timers)(work)
}
