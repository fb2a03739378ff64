import { MAX_RETRY_AFTER_MS } from '@/offline/api/send-request'
import { MAX_LEASE_MS } from './delivery/attempt-time'
import type { OutboxEntry, OutboxState } from './entry'

/** An open editor renews its lease; timers of a background tab may run once a minute only. */
export const EDIT_LEASE_MS = 3 * 60_000

/** Its lease expired: its sender was killed. A lease longer than the maximum comes from a clock that jumped. */
function isLeaseOver(entry: OutboxEntry, now: number): boolean {
  return entry.leaseUntil <= now || entry.leaseUntil > now + MAX_LEASE_MS
}

export function isBeingSent(entry: OutboxEntry, now: number): boolean {
  return entry.state === 'sending' && !isLeaseOver(entry, now)
}

/** The lock that shows that an editor of this entry is open. */
export function editLockOf(id: string): string {
  return `outbox-edit ${id}`
}

/** Rest of the editor's lease, milliseconds; 0 when it expired or the clock jumped. */
export function editLeaseMs({ editingUntil = 0 }: OutboxEntry, now: number): number {
  const leaseMs = editingUntil - now
  return leaseMs > EDIT_LEASE_MS ? 0 : Math.max(leaseMs, 0)
}

/**
 * Milliseconds until the entry may be tried, open editors included. A date beyond the longest wait comes from a
 * clock that jumped: now.
 */
export function msUntilNextAttempt(entry: OutboxEntry, now: number): number {
  const waitMs = entry.nextAttemptAt - now
  return Math.max(waitMs > MAX_RETRY_AFTER_MS ? 0 : waitMs, editLeaseMs(entry, now), 0)
}

/** The facts that a delivery knows when it begins. */
interface PassContext {
  owner: string | null
  endsNetworkWaits: boolean
  /** Whether only this sender is at work, so that an entry that is 'sending' was left by one that was killed. */
  isAlone: boolean
  /** The locks that pages hold; undefined where the browser has none. */
  heldNames: ReadonlySet<string> | undefined
  now: number
}

/** The entry requeued for a new delivery; undefined when it stays as it is. */
export function requeue(entry: OutboxEntry, context: PassContext): OutboxEntry | undefined {
  const isLeft = isEditorClosed(entry, context)
  const state = stateInPass(entry, context)
  const endsWait = context.endsNetworkWaits && isNetworkError(entry) && entry.nextAttemptAt > context.now
  const isRetried = state === 'queued' && endsWait
  if (state === entry.state && !isRetried && !isLeft) return undefined
  const { editingUntil: _, ...released } = entry
  return { ...(isLeft ? released : entry), state, ...(isRetried ? { nextAttemptAt: 0 } : {}) }
}

/** Its page was closed, left or killed before it could say so. */
function isEditorClosed({ id, editingUntil }: OutboxEntry, { heldNames }: PassContext): boolean {
  return editingUntil !== undefined && heldNames?.has(editLockOf(id)) === false
}

function stateInPass(entry: OutboxEntry, { owner, isAlone, now }: PassContext): OutboxState {
  const mayBeSent = entry.owner === null || entry.owner === owner
  switch (entry.state) {
    case 'queued':
    case 'paused-sign-in':
      return mayBeSent ? 'queued' : 'paused-sign-in'
    case 'sending':
      return isAlone || isLeaseOver(entry, now) ? 'queued' : 'sending'
    case 'sent':
    case 'needs-attention':
      return entry.state
  }
}

/** Its last attempt reached no server. Whoever sends `Retry-After` was reached: that wait does not end with a network. */
export function isNetworkError({ lastError }: OutboxEntry): boolean {
  if (lastError?.retryAfterMs !== undefined) return false
  return lastError?.code === 'NETWORK' || lastError?.code === 'TIMEOUT' || lastError?.code === 'NOT_OURS'
}
