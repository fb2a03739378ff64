import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import * as m from '@/messages/compiled/messages.js'
import { isReadable, isUnsent, type OutboxEntry } from '@/offline/outbox/entry'
import { entryTitle } from './entry-labels'
import { attemptText } from './wait-text'

export interface SendResult {
  isSent: boolean
  /** The text for the person. */
  text: string
}

/** Tries the entry now. */
export async function sendNow(entry: OutboxEntry): Promise<SendResult> {
  const { outbox } = await loadOfflineClient()
  await outbox.sendNow(entry.id)
  const after = await outbox.get(entry.id)
  // Discarded meanwhile, in another tab.
  if (after === undefined || !isReadable(after)) return { isSent: false, text: '' }
  return after.state === 'sent'
    ? { isSent: true, text: m.outbox_got_sent({ title: entryTitle(after) }) }
    : { isSent: false, text: attemptText(after, Date.now(), navigator.onLine) }
}

/** Tries everything that is queued; says how many are left, and why the first of them is. `isSent`: none is. */
export async function sendAllNow(): Promise<SendResult> {
  const { outbox } = await loadOfflineClient()
  await outbox.sendNow()
  const remaining = (await outbox.list()).filter(isUnsent)
  if (remaining.length === 0) return { isSent: true, text: m.outbox_got_all() }
  const waiting = remaining.filter(isReadable).findLast(({ state }) => state === 'queued')
  const count = m.outbox_got_left({ n: remaining.length })
  const reason = waiting && attemptText(waiting, Date.now(), navigator.onLine)
  return { isSent: false, text: reason === undefined ? count : `${count} ${reason}` }
}
