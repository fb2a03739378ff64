import { EDIT_LEASE_MS, isBeingSent, editLockOf } from '@/offline/outbox/entry-state'
import { isReadable, textOf } from '@/offline/outbox/entry'
import type { OutboxContent, OutboxEntry, OutboxItem, OutboxPhoto } from '@/offline/outbox/entry'
import type { Clock, Timers } from '@/offline/platform/deferred'
import type { Locks } from '@/offline/platform/locks'
import type { EntryStore } from '@/offline/outbox/entry-store'
import type { Replaced } from './drafts'

export class OutboxBusy extends Error {
  override name = 'OutboxBusy'
}

export class OutboxGone extends Error {
  override name = 'OutboxGone'
}

/** Another editor has changed it since this one was opened. */
export class OutboxChanged extends Error {
  override name = 'OutboxChanged'
  readonly current: OutboxEntry

  constructor(current: OutboxEntry) {
    super('Changed by another editor')
    this.current = current
  }
}

export interface Edit {
  content: OutboxContent
  photo: OutboxPhoto | undefined
  opened?: string | undefined
}

/**
 * Under the same idempotency key, because nobody may know whether an earlier attempt arrived, until the person has
 * seen it. Throws `OutboxChanged`.
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

export function holdEntry(entry: OutboxEntry, now: number): OutboxEntry {
  refuseUneditable(entry, now)
  return { ...entry, editingUntil: now + EDIT_LEASE_MS }
}

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

export function retryEntry(entry: OutboxEntry, now: number): OutboxEntry | undefined {
  if (entry.state === 'sent' || isBeingSent(entry, now)) return undefined
  const { editingUntil: _, ...released } = entry
  return { ...released, state: 'queued', nextAttemptAt: 0, leaseUntil: 0 }
}

const RENEW_AFTER_MS = 30_000

/** A lease on an entry that is open in an editor, with a lock that ends with its page. Without Web Locks the lease expires. */
export interface EditHold {
  entry: OutboxEntry
  renew(): Promise<void>
  release(): Promise<void>
}

interface HoldDeps {
  store: EntryStore
  locks: Pick<Locks, 'hold' | 'heldNames'>
  clock: Clock
  timers: Timers
  onReleased: () => void
}

export async function holdForEditing(
  { store, locks, clock, timers, onReleased }: HoldDeps,
  id: string,
): Promise<EditHold> {
  let cancel: (() => void) | undefined
  let isReleased = false
  const hold = () => store.change(id, (entry) => holdEntry(entry, clock.now()))
  // The lock comes before the lease: who finds the lease without the lock takes the editor for gone.
  const unlock = await locks.hold(editLockOf(id))
  try {
    const entry = await hold().catch(withoutLease)
    if (entry === undefined) throw new OutboxGone('Discarded')
    return holdOf(entry)
  } catch (error) {
    await unlock()
    throw error
  }

  /** The device is full, or its storage broken: the editor opens all the same, and sees for itself when the entry is sent. */
  async function withoutLease(error: unknown): Promise<OutboxEntry | undefined> {
    if (error instanceof OutboxGone || error instanceof OutboxBusy) throw error
    const found = await store.get(id)
    return found !== undefined && isReadable(found) ? found : undefined
  }

  async function renew(): Promise<void> {
    cancel?.()
    if (isReleased) return
    // The entry was sent or discarded meanwhile, or is being sent at this moment: the editor sees that for itself.
    await hold().catch(() => undefined)
    renewLater()
  }

  function renewLater(): void {
    if (!isReleased) cancel = timers.after(RENEW_AFTER_MS, () => void renew())
  }

  function holdOf(entry: OutboxEntry): EditHold {
    renewLater()
    return {
      entry,
      renew,
      async release() {
        isReleased = true
        cancel?.()
        await unlock()
        const isHeldElsewhere = (await locks.heldNames())?.has(editLockOf(id)) === true
        if (!isHeldElsewhere) await store.change(id, releaseEntry).catch(() => undefined)
        onReleased()
      },
    }
  }
}
