import { loadOfflineClient } from '@/client/shell/offline-client'
import type { OutboxEntry } from '@/offline/outbox/entry'

/** From here on it is said that it is kept, and the person can go on while it is being sent. */
const SETTLE_MS = 2000
/** Longer than any attempt without a large photo takes. */
const FINAL_MS = 120_000

/**
 * What became of something written: it arrived; it is kept on this device and being sent, or will be; or the server
 * would not take it, in which case it is still kept and waits for the person. Nothing is lost in any of them.
 */
export interface OutboxResult {
  outcome: 'sent' | 'sending' | 'queued' | 'refused'
  entry: OutboxEntry
}

/** What became of a stored entry within two seconds. */
export async function soonOutcome(stored: OutboxEntry): Promise<OutboxResult> {
  const { outbox } = await loadOfflineClient()
  // Without a network there is nothing to wait for.
  const entry = await outbox.settled(stored.id, navigator.onLine ? SETTLE_MS : 0).catch(() => stored)
  return { entry, outcome: outcomeOf(entry, navigator.onLine) }
}

/** What became of an entry that was still being sent, when that attempt has come to an end. */
export async function finalOutcome({ entry }: OutboxResult): Promise<OutboxResult> {
  const { outbox } = await loadOfflineClient()
  const settled = await outbox.settled(entry.id, FINAL_MS).catch(() => entry)
  return { entry: settled, outcome: outcomeOf(settled, false) }
}

function outcomeOf(entry: OutboxEntry, isUnderWay: boolean): OutboxResult['outcome'] {
  switch (entry.state) {
    case 'sent':
      return 'sent'
    case 'needs-attention':
      return 'refused'
    case 'sending':
      return isUnderWay ? 'sending' : 'queued'
    case 'queued':
      // Not tried yet: the sender is busy with something else.
      return isUnderWay && entry.attempts === 0 ? 'sending' : 'queued'
    case 'paused-sign-in':
      return 'queued'
  }
}

/** Whether storing failed because the device has no room left. */
export function isStorageFull(error: unknown): boolean {
  return error instanceof Error && (error.name === 'OutboxFull' || error.name === 'QuotaExceededError')
}
