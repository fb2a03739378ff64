import type { Clock, Timers } from '../clock'
import { holdEntry, OutboxGone, releaseEntry } from './edit-entry'
import type { OutboxEntry } from './entry'
import type { EntryStore } from './entry-store'

const RENEW_AFTER_MS = 30_000

/** An entry that is open in an editor. A tab that dies lets go by itself: its lease is not renewed. */
export interface EditHold {
  /** As it was when the editor took it. */
  entry: OutboxEntry
  /** Says again that the editor is open; a page that was frozen calls it as soon as it runs. */
  renew(): Promise<void>
  /** The editor is left: delivery may go on. */
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
