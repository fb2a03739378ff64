export const MIN_RETRY_MS = 2000
export const MAX_RETRY_MS = 15 * 60_000

/**
 * Exponential backoff with full jitter: between 2 s and a limit that doubles with each attempt, so that phones which lost
 * the same network do not all retry at once. `random` is in [0, 1); `attempts` counts those already made.
 */
export function backoffMs(attempts: number, random: number): number {
  const ceiling = Math.min(MAX_RETRY_MS, MIN_RETRY_MS * 2 ** Math.min(attempts, 20))
  return Math.round(MIN_RETRY_MS + random * (ceiling - MIN_RETRY_MS))
}
