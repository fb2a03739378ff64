import type * as z from 'zod/mini'
import type { FieldError } from '@/contract/errors'
import type { organisersChangeSchema, organisersStateSchema } from '@/contract/events/managed-events'
import type { EventUpdateInput, SubmissionInput } from '@/domain/submissions/submission'
import type { SupportMessage } from '@/domain/support/support-message'

/** The requests that can wait in the outbox: the endpoint's name in the register, and its input. */
export type OutboxContent =
  | { kind: 'submitEvent'; payload: Omit<SubmissionInput, 'photo'> }
  | { kind: 'sendSupportMessage'; payload: SupportMessage }
  | { kind: 'updateManagedEvent'; payload: ManagedChange }
  | { kind: 'setManagedState'; payload: ManagedState }

/** The bytes of another photo are beside it, in the entry. */
type OrganisersChange = Omit<EventUpdateInput, 'photo' | 'revision'> &
  Pick<z.input<typeof organisersChangeSchema>, 'token' | 'revision'> & {
    photo?: null
  }

interface ManagedChange {
  eventId: string
  change: OrganisersChange
}

interface ManagedState {
  eventId: string
  title: string
  said: z.input<typeof organisersStateSchema>
}

/** Bytes, not a Blob or File: those become unreadable or empty when read back from IndexedDB on some phones. */
export interface OutboxPhoto {
  bytes: ArrayBuffer
  type: 'image/jpeg' | 'image/png'
  name: string
}

export type OutboxState = 'queued' | 'sending' | 'sent' | 'needs-attention' | 'paused-sign-in'

export interface OutboxError {
  code: string
  /** The code stands for the status of a server that has codes of its own: `message` says more. */
  isCodeGuessed?: true | undefined
  status?: number | undefined
  fields?: FieldError[] | undefined
  message?: string | undefined
  retryAfterMs?: number | undefined
}

export type UnreachableCode = 'NETWORK' | 'TIMEOUT' | 'NOT_OURS' | 'ABORTED'

export const OUTBOX_SCHEMA_VERSION = 1

/** A sent entry is shown this long, then deleted. */
export const RECEIPT_MS = 7 * 86_400_000

export interface Receipt {
  id: string
  isNotifiedByMail?: boolean
}

/** One thing a person wrote (offline.md, outbox 2). Instants are epoch milliseconds. */
export type OutboxEntry = OutboxContent & {
  /** UUID, also the Idempotency-Key. */
  id: string
  seq: number
  schemaVersion: number
  /** The account it is sent under, which it was written under; null for a visitor. It is never sent under another. */
  owner: string | null
  /** The account that wrote it, when it is sent as a visitor's all the same: nobody else sees what it says. */
  writtenBy?: string | undefined
  photo?: OutboxPhoto | undefined
  hadPhoto?: boolean | undefined
  state: OutboxState
  attempts: number
  /** 0 for as soon as possible. */
  nextAttemptAt: number
  leaseUntil: number
  /** End of the editor's lease, unless it is renewed: not sent until then. Its editors hold `editLockOf` it: where nobody does, their pages have gone. */
  editingUntil?: number | undefined
  lastError?: OutboxError | undefined
  createdAt: number
  /** Language of the person who wrote it: the response and the mails are in it, whoever is signed in when it is sent. */
  locale?: string | undefined
  sentAt?: number | undefined
  receipt?: Receipt | undefined
  /** A visitor wants this device to be notified of the review; until that is registered at the server. */
  wantsPush?: boolean | undefined
}

/** A record that this version cannot send: damaged, or written by a newer version. Shown, counted, and left alone. */
export interface UnreadableEntry {
  id: string
  state: 'damaged' | 'newer'
  wasSent: boolean
  record: unknown
}

export type OutboxItem = OutboxEntry | UnreadableEntry

export function isReadable(item: OutboxItem): item is OutboxEntry {
  return item.state !== 'damaged' && item.state !== 'newer'
}

export function isUnsent(item: OutboxItem): boolean {
  return isReadable(item) ? item.state !== 'sent' : !item.wasSent
}

export function isSameText(one: unknown, other: unknown): boolean {
  return textOf(one) === textOf(other)
}

/** JSON with sorted keys: the order of a form's values is no change of them. */
export function textOf(payload: unknown): string | undefined {
  return JSON.stringify(payload, (key, value: unknown) => {
    if (key === 'filled_in_ms') return undefined
    const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isRecord
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value
  })
}
