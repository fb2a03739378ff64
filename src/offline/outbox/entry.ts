import type { FieldError } from '@/contract/errors'
import { sortedJson } from '@/domain/text/plain-text'
import type { SubmissionInput } from '@/domain/submissions/submission'
import type { SupportMessage } from '@/domain/support/support-message'
import { MAX_RETRY_AFTER_MS, type Failure } from '@/offline/api/next-step'

/** The requests that can wait in the outbox: the endpoint's name in the register, and its input. */
export type OutboxContent =
  | { kind: 'submitEvent'; payload: Omit<SubmissionInput, 'photo'> }
  | { kind: 'sendSupportMessage'; payload: SupportMessage }

/** Bytes, not a Blob or File: those become unreadable or empty when read back from IndexedDB on some phones. */
export interface OutboxPhoto {
  bytes: ArrayBuffer
  type: 'image/jpeg' | 'image/png'
  name: string
}

/** A sent entry is shown this long, then deleted. */
export const RECEIPT_MS = 7 * 86_400_000

export interface Receipt {
  id: string
  notified_by_mail?: boolean | undefined
}

/** One thing a person wrote (offline.md, outbox 2). Instants are epoch milliseconds. */
export type OutboxEntry = OutboxContent & {
  /** UUID, also the Idempotency-Key. */
  id: string
  seq: number
  /** The account it is sent under, which it was written under; null for a visitor. It is never sent under another. */
  owner: string | null
  /** The account that wrote it, when it is sent as a visitor's all the same: nobody else sees what it says. */
  writtenBy?: string | undefined
  /** It has a photo, or had one until it was sent. The bytes are in the table of photos. */
  photo?: { name: string; byteLength: number } | undefined
  state: 'queued' | 'editing' | 'sending' | 'sent' | 'needs-attention' | 'paused-sign-in'
  attempts: number
  /** 0 for as soon as possible. */
  nextAttemptAt: number
  /** Counts the edits: an editor that has opened an older one is told (`OutboxChanged`). */
  edits?: number | undefined
  lastError?: Failure | undefined
  createdAt: number
  /** Language of the person who wrote it: the response and the mails are in it, whoever is signed in when it is sent. */
  locale?: string | undefined
  sentAt?: number | undefined
  receipt?: Receipt | undefined
  /** A visitor wants this device to be notified of the review; until that is registered at the server. */
  wantsPush?: boolean | undefined
}

export function isUnsent({ state }: OutboxEntry): boolean {
  return state !== 'sent'
}

/** The account that an entry was written under; null for a visitor. */
export function writerOf({ writtenBy, owner }: OutboxEntry): string | null {
  return writtenBy ?? owner
}

export function isVisibleTo(entry: OutboxEntry, userId: string | null): boolean {
  const writer = writerOf(entry)
  return writer === null || writer === userId
}

/** An earlier version of it has arrived: from here on another submission is sent. */
export function hasEarlierArrived({ lastError }: Pick<OutboxEntry, 'lastError'>): boolean {
  return lastError?.kind === 'refused' && lastError.code === 'IDEMPOTENCY_KEY_REUSED'
}

/** The server's validation errors. */
export function refusedFields({ lastError }: Pick<OutboxEntry, 'lastError'>): FieldError[] {
  return lastError?.kind === 'refused' ? lastError.fields : []
}

/** It, or an earlier version of it, may have reached the server: good to know before discarding it. */
export function mayHaveArrived(entry: OutboxEntry): boolean {
  if (entry.state === 'sent' || entry.state === 'sending') return true
  return entry.state === 'needs-attention' ? hasEarlierArrived(entry) : entry.attempts > 0
}

/** A date beyond the longest wait comes from a clock that jumped: now. */
export function msUntilNextAttempt({ nextAttemptAt }: OutboxEntry, now: number): number {
  const waitMs = nextAttemptAt - now
  return waitMs > MAX_RETRY_AFTER_MS ? 0 : Math.max(waitMs, 0)
}

/** Its last attempt reached no server. Whoever sends `Retry-After` was reached: that wait does not end with a network. */
export function isNetworkError({ lastError }: OutboxEntry): boolean {
  if (lastError?.kind !== 'unreachable') return false
  return lastError.retryAfterMs === undefined && lastError.reason !== 'aborted'
}

/** The order of a form's values is no change of them, nor is how long it was open. */
export function isSameText(one: unknown, other: unknown): boolean {
  const [text, otherText] = [one, other].map((payload) =>
    sortedJson({ ...(payload as object | undefined), filled_in_ms: undefined }),
  )
  return text === otherText
}

/** Why the outbox does not take what was written: the form keeps its content. */
export class OutboxRefusal extends Error {
  override name = 'OutboxRefusal'
  /**
   * 'submitted': its id is that of an entry, so the draft has been submitted. 'busy': it is being sent at this moment. 'gone': it was sent or
   * discarded. 'full': the device has no room for it, even without the images and the replica.
   */
  constructor(
    readonly reason: 'submitted' | 'busy' | 'gone' | 'changed' | 'full',
    options?: ErrorOptions,
  ) {
    super(reason, options)
  }
}

export function isRefusal(error: unknown, reason: OutboxRefusal['reason']): boolean {
  return error instanceof OutboxRefusal && error.reason === reason
}

/** Another editor has changed it since this one was opened. */
export class OutboxChanged extends OutboxRefusal {
  constructor(readonly current: OutboxEntry) {
    super('changed')
  }
}

/** It could be neither stored on this device nor sent. The form keeps its content. */
export class OutboxUnavailable extends Error {
  override name = 'OutboxUnavailable'
  constructor(
    readonly lastError: Failure,
    options: ErrorOptions,
  ) {
    super('Neither stored nor sent', options)
  }
}
