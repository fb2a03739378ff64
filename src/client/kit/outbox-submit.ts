import { loadOfflineClient } from '@/client/shell/offline-client'
import type { Outbox } from '@/offline/outbox/outbox'
import type { OutboxContent, OutboxEntry, OutboxPhoto } from '@/offline/outbox/entry'

/** How long a form waits for the server before it says that its content waits instead. */
const SETTLE_MS = 8000

/**
 * What became of something written: it arrived; it is kept on this device and will be sent; or the server would
 * not take it, in which case it is still kept and waits for the person. Nothing is lost in any of them.
 */
export interface OutboxResult {
  outcome: 'sent' | 'waits' | 'refused'
  entry: OutboxEntry
}

/**
 * Puts something into the outbox and waits a little for it to arrive. With `replaces`, it takes the place of that
 * unsent entry. Rejects when the device cannot keep it: then the form still has to.
 */
export async function submitToOutbox(
  content: OutboxContent,
  photo?: OutboxPhoto,
  replaces?: string,
): Promise<OutboxResult> {
  const { outbox } = await loadOfflineClient()
  if (replaces !== undefined) await outbox.replace(replaces, content, photo)
  const kept =
    replaces === undefined ? await outbox.enqueue(content, photo) : await lastWritten(outbox, replaces)
  // Without a network there is nothing to wait for.
  const entry = (await outbox.settled(kept.id, navigator.onLine ? SETTLE_MS : 0)) ?? kept
  return { entry, outcome: outcomeOf(entry) }
}

/** An edited entry keeps its id, unless an earlier version of it had arrived: then it is another, just written. */
async function lastWritten(outbox: Outbox, id: string): Promise<OutboxEntry> {
  const found = await outbox.get(id)
  if (found !== undefined) return found
  const [last] = (await outbox.list()).toSorted((a, b) => b.createdAt - a.createdAt)
  if (last === undefined) throw new Error('The edited entry is gone')
  return last
}

function outcomeOf(entry: OutboxEntry): OutboxResult['outcome'] {
  if (entry.state === 'sent') return 'sent'
  return entry.state === 'needs-attention' ? 'refused' : 'waits'
}

/** Whether a failed hand-over means that the device has no room left. */
export function isStorageFull(trouble: unknown): boolean {
  return trouble instanceof Error && (trouble.name === 'OutboxFull' || trouble.name === 'QuotaExceededError')
}
