import { serverErrorText } from '@/client/shared/forms/server-error-text'
import * as m from '@/messages/compiled/messages.js'
import type { OutboxEntry } from '@/offline/outbox/entry'

/** Whether an earlier version of it has arrived: what is sent from here on is another submission. */
export function isAnother({ lastError }: Pick<OutboxEntry, 'lastError'>): boolean {
  return lastError?.code === 'IDEMPOTENCY_KEY_REUSED'
}

/** Why an entry needs attention, where no field is named: also what this version has no words for. */
export function attentionText(entry: Pick<OutboxEntry, 'lastError'>): string {
  if (isAnother(entry)) return m.outbox_earlier_arrived()
  return serverErrorText(entry.lastError) ?? entry.lastError?.message ?? m.outbox_got_refused()
}
