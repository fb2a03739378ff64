import { deferred } from './deferred'
import type { Timers } from './deferred'

/** IndexedDB of some browsers neither opens nor fails after a crash. A slow phone takes a second or two. */
const STORAGE_TIMEOUT_MS = 5000
/** The timeout once the storage was silent: nobody waits so long at each step. */
const REPEATED_TIMEOUT_MS = 250
/** The last part of a timeout. Timers are due first in a page that was frozen meanwhile: its storage still has this part. */
const LAST_PART = 0.2

class StorageTimeout extends Error {
  override name = 'StorageTimeout'
}

/** Rejects with `StorageTimeout` when the storage does not respond in time; the work itself goes on. */
export type WithTimeout = <T>(work: Promise<T>) => Promise<T>

export function createStorageTimeout(timers: Timers): WithTimeout {
  let hasTimedOut = false

  return async <T>(work: Promise<T>): Promise<T> => {
    const timeout = deferred<'timeout'>()
    const cancel = afterBothParts(timers, hasTimedOut ? REPEATED_TIMEOUT_MS : STORAGE_TIMEOUT_MS, () =>
      timeout.resolve('timeout'),
    )
    const settling = work.finally(() => {
      hasTimedOut = false
    })
    try {
      const first = await Promise.race([settling.then((result) => ({ result })), timeout.promise])
      if (first !== 'timeout') return first.result
      hasTimedOut = true
      throw new StorageTimeout('The storage does not respond')
    } finally {
      cancel()
    }
  }
}

function afterBothParts(timers: Timers, ms: number, run: () => void): () => void {
  let cancel = timers.after(ms * (1 - LAST_PART), () => {
    cancel = timers.after(ms * LAST_PART, run)
  })
  return () => cancel()
}

export function withTimeout<T>(timers: Timers, work: Promise<T>): Promise<T> {
  return createStorageTimeout(timers)(work)
}

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
