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

/** A random UUID (version 4); `crypto.randomUUID` is missing where the page is not served securely. */
export function newId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
