import type { Timers } from './deferred'

/** IndexedDB of some browsers neither opens nor fails after a crash. A slow phone takes a second or two. */
const STORAGE_TIMEOUT_MS = 5000
/** The timeout once the storage was silent: nobody waits so long at each step. */
const REPEATED_TIMEOUT_MS = 250

class StorageTimeout extends Error {
  override name = 'StorageTimeout'
}

/** Rejects with `StorageTimeout` when the storage does not respond in time; the work itself goes on. */
export type WithTimeout = <T>(work: Promise<T>) => Promise<T>

export function createStorageTimeout(timers: Timers): WithTimeout {
  let isSilent = false
  return <T>(work: Promise<T>) =>
    new Promise<T>((resolve, reject) => {
      const cancel = timers.after(isSilent ? REPEATED_TIMEOUT_MS : STORAGE_TIMEOUT_MS, () => {
        isSilent = true
        reject(new StorageTimeout('The storage does not respond'))
      })
      const settle = () => {
        isSilent = false
        cancel()
      }
      work.finally(settle).then(resolve, reject)
    })
}

export function withTimeout<T>(timers: Timers, work: Promise<T>): Promise<T> {
  return createStorageTimeout(timers)(work)
}

/** Resolves when the work has ended, in whatever way, or after this long. */
export function within(timers: Timers, ms: number, work: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const cancel = timers.after(ms, resolve)
    const end = () => {
      cancel()
      resolve()
    }
    work.then(end, end)
  })
}
