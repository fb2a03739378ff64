/** How old something is, in the largest unit that fits. */
export type SavedAge = { unit: 'now' } | { unit: 'minutes' | 'hours' | 'days'; count: number }

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** A clock that was set back makes nothing older than now. */
export function savedAge(savedAtMs: number, nowMs: number): SavedAge {
  const ageMs = Math.max(0, nowMs - savedAtMs)
  if (ageMs < MINUTE_MS) return { unit: 'now' }
  if (ageMs < HOUR_MS) return { unit: 'minutes', count: Math.floor(ageMs / MINUTE_MS) }
  if (ageMs < DAY_MS) return { unit: 'hours', count: Math.floor(ageMs / HOUR_MS) }
  return { unit: 'days', count: Math.floor(ageMs / DAY_MS) }
}
