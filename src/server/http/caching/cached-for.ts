import type { Clock } from '@/server/platform/process/clock'

/** Reads at most once in so many milliseconds; concurrent callers share it. What failed is not cached. */
export function cachedFor<T>(clock: Clock, maxAgeMs: number, read: () => Promise<T>): () => Promise<T> {
  let known: { atMs: number; value: Promise<T> } | undefined
  return () => {
    const nowMs = clock.nowMs()
    if (known !== undefined && Math.abs(nowMs - known.atMs) < maxAgeMs) return known.value
    const reading = { atMs: nowMs, value: read() }
    known = reading
    reading.value.catch(() => {
      if (known === reading) known = undefined
    })
    return reading.value
  }
}
