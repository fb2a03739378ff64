import { MAX_RETRY_AFTER_MS } from '../send-request'
import type { OutboxEntry } from './entry'

/** Longest time an attempt may take, with a refresh of the session on the way. */
export const MAX_LEASE_MS = 30 * 60_000

/** Nobody is sending it any more: its sender was killed. A lease beyond the possible comes from a clock that jumped. */
export function isLeaseOver(entry: OutboxEntry, now: number): boolean {
  return entry.leaseUntil <= now || entry.leaseUntil > now + MAX_LEASE_MS
}

export function isBeingSent(entry: OutboxEntry, now: number): boolean {
  return entry.state === 'sending' && !isLeaseOver(entry, now)
}

/** Milliseconds until the entry may be tried. A date beyond the possible comes from a clock that jumped: now. */
export function msUntilDue(entry: OutboxEntry, now: number): number {
  const waitMs = entry.nextAttemptAt - now
  return waitMs > MAX_RETRY_AFTER_MS ? 0 : Math.max(waitMs, 0)
}
