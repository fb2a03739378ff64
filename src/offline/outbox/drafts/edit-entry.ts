import { EDIT_LEASE_MS, isBeingSent } from '../entry-state'
import { isReadable, type OutboxContent, type OutboxEntry, type OutboxItem, type OutboxPhoto } from '../entry'
import { textOf } from '../same-text'
import type { Replaced } from './submission-store'

/** It is being sent at this moment: wait until that attempt has ended, then try again. */
export class OutboxBusy extends Error {
  override name = 'OutboxBusy'
}

/** It has been sent or discarded in the meantime, perhaps in another tab. */
export class OutboxGone extends Error {
  override name = 'OutboxGone'
}

/** Another editor has changed it since this one was opened. */
export class OutboxChanged extends Error {
  override name = 'OutboxChanged'
  /** The entry as it is by now. */
  readonly current: OutboxEntry

  constructor(current: OutboxEntry) {
    super('Changed by another editor')
    this.current = current
  }
}

export interface Edit {
  content: OutboxContent
  photo: OutboxPhoto | undefined
  /** What the editor knows of it, as of `writtenText`; whatever it is when absent. */
  opened?: string | undefined
}

/**
 * The edited entry, under the same idempotency key, because nobody may know whether an earlier attempt arrived: if it did not, the
 * server stores the new content under that key; if it did, the server responds IDEMPOTENCY_KEY_REUSED and the first
 * stays. One key, one row, whatever was lost on the way. Only when the person has seen that the first version
 * arrived, and edits again, is it another submission with a key of its own. Throws `OutboxChanged` when it is not what the editor knows.
 */
export function editEntry(entry: OutboxEntry, edit: Edit, newId: () => string, now: number): OutboxEntry {
  refuseUneditable(entry, now)
  if (edit.opened !== undefined && edit.opened !== writtenText(entry)) throw new OutboxChanged(entry)
  const { photo: _, editingUntil: __, lastError: ___, ...rest } = entry
  // An error response means that nothing was stored; every other attempt still counts.
  const attempts = entry.state === 'needs-attention' ? 0 : entry.attempts
  return {
    ...rest,
    ...edit.content,
    ...(edit.photo === undefined ? {} : { photo: edit.photo }),
    ...(hasEarlierArrived(entry) ? { id: newId(), createdAt: now } : {}),
    attempts,
    state: 'queued',
    nextAttemptAt: 0,
    leaseUntil: 0,
  }
}

/** What a person has written, as a text to compare. A draft stores it of the entry that it changes. */
export function writtenText({ payload, photo }: Pick<OutboxEntry, 'payload' | 'photo'>): string {
  return `${textOf([payload, photo?.name, photo?.bytes.byteLength])}`
}

/** The entry that an edit takes the place of. `opened`: what its draft was begun over; what it is now when absent. */
export function replacing(entry: OutboxEntry | undefined, opened?: string): Replaced | undefined {
  return entry && { id: entry.id, opened: opened ?? writtenText(entry) }
}

function refuseUneditable(entry: OutboxEntry, now: number): void {
  if (entry.state === 'sent') throw new OutboxGone('Sent')
  if (isBeingSent(entry, now)) throw new OutboxBusy('Being sent')
}

/** Holds an entry for an editor: it is not delivered until the editor releases it, or its lease expires. */
export function holdEntry(entry: OutboxEntry, now: number): OutboxEntry {
  refuseUneditable(entry, now)
  return { ...entry, editingUntil: now + EDIT_LEASE_MS }
}

/** The editor was closed. */
export function releaseEntry(entry: OutboxEntry): OutboxEntry | undefined {
  const { editingUntil, ...released } = entry
  return editingUntil === undefined ? undefined : released
}

/** Whether an earlier version of it has arrived: what is sent from here on is another submission. */
export function hasEarlierArrived({ lastError }: Pick<OutboxEntry, 'lastError'>): boolean {
  return lastError?.code === 'IDEMPOTENCY_KEY_REUSED'
}

/** Whether it, or an earlier version of it, may have reached the server: good to know before discarding it. */
export function mayHaveArrived(entry: OutboxItem): boolean {
  // The content of an unreadable record is unknown.
  if (!isReadable(entry)) return true
  switch (entry.state) {
    case 'sent':
    case 'sending':
      return true
    case 'needs-attention':
      return hasEarlierArrived(entry)
    case 'queued':
    case 'paused-sign-in':
      return entry.attempts > 0
  }
}

/** The person wants it tried now, even if it needed attention or is open in an editor somewhere. */
export function retryEntry(entry: OutboxEntry, now: number): OutboxEntry | undefined {
  if (entry.state === 'sent' || isBeingSent(entry, now)) return undefined
  const { editingUntil: _, ...released } = entry
  return { ...released, state: 'queued', nextAttemptAt: 0, leaseUntil: 0 }
}
