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
