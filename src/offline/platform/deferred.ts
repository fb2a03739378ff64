/** A promise that is settled from outside, for the browsers and Nodes that have no `withResolvers`. */
interface Deferred<T> {
  promise: Promise<T>
  resolve(value: T): void
}

export function deferred<T>(): Deferred<T> {
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

export const systemTimers: Timers = {
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs)
    return () => clearTimeout(timer)
  },
}

export function newId(): string {
  return crypto.randomUUID()
}
