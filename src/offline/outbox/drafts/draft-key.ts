/**
 * The form that it belongs to: a new event, a new message, the changes to an entry of the outbox, to a rejected event, or to one by the
 * link of a mail; `staff`: the
 * back office's new event, its copy of one, and its edit of one.
 */
export type DraftSlot =
  | 'event/new'
  | 'message/new'
  | `edit/${string}`
  | `again/${string}`
  | `manage/${string}`
  | 'staff/new'
  | `staff/copy/${string}`
  | `staff/edit/${string}`

/**
 * One half-written thing. The token is its identity from the first letter on: what is submitted from a draft gets it as
 * the entry's id, which is the Idempotency-Key, so that the same draft is never two submissions.
 */
export interface DraftKey {
  slot: DraftSlot
  token: string
}

/** A draft as a tab last read or wrote it. */
export interface KnownDraft {
  key: DraftKey
  /** Counts the writes: a writer with another revision than the stored one has not seen the last (optimistic locking). */
  revision: number
}

/** The name under which it is stored. */
export const draftId = ({ slot, token }: DraftKey) => `${slot}/${token}`

export const EDIT_PREFIX = 'edit/'

/** The id of the entry that a draft of this prefix changes. */
export function editedEntryOf({ key }: KnownDraft): string {
  return key.slot.slice(EDIT_PREFIX.length)
}
