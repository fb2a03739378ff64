import type { Clock, Timers } from '@/offline/platform/clock'
import type { Locks } from '@/offline/platform/locks'
import { holdEntry, OutboxBusy, OutboxGone, releaseEntry } from './edit-entry'
import { isReadable, type OutboxEntry } from '../entry'
import { editLockOf } from '../entry-state'
import type { EntryStore } from '../entry-store'

const RENEW_AFTER_MS = 30_000

/**
 * A lease on an entry that is open in an editor, with a lock that ends with its page. Without Web Locks the lease of a page
 * that has gone expires, because nobody renews it.
 */
export interface EditHold {
  /** The entry as it was when the editor was opened. */
  entry: OutboxEntry
  /** Renews the lease; a page that was frozen calls it as soon as it runs. */
  renew(): Promise<void>
  /** Called when the editor was closed: the entry may be delivered. */
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
        // A lease that a full device keeps expires.
        if (!isHeldElsewhere) await store.change(id, releaseEntry).catch(() => undefined)
        onReleased()
      },
    }
  }
}
