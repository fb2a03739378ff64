export interface Clock {
  /** Epoch milliseconds. */
  nowMs(): number
}

export const systemClock: Clock = { nowMs: () => Date.now() }

export function nowSeconds(clock: Clock): number {
  return Math.floor(clock.nowMs() / 1000)
}

export function nowDate(clock: Clock): Date {
  return new Date(clock.nowMs())
}

/**
 * Aborts with `closing`, or once the time is up. Node 20 forgets a timeout that only `AbortSignal.any` knows of as soon as memory is
 * collected; the timer here holds it.
 */
export function abortAfter(ms: number, closing: AbortSignal): AbortSignal {
  const late = new AbortController()
  setTimeout(() => late.abort(), ms).unref()
  return AbortSignal.any([closing, late.signal])
}
