import { MAX_RETRY_AFTER_MS } from '@/offline/api/send-request'
import { MAX_PHOTO_BYTES } from '@/domain/events/event'
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

export function editLockOf(id: string): string {
  return `outbox-edit ${id}`
}

export function editLeaseMs({ editingUntil = 0 }: OutboxEntry, now: number): number {
  const leaseMs = editingUntil - now
  return leaseMs > EDIT_LEASE_MS ? 0 : Math.max(leaseMs, 0)
}

/** A date beyond the longest wait comes from a clock that jumped: now. */
export function msUntilNextAttempt(entry: OutboxEntry, now: number): number {
  const waitMs = entry.nextAttemptAt - now
  return Math.max(waitMs > MAX_RETRY_AFTER_MS ? 0 : waitMs, editLeaseMs(entry, now), 0)
}

interface PassContext {
  owner: string | null
  endsNetworkWaits: boolean
  /** Whether only this sender is at work, so that an entry that is 'sending' was left by one that was killed. */
  isAlone: boolean
  heldNames: ReadonlySet<string> | undefined
  now: number
}

export function requeue(entry: OutboxEntry, context: PassContext): OutboxEntry | undefined {
  // Its page was closed, left or killed before it could say so.
  const isLeft = entry.editingUntil !== undefined && context.heldNames?.has(editLockOf(entry.id)) === false
  const state = stateInPass(entry, context)
  const endsWait = context.endsNetworkWaits && isNetworkError(entry) && entry.nextAttemptAt > context.now
  const isRetried = state === 'queued' && endsWait
  if (state === entry.state && !isRetried && !isLeft) return undefined
  const { editingUntil: _, ...released } = entry
  return { ...(isLeft ? released : entry), state, ...(isRetried ? { nextAttemptAt: 0 } : {}) }
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

const JSON_TIMEOUT_MS = 15_000
/** `fetch` does not report upload progress: the timeout is that of the slowest network worth waiting for. */
const PHOTO_TIMEOUT_MS = 30_000
const SLOWEST_BYTES_PER_MS = 20

/** The timeout of a request that names a photo which is there: the server renders it before it responds. */
export const NAMING_TIMEOUT_MS = 30_000

/** One, and another after the access token was refreshed. */
const MAX_REQUESTS = 2
const MAX_NAMINGS = 2
/** A lease lasts longer than its requests, for what is done between them. */
const LEASE_SLACK_MS = 60_000

export function timeoutOf({ photo }: Pick<OutboxEntry, 'photo'>): number {
  return timeoutFor(photo?.bytes.byteLength)
}

export function leaseMsOf({ photo }: Pick<OutboxEntry, 'photo'>): number {
  return Math.min(leaseFor(photo?.bytes.byteLength), MAX_LEASE_MS)
}

/** Base64, which the photo of a page without TLS is sent as, makes four bytes of three. */
function timeoutFor(photoBytes: number | undefined): number {
  if (photoBytes === undefined) return JSON_TIMEOUT_MS
  return PHOTO_TIMEOUT_MS + Math.ceil((photoBytes * 4) / 3 / SLOWEST_BYTES_PER_MS)
}

function leaseFor(photoBytes: number | undefined): number {
  const namingMs = photoBytes === undefined ? 0 : MAX_NAMINGS * NAMING_TIMEOUT_MS
  return MAX_REQUESTS * (timeoutFor(photoBytes) + namingMs) + LEASE_SLACK_MS
}

export const MAX_LEASE_MS = leaseFor(MAX_PHOTO_BYTES)
