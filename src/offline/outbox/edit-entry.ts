import { isBeingSent } from './due'
import type { OutboxContent, OutboxEntry, OutboxPhoto } from './entry'

/** It is being sent at this moment: wait until that attempt has come to an end, then ask again. */
export class OutboxBusy extends Error {
  override name = 'OutboxBusy'
}

/** It has been sent or discarded in the meantime, perhaps in another tab. */
export class OutboxGone extends Error {
  override name = 'OutboxGone'
}

export interface Edit {
  content: OutboxContent
  photo: OutboxPhoto | undefined
}

/**
 * The edited entry. It keeps its key, because nobody may know whether an earlier attempt arrived: if it did not, the
 * server takes the new content under that key; if it did, the server answers IDEMPOTENCY_KEY_REUSED and keeps the
 * first. One key, one row, whatever was lost on the way. Only when the person has been told that the first version
 * arrived, and edits again, is it another submission with a key of its own.
 */
export function editEntry(entry: OutboxEntry, edit: Edit, newId: () => string, now: number): OutboxEntry {
  if (entry.state === 'sent') throw new OutboxGone('Sent')
  if (isBeingSent(entry, now)) throw new OutboxBusy('Being sent')
  const { photo: _, lastError, ...kept } = entry
  const isAnother = lastError?.code === 'IDEMPOTENCY_KEY_REUSED'
  // A refusal is the server's word that nothing was stored; every other attempt still counts.
  const attempts = entry.state === 'needs-attention' ? 0 : entry.attempts
  return {
    ...kept,
    ...edit.content,
    ...(edit.photo === undefined ? {} : { photo: edit.photo }),
    ...(isAnother ? { id: newId(), createdAt: now } : {}),
    attempts,
    state: 'queued',
    nextAttemptAt: 0,
    leaseUntil: 0,
  }
}

/** Whether it, or an earlier version of it, may have reached the server: good to know before discarding it. */
export function mayHaveArrived(entry: OutboxEntry): boolean {
  switch (entry.state) {
    case 'sent':
    case 'sending':
      return true
    case 'needs-attention':
      return entry.lastError?.code === 'IDEMPOTENCY_KEY_REUSED'
    case 'queued':
    case 'paused-sign-in':
      return entry.attempts > 0
  }
}

/** As the person wishes it: tried now, even if it needed attention. */
export function retryEntry(entry: OutboxEntry, now: number): OutboxEntry | undefined {
  if (entry.state === 'sent' || isBeingSent(entry, now)) return undefined
  return { ...entry, state: 'queued', nextAttemptAt: 0, leaseUntil: 0 }
}
