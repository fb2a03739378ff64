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
