import { serverErrorText } from '@/client/shared/forms/server-error-text'
import * as m from '@/messages/compiled/messages.js'
import { hasEarlierArrived } from '@/offline/outbox/drafts/edit-entry'
import type { OutboxEntry } from '@/offline/outbox/entry'

/** Why an entry needs attention, where no field is named: also what this version has no words for. */
export function attentionText(entry: Pick<OutboxEntry, 'lastError'>): string {
  if (hasEarlierArrived(entry)) return m.outbox_earlier_arrived()
  return serverErrorText(entry.lastError) ?? entry.lastError?.message ?? m.outbox_got_refused()
}
