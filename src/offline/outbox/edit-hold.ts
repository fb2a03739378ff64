import type { Clock, Timers } from '../clock'
import { holdEntry, OutboxGone, releaseEntry } from './edit-entry'
import type { OutboxEntry } from './entry'
import type { EntryStore } from './entry-store'

const RENEW_AFTER_MS = 30_000

/** A lease on an entry that is open in an editor. When its tab dies it expires, because nobody renews it. */
export interface EditHold {
  /** As it was when the editor was opened. */
  entry: OutboxEntry
  /** Renews the lease; a page that was frozen calls it as soon as it runs. */
  renew(): Promise<void>
  /** The editor was closed: the entry may be delivered. */
  release(): Promise<void>
}

interface HoldParts {
  store: EntryStore
  clock: Clock
  timers: Timers
  onReleased: () => void
}

export async function holdForEditing(
  { store, clock, timers, onReleased }: HoldParts,
  id: string,
): Promise<EditHold> {
  let cancel: (() => void) | undefined
  let isReleased = false
  const hold = () => store.change(id, (entry) => holdEntry(entry, clock.now()))
  const entry = await hold()
  if (entry === undefined) throw new OutboxGone('Discarded')

  async function renew(): Promise<void> {
    cancel?.()
    if (isReleased) return
    // Sent or discarded meanwhile, or being sent at this moment: the editor sees that for itself.
    await hold().catch(() => undefined)
    renewLater()
  }

  function renewLater(): void {
    if (!isReleased) cancel = timers.after(RENEW_AFTER_MS, () => void renew())
  }

  renewLater()
  return {
    entry,
    renew,
    async release() {
      isReleased = true
      cancel?.()
      await store.change(id, releaseEntry)
      onReleased()
    },
  }
}
