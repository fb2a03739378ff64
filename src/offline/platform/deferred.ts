/** A promise that is settled from outside, for the browsers and Nodes that have no `withResolvers`. */
export function deferred<T>() {
  let resolve: (value: T) => void = nothing
  const promise = new Promise<T>((settle) => (resolve = settle))
  return { promise, resolve }
}

function nothing(): void {}

/** The device's clock, epoch milliseconds. It may be wrong and it may jump: nothing here trusts it for long. */
export interface Clock {
  now(): number
}

export interface Timers {
  /** Runs once after the delay, milliseconds; the returned function cancels it. */
  after(delayMs: number, run: () => void): () => void
}

export const systemClock: Clock = { now: () => Date.now() }

/** A browser runs at once what is to wait for longer. */
const LONGEST_MS = 2 ** 31 - 1

export const systemTimers: Timers = {
  after(delayMs, run) {
    const timer = setTimeout(run, Math.min(delayMs, LONGEST_MS))
    return () => clearTimeout(timer)
  },
}

export function newId(): string {
  return crypto.randomUUID()
}

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

/** Resolves as the work does, or with undefined once that has failed or taken this long. Never rejects. */
export function within<T>(timers: Timers, ms: number, work: Promise<T>): Promise<T | undefined> {
  const late = deferred<undefined>()
  const cancel = timers.after(ms, () => late.resolve(undefined))
  return Promise.race([work.catch(() => undefined), late.promise]).finally(cancel)
}
